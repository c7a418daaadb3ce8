"""Opening the document of a hit at its passage, wherever that stands by now."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from engine.api import (
    CheckCitation,
    CheckedCitation,
    CitationChecked,
    CitationState,
    Hit,
    RequestFailed,
    format_uri,
)
from ui.citation_text import words_of_place
from ui.client import EngineClient
from ui.preview.open_document import DocumentOpener
from ui.widgets.messages import Message

# A file of thousands of pages takes longer to read again than a person waits for its program.
_PATIENCE_MS = 1_500
# Enter pressed twice, or held down, is meant once; programs take longer than this to show a file.
_TWICE_S = 1.0


class CheckedOpening(QObject):
    """Compares a passage with its file before the file is opened at it. Runs on the UI thread.

    `clock` tells seconds: what is asked for twice within one is opened once.

    Signals:
        said: a Message, when the passage is not where it was found.
    """

    said = Signal(object)

    def __init__(
        self,
        client: EngineClient,
        opener: DocumentOpener,
        parent: QObject,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._opener = opener
        self._hit: Hit | None = None
        self._clock = clock
        self._asked: Hit | None = None
        self._asked_at = 0.0
        self.patience = QTimer(self)
        self.patience.setSingleShot(True)
        self.patience.setInterval(_PATIENCE_MS)
        self.patience.timeout.connect(self._open_unchecked)

    def open(self, hit: Hit) -> None:
        """Open the hit's document at its passage."""
        if self._is_asked_twice(hit):
            return
        self._open_unchecked()  # one that is still being looked at is wanted as well
        self._hit = hit
        path = f"{hit.folder}/{hit.doc_path}" if hit.folder else hit.doc_path
        uri = format_uri(path, hit.citation.place)
        check = CheckCitation(uri, hit.text)
        self._client.request(check, self, self._take_check, self._take_failure, newest=True)
        self.patience.start()

    def _is_asked_twice(self, hit: Hit) -> bool:
        now = self._clock()
        before, passed = self._asked, now - self._asked_at
        self._asked, self._asked_at = hit, now
        if before is None or passed >= _TWICE_S:
            return False
        return _what_opens(before) == _what_opens(hit)

    def _open_unchecked(self) -> None:
        """Wait no longer; what is found later is still said."""
        hit, self._hit = self._hit, None
        if hit is not None:
            self._opener.open(hit.absolute_path, hit.citation.place if _is_file(hit) else None)

    def _take_check(self, reply: CitationChecked) -> None:
        self.patience.stop()
        hit, self._hit = self._hit, None
        self._open_checked(hit, reply.citation)

    def _take_failure(self, failure: RequestFailed) -> None:
        """Open the file where its program opens it: where the passage stands is not known."""
        self.patience.stop()
        hit, self._hit = self._hit, None
        if hit is not None:
            self.said.emit(Message(failure.message, failure.hint))
            self._opener.open(hit.absolute_path, None)

    def _open_checked(self, hit: Hit | None, found: CheckedCitation) -> None:
        """Open what was found; without a `hit` it is open already, and only news is said."""
        if found.state is not CitationState.EXACT:
            self.said.emit(Message(self._words(found)))
        if hit is None or not found.absolute_path:
            return
        is_file = found.absolute_path.endswith(found.path)
        place = hit.citation.place if found.state is CitationState.EXACT else found.place
        self._opener.open(found.absolute_path, place if is_file else None)

    def _words(self, found: CheckedCitation) -> str:
        if found.place is None and not found.absolute_path:
            return self.tr("{path} is not there any more.").format(path=found.path)
        if found.place is None:
            words = self.tr("{path} was changed and no longer holds this passage.")
            return words.format(path=found.path)
        if found.state is CitationState.MOVED:
            words = self.tr("The passage has moved: it now stands in {path}, {place}.")
        else:
            words = self.tr("The passage was changed: most of it stands in {path}, {place}.")
        return words.format(path=found.path, place=words_of_place(found.place))


def _what_opens(hit: Hit) -> tuple[object, ...]:
    return (hit.folder, hit.doc_path, hit.citation.place)


def _is_file(hit: Hit) -> bool:
    # What is cited inside an archive or a message has no place in the file itself.
    return hit.absolute_path.endswith(hit.doc_path)
