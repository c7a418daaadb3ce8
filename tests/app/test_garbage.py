import gc

import pytest
from PySide6.QtCore import QObject

from app.garbage import collect_once_settled, settle


@pytest.fixture(autouse=True)
def as_before():
    thresholds = gc.get_threshold()
    yield
    gc.set_threshold(*thresholds)
    gc.enable()
    gc.unfreeze()


def test_nothing_is_collected_while_the_program_starts(qapp):
    starting = QObject()
    collect_once_settled(starting)
    assert not gc.isenabled()


def test_what_exists_then_is_left_out_of_collections_and_what_comes_is_not():
    gc.disable()
    before = gc.get_freeze_count()
    settle()
    assert gc.isenabled()
    assert gc.get_freeze_count() > before + 1000

    class Loop:
        pass

    loop = Loop()
    loop.itself = loop
    del loop
    assert gc.collect() > 0
