"""Items that stay hidden while their removal can be undone and until it is carried out."""

from __future__ import annotations

from collections.abc import Callable

from twofold.ui.widgets.undo import UndoBar


class PendingRemovals:
    """The ids of hidden items; `show` refreshes the visible items after every change.

    A removal is carried out when it can no longer be undone. The item stays hidden until
    `drop_settled` is called, because the engine may need a moment.
    """

    def __init__(self, undo: UndoBar, show: Callable[[], None]) -> None:
        self._undo, self._show = undo, show
        self._ids: set[str] = set()
        self._undoable = ""

    def __contains__(self, item: str) -> bool:
        return item in self._ids

    def remove(
        self,
        item: str,
        words: str,
        carry_out: Callable[[], object],
        on_undone: Callable[[], object] = lambda: None,
    ) -> None:
        """Hide an item and offer to undo it with the text `words`."""

        def undo() -> None:
            self._undoable = ""
            self._ids.discard(item)
            on_undone()
            self._show()

        def settle() -> None:
            self._undoable = ""
            carry_out()

        self._undo.settle()
        self._ids.add(item)
        self._show()
        self._undo.offer(words, undo, settle)
        self._undoable = item

    def drop_settled(self) -> None:
        """Forget the items whose removal was carried out or has failed."""
        self._ids &= {self._undoable}
