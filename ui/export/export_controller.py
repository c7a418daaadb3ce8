"""Asks the engine to render and write exports, and to check changed passages before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QLocale, QObject, Signal

from engine.api import (
    EXPORT_WORDS,
    IN_ENGLISH,
    CancelExport,
    CheckCitation,
    CheckedCitation,
    CheckTarget,
    CitationChecked,
    CitationState,
    ExportHits,
    ExportProgress,
    ExportRendered,
    ExportWords,
    Hit,
    RequestFailed,
    format_uri,
)
from ui.client import EngineClient
from ui.i18n.citation_text import label_in_words, words_of_place
from ui.i18n.translation import tr, translated


def export_words() -> ExportWords:
    """Return what exports for people are written in."""
    language = QLocale.languageToCode(QLocale().language())
    said = {str(text): tr(text) for text in EXPORT_WORDS}
    if all(text == words for text, words in said.items()):
        return IN_ENGLISH  # no translation is there
    return ExportWords(language, said, translated, label_in_words)


# Each is read from its file again: more would keep the thread of the previews busy for long.
_MOST_CHECKED = 100


class PlaceChecks(QObject):
    """Asks the engine about one passage after another, on the UI thread.

    Signals:
        found: a sentence, whenever another passage was looked at.
    """

    found = Signal(str)

    def __init__(self, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._waiting: list[Hit] = []
        self._states: Counter[CitationState] = Counter()
        self._moved: CheckedCitation | None = None

    def begin(self, hits: Iterable[Hit]) -> None:
        """Check those of the hits whose files have changed since they were indexed."""
        self._waiting = [hit for hit in hits if hit.stale][:_MOST_CHECKED]
        self._waiting.reverse()
        self._states.clear()
        self._next()

    def stop(self) -> None:
        """Check no more."""
        self._waiting.clear()
        self._client.forget(self)

    def _next(self) -> None:
        if not self._waiting:
            return
        hit = self._waiting.pop()
        path = f"{hit.folder}/{hit.doc_path}" if hit.folder else hit.doc_path
        uri = format_uri(path, hit.citation.place)
        check = CheckCitation(uri, hit.text)
        self._client.request(check, self, self._on_check, lambda _: self._next(), newest=True)

    def _on_check(self, reply: CitationChecked) -> None:
        self._states[reply.citation.state] += 1
        if reply.citation.state is CitationState.MOVED:
            self._moved = reply.citation
        self.found.emit(self._sentence())
        self._next()

    def _sentence(self) -> str:
        states, parts = self._states, []
        if number := states[CitationState.MOVED]:
            parts.append(self._moved_words(number))
        for state, words in (
            (CitationState.CHANGED, tr("{n} changed")),
            (CitationState.GONE, tr("{n} gone")),
            (CitationState.EXACT, tr("{n} as cited")),
        ):
            if states[state]:
                parts.append(words.format(n=states[state]))
        return tr("In the files now: {parts}.").format(parts=", ".join(parts))

    def _moved_words(self, number: int) -> str:
        place = self._moved.place if self._moved else None
        if number > 1 or place is None:
            return tr("{n} moved").format(n=number)
        return tr("1 moved to {place}").format(place=words_of_place(place))


class ExportController(QObject):
    """Runs on the UI thread; only the newest answer counts, and what was asked before is given up.

    Signals:
        rendered: the text of the newest preview, or of what is to be copied.
        written: the `ExportRendered` of a file that was written.
        failed: the sentence and the hint.
        progressed: how many passages of how many are done, while an export takes a while.
        place_checked: the `TargetChecked` of the place asked about last.
    """

    rendered = Signal(str)
    written = Signal(object)
    failed = Signal(str, str)
    progressed = Signal(int, int)
    place_checked = Signal(object)

    def __init__(self, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._latest_id = 0
        self._is_busy = False

    @property
    def is_busy(self) -> bool:
        """Whether an answer is awaited."""
        return self._is_busy

    def render(self, export: ExportHits) -> None:
        """Ask for the text of an export."""
        self._submit(replace(export, target=None))

    def write(self, export: ExportHits, target: Path, *, overwrite: bool) -> None:
        """Ask for a file; an existing one is replaced only with `overwrite`."""
        self._submit(replace(export, target=target, overwrite=overwrite))

    def check(self, target: Path) -> None:
        """Ask whether a file could be written there."""
        question, take = CheckTarget(target), self.place_checked.emit
        self._client.request(question, self, take, newest=True)

    def cancel(self) -> None:
        """Give up what is under way; nothing more is heard of it."""
        if self._is_busy:
            self._is_busy = False
            self._client.forget(self, ExportHits)
            self._client.submit(CancelExport(self._latest_id))

    def _submit(self, export: ExportHits) -> None:
        self.cancel()
        self._latest_id = self._client.request(export, self, self._on_reply, self._on_failure)
        self._is_busy = True

    def _on_reply(self, reply: ExportProgress | ExportRendered) -> None:
        if isinstance(reply, ExportProgress):
            self.progressed.emit(reply.done, reply.total)
            return
        self._is_busy = False
        if reply.target is None:
            self.rendered.emit(reply.text)
        else:
            self.written.emit(reply)

    def _on_failure(self, failure: RequestFailed) -> None:
        self._is_busy = False
        self.failed.emit(translated(failure.message), translated(failure.hint))
