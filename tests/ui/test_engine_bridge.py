import threading

import pytest
from PySide6.QtCore import QThread, QTimer

from engine.api import Notice, ReportStatus
from tests.fakes.fake_engine import FakeEngine
from ui.engine_bridge import EngineBridge


def test_events_of_another_thread_arrive_on_the_ui_thread(qtbot):
    bridge = EngineBridge()
    arrived_on = []
    bridge.happened.connect(lambda _: arrived_on.append(QThread.currentThread()))

    worker = threading.Thread(target=bridge.post, args=(Notice("repaired"),))
    with qtbot.waitSignal(bridge.happened) as signal:
        worker.start()
    worker.join()

    assert signal.args == [Notice("repaired")]
    assert arrived_on == [bridge.thread()]


def test_the_id_of_a_request_is_known_before_its_answer_arrives(qtbot):
    bridge = EngineBridge()
    seen = []
    engine = FakeEngine(bridge.post, lambda number, _: Notice(f"answer {number}"))
    bridge.attach(engine)
    bridge.happened.connect(seen.append)

    number = bridge.submit(ReportStatus())
    assert seen == []
    qtbot.waitUntil(lambda: seen == [Notice(f"answer {number}")])


def test_each_event_has_a_turn_of_its_own_and_they_keep_their_order(qtbot):
    bridge = EngineBridge()
    seen = []
    bridge.happened.connect(lambda event: seen.append(event.message))
    for number in range(3):
        bridge.post(Notice(str(number)))
    QTimer.singleShot(0, lambda: seen.append("a key"))
    qtbot.waitUntil(lambda: "2" in seen)
    assert [one for one in seen if one != "a key"] == ["0", "1", "2"]
    assert seen.index("a key") < seen.index("2")


def test_an_event_posted_while_one_is_delivered_is_not_lost(qtbot):
    bridge = EngineBridge()
    seen = []

    def take(event):
        seen.append(event.message)
        if event.message == "first":
            bridge.post(Notice("second"))

    bridge.happened.connect(take)
    bridge.post(Notice("first"))
    qtbot.waitUntil(lambda: seen == ["first", "second"])


def test_a_request_without_an_engine_is_an_error_of_the_program(qtbot):
    with pytest.raises(RuntimeError):
        EngineBridge().submit(ReportStatus())


def test_after_shutting_no_event_arrives_any_more(qtbot):
    bridge = EngineBridge()
    seen = []
    bridge.happened.connect(seen.append)
    bridge.post(Notice("on its way"))
    bridge.shut()
    bridge.post(Notice("too late"))
    with qtbot.assertNotEmitted(bridge.happened, wait=50):
        pass
    assert seen == []
