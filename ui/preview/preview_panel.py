"""The preview: a document opened at the chosen passage."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QLabel, QStackedWidget, QVBoxLayout, QWidget

from engine.api import PlaceKind, Preview
from ui.i18n.message_catalogue import translated
from ui.preview.page_view import PageView
from ui.preview.preview_head import PreviewHead
from ui.preview.read_view import ReadView
from ui.preview.reading import Reading, reading_of
from ui.preview.rich_document import RichDocument
from ui.preview.text_view import TextView
from ui.theme import Theme
from ui.widgets.decoration import set_surface
from ui.widgets.incremental_task import IncrementalTask

_LEFT = ((0, 12), (42, 0), (42, 103), (0, 115))
_RIGHT = ((50, 0), (92, 12), (92, 115), (50, 103))
_GAP = 30


class FoldPicture(QWidget):
    """Two dashed halves of a folded sheet above one sentence."""

    def __init__(self, theme: Theme, sentence: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._sentence = sentence
        self.setAccessibleName(sentence)

    def sizeHint(self) -> QSize:
        """Room for the picture and the sentence."""
        return QSize(320, 240)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint both in the middle."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(self._theme.color("text3"), 1.5, Qt.PenStyle.CustomDashLine)
        pen.setDashPattern([2, 2])
        painter.setPen(pen)
        left = (self.width() - 92) / 2
        top = max(16.0, (self.height() - 115 - 38) / 2)
        painter.translate(left, top)
        for half in (_LEFT, _RIGHT):
            painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in half]))
        painter.translate(-left, -top)
        painter.setFont(self._theme.font(13))
        painter.setPen(self._theme.color("text2"))
        area = QRectF(16, top + 115 + _GAP, self.width() - 32, 40)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(area, flags, self._sentence)


_RESIZE_PAUSE_MS = 250


class PreviewPanel(QWidget):
    """Head, notice and the view that suits the document.

    Signals:
        page_wanted: the number of another page, or of the same page at another width.
    """

    page_wanted = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._preview: Preview | None = None
        self._coming: Preview | None = None
        self._turns = IncrementalTask(self)
        self._match = self._turned_to = 0
        self._asked = ("", 0, 0)
        self._wants_plain = False
        self.head = PreviewHead(theme, self)
        self.text_view = TextView(theme, self)
        self.read_view = ReadView(theme, self)
        self.page_view = PageView(theme, self)
        self._empty = FoldPicture(theme, self.tr("The page of a passage appears here."), self)
        self._empty_holder = _on_desk(self._empty)
        self._notice = self._make_label(theme)
        self._failure = self._make_label(theme)
        self._stack = QStackedWidget(self)
        self.views = (self.text_view, self.read_view, self.page_view)
        for view in (self._empty_holder, *self.views, self._failure):
            self._stack.addWidget(view)
        self._resize_pause = QTimer(self)
        self._resize_pause.setSingleShot(True)
        self._resize_pause.setInterval(_RESIZE_PAUSE_MS)
        self._resize_pause.timeout.connect(self._ask_for_width)
        self._lay_out()
        self._connect_signals()
        self.show_nothing()

    def _make_label(self, theme: Theme) -> QLabel:
        label = QLabel(self)
        label.setFont(theme.font(12))
        label.setProperty("tone", "warn")
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setContentsMargins(16, 6, 16, 6)
        return label

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for widget in (self.head, self._notice):
            layout.addWidget(widget)
        layout.addWidget(self._stack, 1)

    def _connect_signals(self) -> None:
        self.head.page_stepped.connect(self.step_page)
        self.page_view.page_stepped.connect(self.step_page)
        self.head.match_stepped.connect(self.step_match)
        self.head.plain_wanted.connect(self._show_plain)
        self._theme.changed.connect(self._colour_anew)

    @property
    def preview(self) -> Preview | None:
        """What is shown, None for nothing."""
        return self._preview

    @property
    def awaited(self) -> Preview | None:
        """What is shown, or what is here already and is shown in a moment."""
        return self._coming or self._preview

    @property
    def _is_leaving(self) -> bool:
        """Whether another document or page is to come in place of the one shown."""
        return bool(self._turned_to) or self.awaited is not self._preview

    def show_nothing(self) -> None:
        """Show the empty desk."""
        self._await(None)
        self._preview = None
        self._notice.hide()
        self.head.show_nothing()
        self._stack.setCurrentWidget(self._empty_holder)

    def show_failure(self, message: str, hint: str, chunk_id: str = "") -> None:
        """Say why the document of a passage cannot be shown; the head tells of no other one."""
        self._await(None)
        if self._preview is not None and self._preview.chunk_id != chunk_id:
            self._preview = None
            self.head.show_nothing(self.tr("Preview"))
        self._failure.setText(translated(f"{message} {hint}".strip()))
        self._notice.hide()
        self._stack.setCurrentWidget(self._failure)

    @property
    def failure_text(self) -> str:
        """Why nothing is shown, '' when something is."""
        return self._failure.text() if self._stack.currentWidget() is self._failure else ""

    def open_preview(self, preview: Preview) -> None:
        """Show a document as `show_preview` does, in turns: reading a long one takes a while."""
        self._await(preview)
        self._turns.start(self._opening(preview))

    def show_preview(self, preview: Preview) -> None:
        """Show a document at its passage; the page shown before, at another width, where it was."""
        self._await(preview)
        for _ in self._opening(preview):
            pass

    def _await(self, preview: Preview | None) -> None:
        """Show no document that was to come before this one."""
        self._turns.drop()
        self._coming = preview
        self._turned_to = 0

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
        self._show(preview, reading, written)

    def _show(
        self, preview: Preview, reading: Reading | None, written: RichDocument | None
    ) -> None:
        is_same = _is_same_page(self._preview, preview)
        if not _stands_at(self._preview, preview):
            self._asked = ("", 0, 0)
        self._preview = preview
        self.head.plain.setVisible(reading is not None)
        self.head.show_preview(preview)
        self._show_notice(translated(preview.notice))
        if preview.place_kind is PlaceKind.PAGE and preview.image is not None:
            self._stack.setCurrentWidget(self.page_view)
            self.page_view.show_page(preview.image, keep_place=is_same)
            self._resize_pause.start()
        elif reading is None or written is None or not self._read(preview, reading, written):
            self._show_text(preview)
        view = self._view()
        if not is_same:
            self._match = view.first
        self.head.show_match(self._match, view.match_count)

    def _read(self, preview: Preview, reading: Reading, written: RichDocument) -> bool:
        """Show a document as it is read; False where its passage has no place in that."""
        if self._stack.currentWidget() is not self.read_view:
            self.read_view.forget()  # or it would lay out the document of before once more
        self._stack.setCurrentWidget(self.read_view)  # before, as places depend on its width
        if not self.read_view.show_reading(reading, preview, written):
            self.head.plain.hide()
            return False
        if reading.is_cut and not preview.notice:
            self._show_notice(self.tr("Only the part around the passage is shown."))
        return True

    def _show_plain(self, wanted: bool) -> None:  # noqa: FBT001  as the signal brings it
        self._wants_plain = wanted
        if self._coming is not None:
            self.show_preview(self._coming)

    def _colour_anew(self) -> None:
        """Begin anew with a document that is still coming: it may be written in other colours."""
        if self._coming is not None and self._coming is not self._preview:
            self.open_preview(self._coming)

    def _show_text(self, preview: Preview) -> None:
        self._stack.setCurrentWidget(self.text_view)
        if self.text_view.show_text(preview) and not preview.notice:
            self._show_notice(self.tr("Only the part around the passage is shown."))

    def _show_notice(self, notice: str) -> None:
        self._notice.setText(notice)
        self._notice.setVisible(bool(notice))

    def _view(self) -> TextView | ReadView | PageView:
        shown = self._stack.currentWidget()
        if shown is self.read_view:
            return self.read_view
        return self.page_view if shown is self.page_view else self.text_view

    def take_focus(self) -> None:
        """Let the keys work in the document, if one is shown."""
        shown = self._stack.currentWidget()
        if shown in self.views:
            shown.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def page_width(self) -> int:
        """Return the pixels a page image should be wide; also before a page is shown."""
        return self.page_view.render_width(self._stack.width())

    def step_match(self, step: int) -> None:
        """Go to the next (+1) or the previous (-1) match, round at the ends."""
        count = self._view().match_count
        if self._preview is None or not count:
            return
        self._match = (self._match + step) % count
        self._view().go_to_match(self._match)
        self.head.show_match(self._match, count)

    def step_page(self, step: int) -> None:
        """Ask for the next or the previous page, counted from one that is on its way."""
        awaited = self.awaited
        page = step + (self._turned_to or (awaited.page if awaited else 0))
        if awaited is not None and 1 <= page <= awaited.pages:
            self._turned_to = page
            self.page_wanted.emit(page)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for a sharp page once the width stands still."""
        super().resizeEvent(event)
        if self._preview is not None and self._preview.image is not None:
            self._resize_pause.start()

    def _ask_for_width(self) -> None:
        preview = self._preview
        if preview is None or preview.image is None or self._is_leaving:
            return  # what comes in its place is measured when it is shown
        wanted = (preview.chunk_id, preview.page, self.page_width())
        # Some widths cannot be had (a sheet as long as a street): each is asked for once.
        if abs(preview.image.width - wanted[2]) > 1 and wanted != self._asked:
            self._asked = wanted
            self.page_wanted.emit(preview.page)


def _is_addition(before: Preview, preview: Preview) -> bool:
    """Say whether a preview is the one before together with its nearest sentence."""
    if preview.nearest is None or before != replace(preview, nearest=None, image=before.image):
        return False
    if before.image is None or preview.image is None:
        return before.image is preview.image
    return before.image.width == preview.image.width


def _stands_at(before: Preview | None, preview: Preview) -> bool:
    """Say whether a preview is of the same passage and the same page as the one before."""
    if before is None:
        return False
    return (before.chunk_id, before.page) == (preview.chunk_id, preview.page)


def _is_same_page(before: Preview | None, preview: Preview) -> bool:
    """Say whether a page is shown once more, rendered for another width."""
    if before is None or before.image is None or preview.image is None:
        return False
    return _stands_at(before, preview) and before.image.width != preview.image.width


def _on_desk(widget: QWidget) -> QWidget:
    holder = QWidget()
    set_surface(holder, "desk")
    layout = QVBoxLayout(holder)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(widget)
    return holder
