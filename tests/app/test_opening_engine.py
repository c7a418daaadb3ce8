import threading

import pytest

from app.opening_engine import OpeningEngine
from engine.api import (
    EngineError,
    LibraryStatus,
    Notice,
    ReportStatus,
    RequestDone,
    RequestFailed,
    StatusChanged,
)


class EchoEngine:
    """Answers every request at once, on the submitting thread, counting ids from 100."""

    def __init__(self, on_event):
        self._on_event = on_event
        self.requests = []
        self.is_closed = False

    def submit(self, request):
        self.requests.append(request)
        number = 99 + len(self.requests)
        on_event = self._on_event
        thread = threading.Thread(target=on_event, args=(RequestDone(number),))
        thread.start()
        self._last = thread
        return number

    def close(self):
        self._last.join()
        self.is_closed = True


@pytest.fixture
def events():
    return []


def test_requests_wait_for_the_engine_and_keep_their_ids(events):
    may_open = threading.Event()
    answered = threading.Event()
    engines = []

    def open_engine(on_event):
        may_open.wait()
        engines.append(EchoEngine(on_event))
        return engines[0]

    def on_event(event):
        events.append(event)
        if len(events) == 2:
            answered.set()

    opening = OpeningEngine(open_engine, on_event)
    first = opening.submit(ReportStatus())
    assert events == []
    may_open.set()
    second = opening.submit(ReportStatus())
    assert answered.wait(10)
    assert sorted(event.request_id for event in events) == [first, second]
    opening.close()
    assert engines[0].is_closed


def test_events_without_an_id_pass_unchanged(events):
    def open_engine(on_event):
        on_event(StatusChanged(LibraryStatus(chunks=3)))
        engine = EchoEngine(on_event)
        engine._last = threading.current_thread()
        engine.close = lambda: None
        return engine

    OpeningEngine(open_engine, events.append).close()
    assert events == [StatusChanged(LibraryStatus(chunks=3))]


def test_when_opening_fails_every_request_fails_with_the_reason(events, expected_log):
    expected_log.append("cannot be opened")
    may_fail = threading.Event()

    def open_engine(_on_event):
        may_fail.wait()
        raise EngineError("The library is damaged.", "Restore it.")

    opening = OpeningEngine(open_engine, events.append)
    early = opening.submit(ReportStatus())
    may_fail.set()
    opening.close()
    late = opening.submit(ReportStatus())
    assert events == [
        Notice("The library is damaged.", "Restore it.", is_warning=True),
        RequestFailed(early, "The library is damaged.", "Restore it."),
        RequestFailed(late, "The library is damaged.", "Restore it."),
    ]
