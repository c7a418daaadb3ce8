"""The preview panel: a document opened at the selected passage."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from PySide6.QtCore import QPoint, Qt, QTimer, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QKeyEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QStackedWidget, QVBoxLayout, QWidget

from twofold.engine.api import Locator, PageMatches, Preview
from twofold.ui.i18n.label_text import shortened
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.preview.find_bar import FindBar, Finder
from twofold.ui.preview.fold_picture import FoldPicture
from twofold.ui.preview.incremental_task import IncrementalTask
from twofold.ui.preview.match_strip import MatchStrip, page_beyond
from twofold.ui.preview.page_view import Fit, PageView
from twofold.ui.preview.preview_head import PreviewHead
from twofold.ui.preview.read_view import ReadView
from twofold.ui.preview.reading import Reading, reading_of
from twofold.ui.preview.rich_document import RichDocument
from twofold.ui.preview.text_view import TextView
from twofold.ui.theme import Theme
from twofold.ui.widgets import layouts
from twofold.ui.widgets.actions import keys_in, shown_key
from twofold.ui.widgets.decoration import make_label, restyle

_RESIZE_PAUSE_MS = 250
_STRIP_FROM_WIDTH = 720


@dataclass(frozen=True, slots=True)
class Quotation:
    """Text selected in the document of a passage; `place` is None if only the passage is known."""

    text: str
    chunk_id: str
    place: Locator | None


class PreviewPanel(QWidget):
    """Header, notice, and the view for the type of the document.

    Signals:
        page_requested: the number of another page, or of the same page at another width.
        quotation_requested: copy the selected text with its citation.
        find_requested: count a text on all pages of the document, for `finder.use_pages`.
    """

    page_requested = Signal(int)
    quotation_requested = Signal()
    find_requested = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preview: Preview | None = None
        self._pending: Preview | None = None
        self._turns = IncrementalTask(self)
        self._requested_page = 0
        self._asked_width = 0
        self._wants_plain = False
        self._ends_at_page = 0  # the page to be shown at its end
        self._match_after_turn = (0, 0)  # the page, and +1 for its first match or -1 for its last
        self.head = PreviewHead(theme, self.step_page, self.step_match, self)
        self.text_view = TextView(theme, self)
        self.read_view = ReadView(theme, self)
        self.page_view = PageView(theme, self)
        self._empty = FoldPicture(theme, "", self)
        self._notice = self._make_label(theme)
        self._failure = self._make_label(theme)
        self._stack = QStackedWidget(self)
        self.views = (self.text_view, self.read_view, self.page_view)
        for view in (self._empty, *self.views, self._failure):
            self._stack.addWidget(view)
        self._find_bar = FindBar(theme, self)
        self.finder = Finder(self._find_bar, self._view)
        self.finder.requested.connect(self.find_requested)
        self.finder.page_requested.connect(self.go_to_page)
        self._resize_pause = QTimer(self, singleShot=True, interval=_RESIZE_PAUSE_MS)
        self._resize_pause.timeout.connect(self._ask_for_width)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(self._notice)
        layout.addWidget(self._find_bar)
        self.strip = MatchStrip(theme, self)
        self.strip.page_chosen.connect(self.go_to_page)
        layout.addLayout(layouts.row(self.strip, (self._stack, 1)), 1)
        self.page_view.zoomed.connect(self._resize_pause.start)
        self.page_view.turned.connect(self._scroll_to_page)
        for view in self.views:
            view.zoomed.connect(self._on_zoomed)
            view.customContextMenuRequested.connect(self._open_menu)
        self.head.plain.toggled.connect(self._show_plain)
        self.head.zoom.stepped.connect(self.zoom_by)
        self.head.zoom.fit_requested.connect(self.fit_to)
        theme.changed.connect(self._restart_with_theme)
        self.show_nothing()

    def _make_label(self, theme: Theme) -> QLabel:
        label = make_label(theme, self, tone="warn", wrap=True)
        label.setContentsMargins(16, 6, 16, 6)
        return label

    @property
    def preview(self) -> Preview | None:
        """The preview that is shown; None if there is none."""
        return self._preview

    @property
    def awaited(self) -> Preview | None:
        """The preview that is being opened, or else the one that is shown."""
        return self._pending or self._preview

    def show_nothing(self) -> None:
        """Show an empty panel."""
        self._set_pending(None)
        self._preview = None
        self._notice.hide()
        self.head.show_nothing()
        self._empty.show_sentence(tr("Select a passage to preview its document."))
        self._stack.setCurrentWidget(self._empty)
        self._find_bar.hide()
        self._arrange_strip()
        for view in self.views:
            view.forget()

    def show_loading(self, name: str) -> None:
        """Show the name of the document that is loading instead of the previous document."""
        self._set_pending(None)
        self._preview = None
        self._notice.hide()
        words = tr("Opening {name}…").format(name=shortened(name))
        self.head.show_nothing(words)
        self._empty.show_sentence(words)
        self._stack.setCurrentWidget(self._empty)

    @property
    def is_empty(self) -> bool:
        """Whether neither a document nor an error is shown."""
        return self._stack.currentWidget() is self._empty

    def show_failure(self, message: str, hint: str, chunk_id: str = "") -> None:
        """Show why a document cannot be previewed; the header names no other document."""
        self._set_pending(None)
        if self._preview is not None and self._preview.chunk_id != chunk_id:
            self._preview = None
            self.head.show_nothing(tr("Preview"))
        self._failure.setText(translated(message, hint))
        self._notice.hide()
        self._stack.setCurrentWidget(self._failure)

    @property
    def failure_text(self) -> str:
        """The error that is shown; '' if there is none."""
        return self._failure.text() if self._stack.currentWidget() is self._failure else ""

    def open_preview(self, preview: Preview) -> None:
        """Show a document like `show_preview`, but in steps, because a long one takes a while."""
        self._set_pending(preview)
        self._turns.start(self._opening(preview))

    def show_preview(self, preview: Preview) -> None:
        """Show a document at its passage; the same page at another width keeps its position."""
        self._set_pending(preview)
        for _ in self._opening(preview):
            pass

    def _set_pending(self, preview: Preview | None) -> None:
        """Replace the document that is being opened."""
        self._turns.drop()
        self._pending = preview
        self._requested_page = 0

    def _opening(self, preview: Preview) -> Iterator[None]:
        if self._preview is not None and _is_addition(self._preview, preview):
            self._preview = preview
            self._view().add_nearest(preview)
            return
        reading = reading_of(preview)
        yield
        written = None
        if reading is not None and not self._wants_plain:
            written = self.read_view.written(reading)
            yield
        before, self._preview = self._preview, preview
        is_same = _place(before) == _place(preview)
        if not is_same:
            self._asked_width = 0
        self.head.plain.setVisible(reading is not None)
        self.head.show_preview(preview)
        is_cut = False
        if preview.image is not None:
            self._stack.setCurrentWidget(self.page_view)
            is_other_size = is_same and _width(before) not in {None, _width(preview)}
            self.page_view.show_page(preview.image, preview.text, keep_place=is_other_size)
            if preview.page == self._ends_at_page:
                bar = self.page_view.verticalScrollBar()
                bar.setValue(bar.maximum())
            self._ends_at_page = 0
            self._go_to_match_after_turn(preview.page)
            self._resize_pause.start()
        elif reading is not None and written is not None and self._read(preview, reading, written):
            is_cut = reading.is_cut
        else:
            self._stack.setCurrentWidget(self.text_view)
            is_cut = self.text_view.show_text(preview)
        cut = tr("Only the text around the passage is shown.") if is_cut else ""
        self._notice.setText(translated(preview.notice) or cut)
        self._notice.setVisible(bool(self._notice.text()))
        self._notice.setProperty("tone", "text2" if preview.library else "warn")
        restyle(self._notice)
        self.head.show_match(self._view().match, len(self._view().matches))
        self._show_zoom()
        for view in self.views:
            if view is not self._view():
                view.forget()
        self._arrange_strip()
        if not (is_same and preview.image is not None):
            self.finder.use_document(preview)

    def _read(self, preview: Preview, reading: Reading, written: RichDocument) -> bool:
        """Show a formatted document; return False if its passage cannot be located in it."""
        if self._stack.currentWidget() is not self.read_view:
            self.read_view.forget()  # otherwise it would lay out the previous document again
        self._stack.setCurrentWidget(self.read_view)  # first, because positions depend on its width
        is_read = self.read_view.show_reading(reading, preview, written)
        self.head.plain.setVisible(is_read)
        return is_read

    def _show_plain(self, wanted: bool) -> None:  # noqa: FBT001 - toggled(bool)
        self._wants_plain = wanted
        if self._pending is not None:
            self.show_preview(self._pending)

    def _restart_with_theme(self) -> None:
        """Open a pending document again, because it may have been built with other colors."""
        if self._pending is not None and self._pending is not self._preview:
            self.open_preview(self._pending)

    def _view(self) -> TextView | ReadView | PageView:
        """Return the current document view, the text view if none is shown."""
        return next((v for v in self.views if v is self._stack.currentWidget()), self.text_view)

    def take_focus(self) -> None:
        """Focus the document, if one is shown."""
        shown = self._stack.currentWidget()
        if shown in self.views:
            shown.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def page_width(self) -> int:
        """Return the width in pixels that a page image should have; also before one is shown."""
        return self.page_view.render_width(self._stack.width())

    # Zooming

    def zoom_by(self, steps: int) -> None:
        """Zoom in or out by steps; 0 for the usual size."""
        self._view().zoom_by(steps)

    def fit_to(self, fitting: Fit) -> None:
        """Zoom until the passage, the width or the page fits, also for later pages."""
        self.page_view.fit_to(fitting)
        self._show_zoom()

    def _on_zoomed(self) -> None:
        """Use the same size for all texts."""
        self._show_zoom()
        if self._view() is not self.page_view:
            self.text_view.zoom = self.read_view.zoom = self._view().zoom

    def _show_zoom(self) -> None:
        view, page = self._view(), self.page_view
        if view is page:
            self.head.show_zoom(page.magnification, page.fitting)
        else:
            self.head.show_zoom(view.zoom, None)

    # Pages with matches

    def show_match_pages(self, matches: tuple[PageMatches, ...]) -> None:
        """Show which pages of the document have matches of the query."""
        self.strip.show_matches(matches)
        if self._preview is not None:
            self.strip.show_page(self._preview.page)
        self._arrange_strip()

    def _arrange_strip(self) -> None:
        """Show the strip if there is space for it; otherwise the context menu lists the pages."""
        is_page = self._stack.currentWidget() is self.page_view
        has_space = self.width() >= _STRIP_FROM_WIDTH
        self.strip.setVisible(is_page and has_space and bool(self.strip.matches))

    # Finding text

    def open_find(self) -> bool:
        """Open the bar for finding text; return False if the preview does not have the focus."""
        focus = QApplication.focusWidget()
        has_focus = focus is not None and self.isAncestorOf(focus)
        if has_focus and self._preview is not None:
            self.finder.open()
            return True
        return False

    def close_find(self) -> bool:
        """Close the bar for finding text; return False if it is not open."""
        if self._find_bar.isHidden():
            return False
        self._find_bar.close_bar()
        return True

    # Selected text

    def quotation(self) -> Quotation | None:
        """Return the selected text and its position in the document; None without a selection."""
        view, preview = self._view(), self._preview
        text = " ".join(view.selected_text().split())
        if preview is None or not text:
            return None
        is_page = view is self.page_view
        span = (preview.page, preview.page) if is_page else view.selected_lines()
        place = Locator(preview.place_kind, *span) if span else None
        return Quotation(text, preview.chunk_id, place)

    def _open_menu(self, at: QPoint) -> None:
        """Open the menu for the text of the document."""
        view, menu = self._view(), QMenu(self)
        has_text = bool(view.selected_text())
        link = self.read_view.anchorAt(at) if view is self.read_view else ""
        if link:
            menu.addAction(tr("Copy link"), lambda: QGuiApplication.clipboard().setText(link))
        for words, keys, act, is_enabled in (
            (tr("Copy"), ["Ctrl+C"], self._copy, has_text),
            (
                tr("Copy with citation"),
                keys_in(self.window(), "copy_quotation"),
                self.quotation_requested.emit,
                has_text,
            ),
            (tr("Select all"), ["Ctrl+A"], view.select_all, True),
            (tr("Find in the document"), keys_in(self.window(), "find"), self.finder.open, True),
        ):
            action = menu.addAction(f"{words}\t{shown_key(keys)}", act)
            action.setEnabled(is_enabled)
        if self.strip.matches and view is self.page_view and self._preview is not None:
            self.strip.add_to(menu.addMenu(tr("Pages with matches")), self._preview.page)
        menu.addSeparator()
        self.head.zoom.add_to(menu)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(view.viewport().mapToGlobal(at))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._view().selected_text())

    def step_match(self, step: int) -> None:
        """Go to the next (+1) or previous (-1) match, if need be on another page."""
        view, preview = self._view(), self._preview
        if preview is None:
            return
        index = view.match + step if view.matches else -1
        pages = self.strip.matches if view is self.page_view else ()
        if not 0 <= index < len(view.matches) and (page := page_beyond(pages, preview.page, step)):
            self._match_after_turn = (page, step)
            self.go_to_page(page)
        elif view.matches:
            view.go_to_match(index % len(view.matches))
            self.head.show_match(view.match, len(view.matches))

    def _go_to_match_after_turn(self, page: int) -> None:
        """Go to the first or last match of a page that was turned to for its matches."""
        (wanted, step), self._match_after_turn = self._match_after_turn, (0, 0)
        view = self.page_view
        if wanted == page and view.matches:
            view.go_to_match(0 if step > 0 else len(view.matches) - 1)

    def _scroll_to_page(self, step: int) -> None:
        """Turn to the next page, or to the end of the previous one."""
        self.step_page(step)
        self._ends_at_page = self._requested_page if step < 0 else 0

    def go_to_page(self, page: int) -> None:
        """Request a page of the document."""
        awaited = self.awaited
        if awaited is not None and 1 <= page <= awaited.pages:
            self._requested_page = page
            self.page_requested.emit(page)

    def step_page(self, step: int) -> None:
        """Request the next or previous page, relative to a page already requested."""
        awaited = self.awaited
        self.go_to_page(step + (self._requested_page or (awaited.page if awaited else 0)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle PgUp and PgDn for page images; a text view handles them itself."""
        step = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}.get(Qt.Key(event.key()))
        if step is not None and self._stack.currentWidget() is self.page_view:
            self.step_page(step)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Request a sharp page once the width has stopped changing."""
        super().resizeEvent(event)
        self._arrange_strip()
        self._show_zoom()
        if self._preview is not None and self._preview.image is not None:
            self._resize_pause.start()

    def _ask_for_width(self) -> None:
        preview = self._preview
        is_leaving = bool(self._requested_page) or self.awaited is not preview
        if preview is None or preview.image is None or is_leaving:
            return  # the next preview requests its own width
        width = self.page_width()
        # Some widths are not possible for very long pages, so each is requested only once.
        if abs(preview.image.width - width) > 1 and width != self._asked_width:
            self._asked_width = width
            self.page_requested.emit(preview.page)


def _place(preview: Preview | None) -> tuple[str, int | None] | None:
    """Return the passage and the page that a preview shows."""
    return (preview.chunk_id, preview.page) if preview is not None else None


def _width(preview: Preview | None) -> int | None:
    """Return the width of the page image; None without an image."""
    return preview.image.width if preview is not None and preview.image is not None else None


def _is_addition(before: Preview, preview: Preview) -> bool:
    """Return whether a preview only adds the most similar sentence to the previous preview."""
    without = replace(preview, nearest=None, image=before.image)
    return preview.nearest is not None and before == without and _width(before) == _width(preview)
