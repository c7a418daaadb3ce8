"""Find in document: a bar with a field, and the matches on the pages of the document."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QToolButton, QWidget

from twofold.engine.api import PageMatches, Preview
from twofold.ui.i18n.formatting import grouped
from twofold.ui.i18n.translation import tr
from twofold.ui.preview.match_strip import page_beyond
from twofold.ui.preview.page_view import PageView
from twofold.ui.preview.read_view import ReadView
from twofold.ui.preview.text_view import TextView
from twofold.ui.theme import Theme
from twofold.ui.widgets import layouts
from twofold.ui.widgets.decoration import restyle, set_surface

_PAUSE_MS = 150
_HEIGHT = 40
_MAX_FIELD_WIDTH = 400
_MAX_SELECTED = 60  # a longer selection is to be copied, not to be found


class FindBar(QFrame):
    """A field for the text to find, the number of the match, and buttons.

    Signals:
        stepped: go to the next (+1) or previous (-1) match.
        closed: the bar was closed.
    """

    stepped = Signal(int)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        set_surface(self, "window")
        self.setFixedHeight(_HEIGHT)
        self.field = QLineEdit(self)
        self.field.setPlaceholderText(tr("Find in the document"))
        self.field.setAccessibleName(tr("Find in the document"))
        self.field.setClearButtonEnabled(True)
        self.count = QLabel(self)
        self.count.setFont(theme.font(12, tabular=True))
        self.count.setProperty("tone", "text2")
        back = self._button(theme, "chevron-up", tr("Previous match (Shift+Enter)"))
        forward = self._button(theme, "chevron-down", tr("Next match (Enter)"))
        close = self._button(theme, "x", tr("Close (Esc)"))
        back.clicked.connect(lambda: self.stepped.emit(-1))
        forward.clicked.connect(lambda: self.stepped.emit(1))
        close.clicked.connect(self.close_bar)
        self.field.setMaximumWidth(_MAX_FIELD_WIDTH)
        parts = ((self.field, _MAX_FIELD_WIDTH), self.count, back, forward, close, ...)
        layouts.row(*parts, margins=(16, 0, 8, 6), spacing=4, parent=self)
        self.hide()

    def _button(self, theme: Theme, icon: str, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setIcon(theme.icon(icon, "text2", 14))
        button.setIconSize(QSize(14, 14))
        button.setFixedSize(28, 28)
        button.setAccessibleName(name)
        button.setToolTip(name)
        return button

    def open_bar(self, text: str = "") -> None:
        """Show the bar with its text selected, or with another text."""
        if text:
            self.field.setText(text)
        self.show()
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def close_bar(self) -> None:
        """Hide the bar."""
        self.hide()
        self.closed.emit()

    def show_count(self, words: str, *, is_missing: bool = False) -> None:
        """Show the number of the match; `is_missing` emphasizes that there is none."""
        self.count.setText(words)
        self.count.setProperty("tone", "warn" if is_missing else "text2")
        restyle(self.count)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go to the next match with Enter, and to the previous one with Shift+Enter."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            is_back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.stepped.emit(-1 if is_back else 1)
        else:
            super().keyPressEvent(event)


class Finder(QObject):
    """Finds the text of a FindBar in the view of a document, and on its other pages.

    `view` returns the view that is shown. The pages with matches are requested by `requested`, and
    then set with `use_pages`.

    Signals:
        requested: the text to count on all pages of the document.
        page_requested: the number of a page with matches.
    """

    requested = Signal(str)
    page_requested = Signal(int)

    def __init__(self, bar: FindBar, view: Callable[[], TextView | ReadView | PageView]) -> None:
        super().__init__(bar)
        self._bar, self._view = bar, view
        self._document = ""
        self._page, self._pages = 0, 0
        self._matches: tuple[PageMatches, ...] = ()
        self._is_counted = False
        self._step_on_page = 0  # to the first or last match, once another page is shown
        self._pause = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._pause.timeout.connect(lambda: self.requested.emit(self.text))
        bar.field.textChanged.connect(lambda: self._find(is_new=True))
        bar.stepped.connect(self.step)
        bar.closed.connect(self._forget)

    @property
    def text(self) -> str:
        """The text to find; '' while the bar is closed."""
        return "" if self._bar.isHidden() else self._bar.field.text().strip()

    def open(self) -> None:
        """Show the bar, with the selected text if it is short."""
        selected = " ".join(self._view().selected_text().split())
        self._bar.open_bar(selected if len(selected) <= _MAX_SELECTED else "")
        self._find(is_new=True)

    def use_document(self, preview: Preview) -> None:
        """Find the text in a document or page that has just been shown."""
        document = f"{preview.absolute_path}\0{preview.member}"
        is_other = document != self._document
        self._document, self._page, self._pages = document, preview.page, preview.pages
        self._find(is_new=is_other)

    def use_pages(self, text: str, matches: tuple[PageMatches, ...]) -> None:
        """Set the pages of the document that contain `text`."""
        if text == self.text:
            self._matches, self._is_counted = matches, True
            self._show_count()

    def _find(self, *, is_new: bool) -> None:
        """Mark the matches in the view; `is_new` means another text or another document."""
        view, text = self._view(), self.text
        if is_new:
            self._matches, self._is_counted, self._step_on_page = (), self._pages <= 1, 0
            self._pause.stop()
            if text and self._pages > 1:
                self._pause.start()
        view.find_all(text)
        if view.found and (is_new or self._step_on_page):
            view.go_to_found(len(view.found) - 1 if self._step_on_page < 0 else 0)
        self._step_on_page = 0
        self._show_count()

    def step(self, step: int) -> None:
        """Go to the next or previous match, on another page if there is none left on this one."""
        view = self._view()
        index = view.found_at + step
        if 0 <= index < len(view.found):
            view.go_to_found(index)
        elif page := page_beyond(self._matches, self._page, step):
            self._step_on_page = step
            self.page_requested.emit(page)
        elif view.found:
            view.go_to_found(index % len(view.found))
        self._show_count()

    def _show_count(self) -> None:
        view = self._view()
        here = len(view.found)
        others = [one for one in self._matches if one.page != self._page]
        total = here + sum(one.count for one in others)
        before = sum(one.count for one in takewhile(lambda one: one.page < self._page, others))
        if not self.text:
            self._bar.show_count("")
        elif here:
            number, found = grouped(before + view.found_at + 1), grouped(total)
            self._bar.show_count(tr("{number} of {total}").format(number=number, total=found))
        elif others:
            self._bar.show_count(tr("{n} on other pages").format(n=grouped(total)))
        elif self._is_counted:
            self._bar.show_count(tr("No match"), is_missing=True)
        else:
            self._bar.show_count(tr("Searching…"))

    def _forget(self) -> None:
        """Remove the marks, and return the focus to the document."""
        self._pause.stop()
        view = self._view()
        view.find_all("")
        view.setFocus(Qt.FocusReason.OtherFocusReason)
