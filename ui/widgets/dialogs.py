"""The size of dialogs: fitted to the screen, remembered between openings."""

from __future__ import annotations

from PySide6.QtCore import QChildEvent, QEvent, QObject, QSettings, QSize, Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

# A title bar and the edges of a window, which nobody tells before it is shown.
_FRAME = QSize(16, 48)


def open_size(wanted: QSize, screen: QSize) -> QSize:
    """Return the size of a dialog that wants `wanted` where `screen` is free, without its frame."""
    return wanted.boundedTo(screen - _FRAME)


def fit_to_screen(dialog: QWidget, width: int, height: int) -> None:
    """Give a dialog or a window this size, or less where the screen of its window has less."""
    parent = dialog.parentWidget()
    screen = (parent.window() if parent else dialog).screen()
    dialog.resize(open_size(QSize(width, height), screen.availableSize()))


class DialogSizes(QObject):
    """Remembers the sizes of the dialogs of `window` in `remembered`, each by the name of its kind.

    A dialog that is as large as what it says, of no size of its own, stays so.
    """

    def __init__(self, window: QWidget, remembered: QSettings) -> None:
        super().__init__(window)
        self._remembered = remembered
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hear of dialogs when they are complete, and of their coming and going."""
        if isinstance(event, QChildEvent) and event.type() is QEvent.Type.ChildPolished:
            child = event.child()
            if isinstance(child, QDialog) and not isinstance(child, QFileDialog):
                child.installEventFilter(self)
        elif isinstance(watched, QDialog) and not event.spontaneous():
            if event.type() is QEvent.Type.Show:
                self._restore(watched)
            elif event.type() is QEvent.Type.Hide:
                self._keep(watched)
        return False

    def _restore(self, dialog: QDialog) -> None:
        size = self._remembered.value(_place(dialog))
        if isinstance(size, QSize) and size.isValid() and _has_own_size(dialog):
            dialog.resize(open_size(size, dialog.screen().availableSize()))

    def _keep(self, dialog: QDialog) -> None:
        if _has_own_size(dialog) and not dialog.isMaximized():
            self._remembered.setValue(_place(dialog), dialog.size())


def _has_own_size(dialog: QDialog) -> bool:
    return dialog.testAttribute(Qt.WidgetAttribute.WA_Resized)


def _place(dialog: QDialog) -> str:
    return f"dialogs/{type(dialog).__name__}"
