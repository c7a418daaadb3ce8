"""Opening a document at a passage, after checking the passage against the file."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from twofold.engine.api import (
    CheckCitation,
    CheckedCitation,
    CitationChecked,
    CitationState,
    Hit,
    NoteOpened,
    RequestFailed,
    format_uri,
)
from twofold.ui.client import EngineClient
from twofold.ui.i18n.citation_text import format_place
from twofold.ui.i18n.label_text import isolated
from twofold.ui.i18n.library_texts import missing_file_reason
from twofold.ui.i18n.translation import tr
from twofold.ui.opening.opener import DocumentOpener
from twofold.ui.widgets.messages import BarMessage

# Reading a file of thousands of pages again takes longer than users want to wait.
_MAX_WAIT_MS = 1_500
# Two requests within this time, for example by holding down Enter, count as one; programs need
# longer to show a file.
_REPEAT_SECONDS = 1.0


class CheckedOpening(QObject):
    """Checks a passage against its file before opening the file. Runs on the UI thread.

    `clock` returns seconds: two requests within one second open a file once.

    Signals:
        opening: the path of a file that is about to be opened.
        message: a BarMessage, if the passage is not where it was found.
    """

    opening = Signal(str)
    message = Signal(object)

    def __init__(
        self,
        client: EngineClient,
        opener: DocumentOpener,
        parent: QObject,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._client = client
        self.opener = opener
        self._hit: Hit | None = None  # the hit that is being checked
        self._clock = clock
        self._asked: tuple[object, float] | None = None
        self.wait_timer = QTimer(self, singleShot=True, interval=_MAX_WAIT_MS)
        self.wait_timer.timeout.connect(self._open_unchecked)

    def open(self, hit: Hit) -> None:
        """Open the hit's document at its passage."""
        if self.refuses(hit):
            return
        before, now = self._asked, self._clock()
        opens = (hit.folder, hit.doc_path, hit.citation.place)
        self._asked = (opens, now)
        if before is not None and before[0] == opens and now - before[1] < _REPEAT_SECONDS:
            return
        self.opening.emit(hit.absolute_path)
        self._client.request(
            NoteOpened(hit.chunk_id, in_program=True), self, _ignore, _ignore, newest=True
        )
        self._open_unchecked()  # also open a hit that is still being checked
        if hit.not_read:  # there is no passage to check
            self.opener.open(hit.absolute_path, None)
            return
        self._hit = hit
        path = f"{hit.folder}/{hit.doc_path}" if hit.folder else hit.doc_path
        check = CheckCitation(format_uri(path, hit.citation.place), hit.text)
        self._client.request(check, self, self._on_check, self._on_failure, newest=True)
        self.wait_timer.start()

    def refuses(self, hit: Hit) -> bool:
        """Return whether the hit has no local file; if so, report it."""
        if hit.library:
            self.opener.refused.emit(missing_file_reason(hit.library), hit.absolute_path)
        return bool(hit.library)

    def _stop_waiting(self) -> Hit | None:
        """Stop the timer and return the hit that is not open yet, if any."""
        self.wait_timer.stop()
        hit, self._hit = self._hit, None
        return hit

    def _open_unchecked(self) -> None:
        """Open the file without waiting for the check, whose message may follow."""
        hit = self._stop_waiting()
        if hit is not None:
            # An embedded document has no location in the file itself.
            self.opener.open_hit(hit, hit.citation.place)

    def _on_failure(self, failure: RequestFailed) -> None:
        """Open the file without a location, because it is unknown."""
        hit = self._stop_waiting()
        if hit is not None:
            self.message.emit(BarMessage(failure.message, failure.hint))
            self.opener.open_hit(hit, None)

    def _on_check(self, reply: CitationChecked) -> None:
        """Open the file at the checked location; if it is already open, only send the message."""
        hit, found = self._stop_waiting(), reply.citation
        if found.state is not CitationState.EXACT:
            is_unchecked = found.state is CitationState.UNCHECKED
            self.message.emit(BarMessage(found.sentence if is_unchecked else _words_of(found)))
        if hit is None or not found.absolute_path:
            return
        if found.state is CitationState.EXACT:
            self.opener.open_hit(hit, hit.citation.place)
        else:
            self.opener.open_document(found.absolute_path, found.path, found.place)


def _words_of(found: CheckedCitation) -> str:
    if found.place is None and not found.absolute_path:
        return tr("{path} no longer exists.").format(path=isolated(found.path))
    if found.place is None:
        words = tr("{path} was changed and no longer contains this passage.")
        return words.format(path=isolated(found.path))
    if found.state is CitationState.MOVED:
        words = tr("The passage has moved to {path}, {place}.")
    else:
        words = tr("The passage was changed. The most similar text is in {path}, {place}.")
    return words.format(path=isolated(found.path), place=format_place(found.place))


def _ignore(_reply: object) -> None:
    """Ignore whether a document was recorded as opened."""
