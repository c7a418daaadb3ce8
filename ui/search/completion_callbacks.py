"""What is to be done with all hits of an answer, as soon as they are here."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from engine.api import SearchResponse
from ui.answer import is_first_page, is_same_search
from ui.search.search_controller import SearchController

Then = Callable[[], None]


class CompletionCallbacks(QObject):
    """Waits for the answer that is wanted, and for the hits behind its first page.

    Where those cannot be had, what waits for them goes on with the hits there are.
    """

    def __init__(self, controller: SearchController, parent: QObject) -> None:
        super().__init__(parent)
        self._controller = controller
        self._until_whole: list[Then] = []
        self._until_answered: list[Then] = []
        controller.unfinished.connect(self.go_on)

    def call(self, then: Then, answer: SearchResponse | None) -> None:
        """Call `then` when all is here, which may be now; `answer` is the one that is shown."""
        controller = self._controller
        # After a failed search nothing comes; the answer to another query is not what was meant.
        is_current = controller.is_answered or not (controller.is_asking and controller.is_awaiting)
        if is_current and (answer is None or not is_first_page(answer)):
            then()
            return
        awaited = self._until_whole if is_current else self._until_answered
        if then not in awaited:  # a key may be pressed twice meanwhile
            awaited.append(then)
        controller.ask_for_rest()

    def take_answer(
        self, before: SearchResponse | None, answer: SearchResponse
    ) -> tuple[Then, ...]:
        """Return what is to be called again for another answer than `before`, once it is shown."""
        is_same = before is not None and is_same_search(before, answer)
        awaited = (*(self._until_whole if is_same else ()), *self._until_answered)
        self.forget()
        return awaited

    def go_on(self) -> None:
        """Call what waited for all hits."""
        awaited, self._until_whole = self._until_whole, []
        for then in awaited:
            then()

    def forget(self) -> None:
        """Wait for nothing: there will be no answer."""
        self._until_whole, self._until_answered = [], []
