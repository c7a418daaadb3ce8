"""Common parts of dialogs: a base class, closing dialogs, and a reset with undo."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QByteArray, QSettings, QSize, Qt
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QWidget,
)

from twofold.ui.i18n.label_text import shortened
from twofold.ui.i18n.translation import tr
from twofold.ui.theme import Theme
from twofold.ui.widgets.messages import BarMessage, MessageBar

# Title bar and borders of a window, whose sizes are unknown before it is shown.
_FRAME = QSize(16, 48)
_REMEMBERED = "remembered"


def remember_dialogs(window: QWidget, remembered: QSettings) -> None:
    """Make the dialogs of `window` store their geometry in `remembered`."""
    window.setProperty(_REMEMBERED, remembered)


class BaseDialog(QDialog):
    """A dialog that is deleted when it is closed.

    With `size`, it first opens at that size, limited to the screen, and later with its last
    geometry. Without `size`, it is as large as its content.
    """

    def __init__(
        self, title: str, parent: QWidget | None = None, *, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self._remembered = _settings_of(parent) if size else None
        if size:
            fit_to_screen(self, *size)
        if self._remembered is not None:
            geometry = self._remembered.value(self._key)
            if isinstance(geometry, QByteArray):
                self.restoreGeometry(geometry)

    @property
    def holds_work(self) -> bool:
        """Whether closing the dialog would lose the user's work."""
        return False

    @property
    def _key(self) -> str:
        return f"dialogs/{type(self).__name__}"

    def make_button(self, words: str, act: Callable[[], object]) -> QPushButton:
        """Return a button that calls `act`; Enter in a field does not trigger it."""
        button = QPushButton(words, self)
        button.setAutoDefault(False)
        button.clicked.connect(lambda _: act())
        return button

    def foot_row(self, *left: QWidget) -> QHBoxLayout:
        """Return the bottom row of the dialog: some widgets, and a close button."""
        self.close_button = self.make_button(tr("Close"), self.accept)
        row = QHBoxLayout()
        row.setSpacing(8)
        for widget in left:
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.close_button)
        return row

    def done(self, result: int) -> None:
        """Close, and store the geometry."""
        if self._remembered is not None:
            self._remembered.setValue(self._key, self.saveGeometry())
        super().done(result)


def _settings_of(widget: QWidget | None) -> QSettings | None:
    while widget is not None:
        remembered = widget.property(_REMEMBERED)
        if isinstance(remembered, QSettings):
            return remembered
        widget = widget.parentWidget()
    return None


def open_size(wanted: QSize, screen: QSize) -> QSize:
    """Return the size of a dialog limited to the available screen area, without its frame."""
    return wanted.boundedTo(screen - _FRAME)


def fit_to_screen(window: QWidget, width: int, height: int) -> None:
    """Resize a dialog or window, limited to the screen of its window."""
    parent = window.parentWidget()
    screen = (parent.window() if parent else window).screen()
    window.resize(open_size(QSize(width, height), screen.availableSize()))


def close_dialogs_over(window: QWidget, query: str, theme: Theme) -> None:
    """Close popups and dialogs that cover the results of `query` in `window`, topmost first.

    A dialog with unsaved work stays open, with a message about the results behind it.
    """
    while (popup := QApplication.activePopupWidget()) is not None and popup.close():
        pass
    while (dialog := QApplication.activeModalWidget()) is not None:
        if not isinstance(dialog, QDialog) or not _is_above(dialog, window):
            return
        if isinstance(dialog, BaseDialog) and dialog.holds_work:
            words = tr("Searched for ‘{query}’. Close this dialog to see the results.")
            message = BarMessage(words.format(query=shortened(query)), is_warning=False)
            _message_bar(dialog, theme).show_message(message)
            dialog.raise_()
            dialog.activateWindow()
            return
        dialog.reject()
        dialog.hide()  # hide it even if reject() was overridden, so that the loop ends


def _is_above(dialog: QWidget | None, window: QWidget) -> bool:
    while dialog is not None and dialog is not window:
        dialog = dialog.parentWidget()
    return dialog is window


def _message_bar(dialog: QDialog, theme: Theme) -> MessageBar:
    """Return the message bar of a dialog, or a new one over its bottom."""
    bar = dialog.findChild(MessageBar)
    if bar is None:
        bar = MessageBar(theme, dialog)
        bar.keep_clear_of(*dialog.findChildren(QPushButton))
    return bar


def search_field(words: str, parent: QWidget) -> QLineEdit:
    """Return a field with a clear button and `words` as placeholder and accessible name."""
    field = QLineEdit(parent)
    field.setPlaceholderText(words)
    field.setAccessibleName(words)
    field.setClearButtonEnabled(True)
    return field


class ResetAllButton(QPushButton):
    """A button that calls `reset`, which returns an undo function or None if nothing was reset.

    `is_changed` returns whether there is anything to reset. Call `refresh` after every other
    change, because a reset can only be undone directly afterwards.
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
        """Show 'Reset all', enabled if there is anything to reset."""
        self._offer(None)

    def _offer(self, undo: Callable[[], None] | None) -> None:
        self._undo = undo
        self.setText(tr("Undo reset") if undo else tr("Reset all"))
        self.setEnabled(undo is not None or self._is_changed())

    def _act(self) -> None:
        if self._undo is None:
            self._offer(self._reset())
        else:
            self._undo()
            self.refresh()
        self.setFocus()  # it may have been disabled, which removes the focus
