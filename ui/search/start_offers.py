"""What the start page offers: saved and recent searches, and questions to the sample library."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from engine.api import LibraryStatus
from ui.search.search_memory import SavedSearch
from ui.search.search_offers import search_offers
from ui.search.search_states import SearchStates
from ui.search.searches import Searches


class StartOffers(QObject):
    """Keeps the offers in step with what is remembered and with the library.

    `sample_root` is the folder of the sample library, to which questions are offered while nobody
    has asked anything yet.

    Signals:
        changed: the start page, where it is shown, is to be filled once more.
    """

    changed = Signal()

    def __init__(
        self,
        searches: Searches,
        states: SearchStates,
        open_saved: Callable[[SavedSearch], None],
        find: Callable[[str], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._searches, self._states = searches, states
        self._open_saved, self._find = open_saved, find
        self.sample_root, self._has_sample = "", False
        searches.changed.connect(self.show)

    def take_status(self, status: LibraryStatus) -> None:
        """Note whether the library holds the sample library."""
        before = self._has_sample
        self._has_sample = any(one.root == self.sample_root for one in status.folders)
        if before != self._has_sample:
            self.show()

    def show(self) -> None:
        """Offer what there is."""
        memory, forget = self._searches.memory, self._searches.forget
        offers = search_offers(memory, self._open_saved, self._find, self._has_sample, forget)
        self._states.set_start_offers(offers)
        self.changed.emit()
