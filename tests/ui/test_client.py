import threading
import weakref

import pytest
import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, QThread, QTimer

from tests.fakes.fake_engine import FakeEngine
from twofold.engine.api import (
    CheckCitation,
    ExportProgress,
    ExportRendered,
    LibraryStatus,
    Notice,
    ReportStatus,
    RequestDone,
    RequestFailed,
    StatusChanged,
    SuggestWords,
    WordsSuggested,
)
from twofold.ui.client import EngineClient


def test_events_from_another_thread_arrive_on_the_ui_thread(qtbot):
    client = EngineClient()
    arrived_on = []
    client.event_received.connect(lambda _: arrived_on.append(QThread.currentThread()))
    worker = threading.Thread(target=client.post, args=(Notice("repaired"),))
    with qtbot.waitSignal(client.event_received):
        worker.start()
    worker.join()
    assert arrived_on == [client.thread()]


class Asking:
    """An owner of requests over an engine that replies on demand."""

    def __init__(self, qtbot):
        self._qtbot = qtbot
        self.client = EngineClient()
        self.engine = FakeEngine(self.client.post)
        self.client.attach(self.engine)
        self.owner, self.got = QObject(), []

    def ask(self, text, *, owner=None, newest=False):
        """Request completions of `text`; the reply is stored in `got`."""
        return self.client.request(
            SuggestWords(text),
            owner or self.owner,
            lambda reply: self.got.append(reply.text),
            lambda failure: self.got.append(failure.message),
            newest=newest,
        )

    def reply(self, event):
        """Send an event and wait until it was delivered."""
        with self._qtbot.waitSignal(self.client.event_received):
            self.engine.send(event)


@pytest.fixture
def asking(qtbot):
    return Asking(qtbot)


def test_a_reply_is_delivered_to_its_owner_after_request_returns(qtbot):
    client, got = EngineClient(), []
    engine = FakeEngine(client.post, lambda number, _: RequestDone(number, "done"))
    client.attach(engine)
    owner = QObject()
    number = client.request(ReportStatus(), owner, got.append)
    client.submit(ReportStatus())
    assert got == []
    qtbot.waitUntil(lambda: bool(got))
    assert got == [RequestDone(number, "done")]


def test_replies_and_failures_have_separate_callbacks(asking):
    first, second = asking.ask("fi"), asking.ask("po")
    asking.reply(RequestFailed(second, "no words"))
    asking.reply(WordsSuggested(first, "fi"))
    asking.reply(WordsSuggested(first, "fi"))  # it has been answered already
    assert asking.got == ["no words", "fi"]


def test_only_the_last_newest_request_of_an_owner_is_delivered(asking):
    other = QObject()
    old, apart = asking.ask("f", newest=True), asking.ask("p", owner=other, newest=True)
    new = asking.ask("fi", newest=True)
    for number, text in ((old, "f"), (apart, "p"), (new, "fi"), (new, "fi, better")):
        asking.reply(WordsSuggested(number, text))
    assert asking.got == ["p", "fi", "fi, better"]


def test_a_newer_request_does_not_replace_another_kind(asking):
    take = asking.got.append
    check = CheckCitation("notes.md#L1", "text")
    number = asking.client.request(check, asking.owner, lambda done: take(done.message))
    asking.ask("p", newest=True)
    asking.reply(RequestDone(number, "checked"))
    assert asking.got == ["checked"]


def test_nothing_is_delivered_to_a_deleted_or_unsubscribed_owner(asking):
    shiboken6.delete(gone := QObject())
    lost, dropped = asking.ask("gone", owner=gone), asking.ask("dropped")
    asking.client.forget(asking.owner)
    asking.reply(WordsSuggested(lost, "gone"))
    asking.reply(WordsSuggested(dropped, "dropped"))
    assert asking.got == []


def test_a_request_does_not_keep_its_owner_alive(asking):
    owner = QObject()
    known = weakref.ref(owner)
    asking.ask("gone", owner=owner, newest=True)
    shiboken6.delete(owner)
    del owner
    asking.ask("next", newest=True)
    assert known() is None


def test_an_export_reports_its_progress_and_then_its_text(asking):
    got = []
    number = asking.client.request(CheckCitation(""), asking.owner, got.append)
    replies = [ExportProgress(number, 10, 20), ExportRendered(number, "text", None)]
    for reply in replies:
        asking.reply(reply)
    assert got == replies


def test_events_without_a_request_are_signalled(qtbot, asking):
    with qtbot.waitSignal(asking.client.status_changed) as changed:
        asking.reply(StatusChanged(LibraryStatus(chunks=3)))
    with qtbot.waitSignal(asking.client.noticed) as noticed:
        asking.reply(Notice("repaired"))
    assert changed.args == [LibraryStatus(chunks=3)]
    assert noticed.args == [Notice("repaired")]


def test_each_event_is_delivered_in_its_own_turn_in_order(qtbot):
    client = EngineClient()
    seen = []

    def take(event):
        seen.append(event.message)
        if event.message == "1":
            client.post(Notice("3"))  # events posted in the meantime are not lost

    client.event_received.connect(take)
    for number in range(3):
        client.post(Notice(str(number)))
    QTimer.singleShot(0, lambda: seen.append("a key"))
    qtbot.waitUntil(lambda: "3" in seen)
    assert [one for one in seen if one != "a key"] == ["0", "1", "2", "3"]
    assert seen.index("a key") < seen.index("2")


def test_a_request_without_an_engine_raises_an_error(qtbot):
    with pytest.raises(RuntimeError):
        EngineClient().submit(ReportStatus())


def test_no_event_arrives_after_shut(qtbot):
    client = EngineClient()
    seen = []
    client.event_received.connect(seen.append)
    client.post(Notice("on its way"))
    client.shut()
    client.post(Notice("too late"))
    QCoreApplication.processEvents()
    assert seen == []
