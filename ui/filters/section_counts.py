"""What a click in a section would give, where the section itself filters already."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer, Signal

from engine.api import Event, RequestFailed, SearchFinished, SearchRequest
from ui.engine_bridge import EngineBridge
from ui.filters.filter_selection import FilterSelection, Section

# After the rest of the hits has been asked for: those come first.
PAUSE_MS = 400


class SectionCounts(QObject):
    """Counts each section that filters once more without its own choices, one after the other.

    Signals:
        counted: the Section and the Facets found without its choices.
    """

    counted = Signal(object, object)

    def __init__(self, bridge: EngineBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._open: list[tuple[Section, SearchRequest]] = []
        self._asked = 0
        self._soon = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._soon.timeout.connect(self._ask_next)
        bridge.happened.connect(self._take_event)

    def ask(self, request: SearchRequest, selection: FilterSelection) -> None:
        """Count for an answer to `request`; what was still open is not asked any more."""
        chosen = dict.fromkeys(choice.section for choice in selection.choices)
        self._open = [
            (section, _without(request, selection, section))
            for section in chosen
            if section is not Section.FOUND_BY
        ]
        self._asked = 0
        self._soon.stop()
        if self._open:
            self._soon.start()

    def forget(self) -> None:
        """Ask no more: another answer is shown."""
        self._open, self._asked = [], 0
        self._soon.stop()

    def _ask_next(self) -> None:
        if self._open:
            self._asked = self._bridge.submit(self._open[0][1])

    def _take_event(self, event: Event) -> None:
        if not (self._asked and self._open and isinstance(event, SearchFinished | RequestFailed)):
            return
        if event.request_id == self._asked:
            section, _ = self._open.pop(0)
            if isinstance(event, SearchFinished):
                self.counted.emit(section, event.response.facets)
            self._ask_next()
        elif isinstance(event, SearchFinished) and event.request_id > self._asked:
            self._ask_next()  # a later search was answered: this one was dropped for it


def _without(request: SearchRequest, selection: FilterSelection, section: Section) -> SearchRequest:
    filters = selection.without_section(section).as_filters()
    return replace(request, filters=filters, k=1, with_facets=True, rerank=False)
