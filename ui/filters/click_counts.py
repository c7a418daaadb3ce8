"""What a click on each row would list: the very search is carried out, a few rows at a time.

The rankings take their best hundred each, so how these are spread over folders or languages says
little of what is there: with a filter chosen, another hundred comes up. Hits come first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from PySide6.QtCore import QObject, QTimer, Signal

from engine.api import (
    ClicksCounted,
    CountClicks,
    KindCounts,
    Listed,
    RequestFailed,
    SearchRequest,
)
from ui.answer import HITS_SHOWN
from ui.client import EngineClient
from ui.filters.selection import ChoiceState, FilterSelection, FoundBy, Gesture, Section

PAUSE_MS = 300
# One letter waits for one row at most; a batch is what is shown at once.
_BATCH = 8

Row = tuple[Section, str]
Numbers = dict[str, int]


class ClickCounts(QObject):
    """Asks for the rows that can be seen and are not known yet.

    `rows` gives these; `is_current` says whether the answer shown is the one that is wanted.

    Signals:
        counted: a Section, and the numbers of some of its values.
    """

    counted = Signal(object, object)

    def __init__(
        self,
        client: EngineClient,
        rows: Callable[[], tuple[Row, ...]],
        is_current: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._client = client
        self._rows = rows
        self._is_current = is_current
        self._request: SearchRequest | None = None
        self._selection = FilterSelection()
        self._with_weak = False
        self._begin_anew()
        self._soon = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._soon.timeout.connect(self._ask_next)

    def _begin_anew(self) -> None:
        self._client.forget(self)
        self._known: dict[Row, Listed] = {}
        self._asked: tuple[Row, ...] = ()
        self._at_once = _BATCH
        self._refused: set[Row] = set()  # what cannot be counted keeps no other row from it

    @property
    def is_settled(self) -> bool:
        """Whether every row in view tells what a click on it would list, where that can be told."""
        return self._request is None or next(self._unknown(), None) is None

    def _unknown(self) -> Iterator[Row]:
        return (r for r in self._rows() if r not in self._known and r not in self._refused)

    def ask(self, request: SearchRequest, selection: FilterSelection, *, with_weak: bool) -> None:
        """Count for an answer to `request`; nothing is counted where nothing was searched for."""
        self._selection, self._with_weak = selection, with_weak
        self._begin_anew()
        self._request = request if request.query.strip() or request.like else None
        self._soon.start()

    def select(self, selection: FilterSelection) -> None:
        """Follow the filters; another choice of 'found by' makes no other search."""
        if selection.as_filters() != self._selection.as_filters():
            self._begin_anew()
        self._selection = selection
        self.tell_again()

    def want_more(self) -> None:
        """Count rows that have come into view."""
        if not self._asked:
            self._soon.start()

    def show_weak(self, *, with_weak: bool) -> None:
        """Tell the numbers with the weak matches, or without them."""
        self._with_weak = with_weak
        self.tell_again()

    def tell_again(self) -> None:
        """Tell all that is known: rows were filled anew."""
        self._tell(tuple(self._known))

    def _ask_next(self) -> None:
        if self._request is None or not self._is_current():
            return
        self._asked = tuple(islice(self._unknown(), self._at_once))
        if self._asked:
            clicks = tuple(self._after_click(*row).as_filters() for row in self._asked)
            search = replace(self._request, k=HITS_SHOWN, with_facets=False)
            count, client = CountClicks(search, clicks), self._client
            client.request(count, self, self._take_counts, self._ask_one_by_one, newest=True)

    def _after_click(self, section: Section, value: str) -> FilterSelection:
        """Return the filters that a click on a row leads to; on the only one chosen, those now."""
        selection = self._selection
        is_alone = selection.values(section) == (value,)
        if is_alone and selection.state(section, value) is ChoiceState.IN:
            return selection
        return selection.after(section, value, Gesture.ONLY)

    def _ask_one_by_one(self, _: RequestFailed) -> None:
        """Try again after a failure; a row that fails by itself is left as it is."""
        if self._at_once == 1:
            self._refused.update(self._asked)
        self._asked, self._at_once = (), 1
        self._soon.start()

    def _take_counts(self, event: ClicksCounted) -> None:
        counted = self._asked[: len(event.listed)]
        self._known |= dict(zip(counted, event.listed, strict=True))
        self._asked = ()
        self._tell(counted)
        if counted:
            self._ask_next()
        else:
            self._soon.start()  # a search came in between

    def _tell(self, rows: tuple[Row, ...]) -> None:
        numbers: dict[Section, Numbers] = {}
        for section, value in rows:
            listed = self._known[section, value]
            numbers.setdefault(section, {})[value] = self._number(listed)
        for section, values in numbers.items():
            self.counted.emit(section, values)

    def _number(self, listed: Listed) -> int:
        shown = self._kinds(listed.strong) + (self._kinds(listed.weak) if self._with_weak else 0)
        is_full = shown == HITS_SHOWN  # then the line above the hits tells how many were found
        return max(shown, listed.found) if is_full else shown

    def _kinds(self, counts: KindCounts) -> int:
        """Count what 'found by' leaves."""
        chosen = self._selection.values(Section.FOUND_BY)
        excluded = self._selection.values(Section.FOUND_BY, excluded=True)
        if not chosen and not excluded:
            return counts.total
        kinds = {
            FoundBy.BOTH.value: counts.both,
            FoundBy.KEYWORDS.value: counts.keywords,
            FoundBy.MEANING.value: counts.meaning,
        }
        return sum(
            number
            for kind, number in kinds.items()
            if (not chosen or kind in chosen) and kind not in excluded
        )
