"""What a click in a section would give, where the section itself filters already."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from engine.api import SearchFinished, SearchRequest
from ui.client import EngineClient
from ui.filters.selection import FilterSelection, Section

# After the rest of the hits has been asked for: those come first.
PAUSE_MS = 400


class SectionCounts(QObject):
    """Counts each section that filters once more without its own choices, one after the other.

    Signals:
        counted: the Section and the Facets found without its choices.
    """

    counted = Signal(object, object)

    def __init__(self, client: EngineClient, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._client = client
        self._open: list[tuple[Section, SearchRequest]] = []
        self._soon = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._soon.timeout.connect(self._ask_next)

    def ask(self, request: SearchRequest, selection: FilterSelection) -> None:
        """Count for an answer to `request`; what was still open is not asked any more."""
        chosen = dict.fromkeys(choice.section for choice in selection.choices)
        self._open = [
            (section, _without(request, selection, section))
            for section in chosen
            if section is not Section.FOUND_BY
        ]
        self._client.forget(self)
        self._soon.stop()
        if self._open:
            self._soon.start()

    def forget(self) -> None:
        """Ask no more: another answer is shown."""
        self._open = []
        self._client.forget(self)
        self._soon.stop()

    def _ask_next(self) -> None:
        if self._open:
            section, request = self._open.pop(0)
            # Not the window's caller: its searches and these would take each other's place.
            self._client.request(
                request,
                self,
                partial(self._take_counts, section),
                lambda _: self._ask_next(),
                newest=True,
                caller="section counts",
            )

    def _take_counts(self, section: Section, reply: SearchFinished) -> None:
        self.counted.emit(section, reply.response.facets)
        self._ask_next()


def _without(request: SearchRequest, selection: FilterSelection, section: Section) -> SearchRequest:
    filters = selection.without_section(section).as_filters()
    return replace(request, filters=filters, k=1, with_facets=True, rerank=False)
