"""Opening a document at a passage, after the passage was compared with the file."""

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
    RequestFailed,
    format_uri,
)
from twofold.ui.client import EngineClient
from twofold.ui.i18n.citation_text import words_of_place
from twofold.ui.i18n.label_text import isolated
from twofold.ui.i18n.library_words import why_no_file
from twofold.ui.i18n.translation import tr
from twofold.ui.opening.opener import DocumentOpener
from twofold.ui.widgets.messages import BarMessage

# Reading a file of thousands of pages again takes longer than a user waits for its program.
_PATIENCE_MS = 1_500
# Two presses of Enter within this time, or holding it down, are one request; programs take longer
# to show a file.
_REPEAT_SECONDS = 1.0


class CheckedOpening(QObject):
    """Compares a passage with its file before the file is opened at it. Runs on the UI thread.

    `clock` returns seconds: two requests within one second open a file once.

    Signals:
        opening: the path of a file that is about to be opened.
        message: a BarMessage, when the passage is not where it was found.
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
        self._hit: Hit | None = None  # that is still being compared with its file
        self._clock = clock
        self._asked: tuple[object, float] | None = None
        self.patience = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self.patience.timeout.connect(self._open_unchecked)

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
        self._open_unchecked()  # one that is still being checked is to be opened as well
        if hit.not_read:  # only its name is known: there is no passage to compare
            self.opener.open(hit.absolute_path, None)
            return
        self._hit = hit
        path = f"{hit.folder}/{hit.doc_path}" if hit.folder else hit.doc_path
        check = CheckCitation(format_uri(path, hit.citation.place), hit.text)
        self._client.request(check, self, self._on_check, self._on_failure, newest=True)
        self.patience.start()

    def refuses(self, hit: Hit) -> bool:
        """Whether the hit's document has no file here; if so, say it."""
        if hit.library:
            self.opener.refused.emit(why_no_file(hit.library), hit.absolute_path)
        return bool(hit.library)

    def _no_longer_waiting(self) -> Hit | None:
        """Return the hit that is not open yet, if there is one; it is opened now."""
        self.patience.stop()
        hit, self._hit = self._hit, None
        return hit

    def _open_unchecked(self) -> None:
        """Wait no longer; the message about what is found comes later."""
        hit = self._no_longer_waiting()
        if hit is not None:
            # What is cited inside an archive or a message has no place in the file itself.
            is_file = hit.absolute_path.endswith(hit.doc_path)
            self.opener.open(hit.absolute_path, hit.citation.place if is_file else None)

    def _on_failure(self, failure: RequestFailed) -> None:
        """Open the file where its program opens it: the position of the passage is not known."""
        hit = self._no_longer_waiting()
        if hit is not None:
            self.message.emit(BarMessage(failure.message, failure.hint))
            self.opener.open(hit.absolute_path, None)

    def _on_check(self, reply: CitationChecked) -> None:
        """Open what was found; where the file is open already, only the message is sent."""
        hit, found = self._no_longer_waiting(), reply.citation
        if found.state is not CitationState.EXACT:
            self.message.emit(BarMessage(_words_of(found)))
        if hit is None or not found.absolute_path:
            return
        is_file = found.absolute_path.endswith(found.path)
        place = hit.citation.place if found.state is CitationState.EXACT else found.place
        self.opener.open(found.absolute_path, place if is_file else None)


def _words_of(found: CheckedCitation) -> str:
    if found.place is None and not found.absolute_path:
        return tr("{path} is not there any more.").format(path=isolated(found.path))
    if found.place is None:
        words = tr("{path} was changed and no longer holds this passage.")
        return words.format(path=isolated(found.path))
    if found.state is CitationState.MOVED:
        words = tr("The passage has moved: it now stands in {path}, {place}.")
    else:
        words = tr("The passage was changed: most of it stands in {path}, {place}.")
    return words.format(path=isolated(found.path), place=words_of_place(found.place))
