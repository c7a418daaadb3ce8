import threading

import pytest
from PySide6.QtCore import QThread

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
