import pytest
from PySide6.QtCore import QObject, QTimer

from ui.widgets.incremental_task import IncrementalTask


@pytest.fixture
def turns(qapp):
    owner = QObject()
    yield IncrementalTask(owner)
    owner.deleteLater()


def steps(log, name, count=3):
    for number in range(count):
        log.append((name, number))
        yield


def test_the_first_stretch_is_done_at_once_and_other_events_come_between_the_others(turns, qtbot):
    log = []
    turns.start(steps(log, "work"))
    assert log == [("work", 0)]
    QTimer.singleShot(0, lambda: log.append("a key"))
    qtbot.waitUntil(lambda: ("work", 2) in log)
    assert log.index("a key") < log.index(("work", 2))


def test_newer_work_takes_the_place_of_what_is_left_also_when_that_begins_it(turns, qtbot):
    log = []

    def beginning():
        log.append("begun")
        turns.start(steps(log, "other"))
        yield
        log.append("gone on")

    turns.start(beginning())
    qtbot.waitUntil(lambda: ("other", 2) in log)
    assert "gone on" not in log


def test_dropped_work_is_left_undone(turns, qtbot):
    log = []
    turns.start(steps(log, "dropped"))
    turns.drop()
    later = []
    QTimer.singleShot(0, lambda: QTimer.singleShot(0, lambda: later.append(True)))
    qtbot.waitUntil(lambda: bool(later))
    assert log == [("dropped", 0)]
