import gc
import threading
import weakref
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject

from app.gui import collect_once_settled, collect_what_is_due, settle


class Loop:
    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    gc.collect()
    yield
    gc.enable()
    gc.unfreeze()


@pytest.fixture
def application(qapp) -> Iterator[QObject]:
    with_timers = QObject()
    yield with_timers
    with_timers.deleteLater()
    qapp.sendPostedEvents(with_timers, QEvent.Type.DeferredDelete)


def test_nothing_is_collected_while_the_program_starts(application):
    collect_once_settled(application)
    assert not gc.isenabled()


def test_what_exists_then_is_left_out_of_collections_and_what_comes_is_not(application):
    before = gc.get_freeze_count()
    settle(application)
    assert gc.get_freeze_count() > before + 1000
    Loop()
    assert gc.collect() > 0


def test_what_a_thread_of_the_engine_leaves_goes_on_the_ui_thread(application, qtbot):
    gone_on = []

    def leave_garbage():
        for _ in range(5000):
            weakref.finalize(Loop(), lambda: gone_on.append(threading.current_thread()))

    settle(application)
    thread = threading.Thread(target=leave_garbage)
    thread.start()
    thread.join()
    assert gone_on == []
    qtbot.waitUntil(lambda: len(gone_on) == 5000)
    assert set(gone_on) == {threading.main_thread()}


def test_older_garbage_is_due_less_often():
    gc.disable()
    kept = []
    collected: list[int] = []

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            collected.append(info["generation"])

    gc.callbacks.append(note)
    try:
        for _ in range(24):
            kept.append([[] for _ in range(1000)])
            collect_what_is_due()
        collect_what_is_due()
    finally:
        gc.callbacks.remove(note)
    assert collected == [0] * 11 + [1] + [0] * 11 + [1]
