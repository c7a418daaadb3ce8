"""What is open over the window when a query comes from outside: it goes, or says what came."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QBoxLayout, QDialog, QWidget

from ui.messages import Message, MessageBar
from ui.sanitize import shortened
from ui.theme import Theme


@runtime_checkable
class HoldsWork(Protocol):
    """A dialog in which a person may have begun what closing it would throw away."""

    @property
    def holds_work(self) -> bool:
        """Whether something would be lost now."""


class ModalDialogs(QObject):
    """Lets a person see what was just asked for, at no cost of what they were doing in `window`.

    A dialog that only shows things, or keeps what is done in it at once, is closed as by Esc. One
    with begun work stays, and says that the answer is behind it.
    """

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme, self._window = theme, window

    def make_way(self, query: str) -> None:
        """Close what hides the hits of `query`, from the top down, as far as nothing is lost."""
        while (popup := QApplication.activePopupWidget()) is not None and popup.close():
            pass
        while (dialog := self._top()) is not None:
            if isinstance(dialog, HoldsWork) and dialog.holds_work:
                self._tell(dialog, query)
                return
            dialog.reject()
            dialog.hide()  # whatever it answers: the loop must come to its end

    def _top(self) -> QDialog | None:
        dialog = over = QApplication.activeModalWidget()
        while over is not None and over is not self._window:
            over = over.parentWidget()
        return dialog if over is not None and isinstance(dialog, QDialog) else None

    def _tell(self, dialog: QDialog, query: str) -> None:
        words = self.tr("Searched for ‘{query}’. Close this dialog to see what was found.")
        told = words.format(query=shortened(query))
        self._note_in(dialog).show_message(Message(told, is_warning=False))
        dialog.raise_()
        dialog.activateWindow()

    def _note_in(self, dialog: QDialog) -> MessageBar:
        """Return the bar of a dialog, at its top where it had none."""
        known = dialog.findChild(MessageBar)
        if known is not None:
            return known
        bar = MessageBar(self._theme, dialog)
        layout = dialog.layout()
        if isinstance(layout, QBoxLayout):
            layout.insertWidget(0, bar)
        return bar
