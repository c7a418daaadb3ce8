"""The button that resets everything, and right after that takes the reset back."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QPushButton, QWidget

from ui.i18n.translation import tr


class ResetAllButton(QPushButton):
    """Calls `reset`, which returns how to undo it, or None where nothing was reset.

    `is_changed` says whether there is anything to reset. Call `refresh` whenever something else
    has changed: a reset can be undone at once, or not at all.
    """

    def __init__(
        self,
        reset: Callable[[], Callable[[], None] | None],
        is_changed: Callable[[], bool],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._reset, self._is_changed = reset, is_changed
        self._undo: Callable[[], None] | None = None
        self.setAutoDefault(False)
        self.clicked.connect(self._act)

    def refresh(self) -> None:
        """Offer the reset, where there is anything to reset."""
        self._offer(None)

    def _offer(self, undo: Callable[[], None] | None) -> None:
        self._undo = undo
        self.setText(tr("Undo the reset") if undo else tr("Reset all"))
        self.setEnabled(undo is not None or self._is_changed())

    def _act(self) -> None:
        if self._undo is None:
            self._offer(self._reset())
        else:
            self._undo()
            self.refresh()
        self.setFocus()  # while nothing was changed, it was disabled and lost the focus
