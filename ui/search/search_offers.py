"""The start page's rows: saved searches, then recent ones; at first, questions worth asking."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from ui.explain.trace_words import filters_in_words
from ui.i18n.formatting import day
from ui.i18n.label_text import one_line
from ui.search.search_memory import SavedSearch, SearchMemory
from ui.search.state_page import Offer, Removal

_MOST = 5


def search_offers(
    memory: SearchMemory,
    open_saved: Callable[[SavedSearch], None],
    search: Callable[[str], None],
    has_sample: bool = False,  # noqa: FBT001, FBT002 - reads as what there is
    forget: Callable[[str], None] = lambda _query: None,
) -> tuple[Offer, ...]:
    """Return at most five saved and five recent searches; a person may `forget` the recent ones.

    Where there is neither, and the library holds the sample library, questions to that one.
    """
    if has_sample and not memory.saved and not memory.recent:
        return tuple(_example_offer(query, search) for query in _sample_queries())
    known = {kept.query for kept in memory.saved}
    saved = [_saved_offer(kept, open_saved) for kept in memory.saved[-_MOST:][::-1]]
    recent = [_recent_offer(query, search, forget) for query in memory.recent if query not in known]
    return (*saved, *recent[:_MOST])


def _sample_queries() -> tuple[str, ...]:
    """Return questions that the sample library answers."""
    return (
        _tr("why does a finalizer block namespace deletion"),
        _tr("limit the memory a pod may use"),
        _tr("wet books after a burst pipe"),
    )


def _saved_offer(kept: SavedSearch, act: Callable[[SavedSearch], None]) -> Offer:
    title = one_line(kept.query) or filters_in_words(kept.selection.as_filters())
    # QPushButton.clicked passes its checked state, which is no part of this.
    return Offer("bookmark", title, _looked(kept), _tr("Open"), lambda *_: act(kept))


def _recent_offer(query: str, act: Callable[[str], None], forget: Callable[[str], None]) -> Offer:
    removal = Removal(lambda *_: forget(query), lambda *_: forget(""))
    words = _tr("searched before")
    return Offer("clock", one_line(query), words, _tr("Search"), lambda *_: act(query), removal)


def _example_offer(query: str, act: Callable[[str], None]) -> Offer:
    words = _tr("a question to the sample library")
    return Offer("search", query, words, _tr("Search"), lambda *_: act(query))


def _looked(search: SavedSearch) -> str:
    if not search.looked:
        return _tr("saved")
    return _tr("saved; last looked at on {day}").format(day=day(search.looked))


def _tr(text: str) -> str:
    return QCoreApplication.translate("search_offers", text)
