"""Repeats a search because the library has changed, but not under the hands of a person."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from ui.results.result_list import ResultList
from ui.search.search_controller import SearchController


class DeferredRefresh(QObject):
    """Runs on the UI thread.

    Who has selected several hits is about to do something with them. Another answer may lack some,
    as a copy that was read since stands for its original, and they would be selected no more. So
    the search waits until one hit at most is selected; another search takes its place.
    """

    def __init__(
        self, controller: SearchController, results: ResultList, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self._results = results
        self._is_due = False
        # An answer that is shown anew selects one hit first, and then the others again.
        self._look = QTimer(self, singleShot=True, interval=0)
        self._look.timeout.connect(self._refresh_if_free)
        results.selectionModel().selectionChanged.connect(self._selection_changed)
        controller.answered.connect(self._forget)
        controller.failed.connect(self._forget)

    def repeat(self) -> None:
        """Send the newest search again, now or when the hits that are selected are given up."""
        self._is_due = True
        self._refresh_if_free()

    def _selection_changed(self) -> None:
        if self._is_due:
            self._look.start()

    def _refresh_if_free(self) -> None:
        if self._is_due and not self._holds:
            self._is_due = False
            self._controller.repeat()

    @property
    def _holds(self) -> bool:
        """Whether the hits shown, which are the answer wanted, have several selected ones."""
        several = len(self._results.selectionModel().selectedIndexes()) > 1
        return several and self._controller.is_answered

    def _forget(self, *_: object) -> None:
        self._is_due = False
