"""The preview: a document opened at the chosen passage."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import QObject, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QPolygonF, QResizeEvent
from PySide6.QtWidgets import QLabel, QStackedWidget, QVBoxLayout, QWidget

from twofold.engine.api import Preview
from twofold.ui.i18n.label_text import shortened
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.preview.page_view import PageView
from twofold.ui.preview.preview_head import PreviewHead
from twofold.ui.preview.read_view import ReadView
from twofold.ui.preview.reading import Reading, reading_of
from twofold.ui.preview.rich_document import RichDocument
from twofold.ui.preview.text_view import TextView
from twofold.ui.theme import Theme
from twofold.ui.widgets.decoration import make_label, restyle

_LEFT_HALF = ((0, 12), (42, 0), (42, 103), (0, 115))
_RIGHT_HALF = ((50, 0), (92, 12), (92, 115), (50, 103))
_RESIZE_PAUSE_MS = 250


class IncrementalTask(QObject):
    """Carries out one piece of work at a time; a newer one takes the place of what is left.

    Between its parts the event loop takes keys and paints.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._work: Iterator[None] = iter(())
        self._next = QTimer(self, singleShot=True)
        self._next.timeout.connect(self._take_turn)

    def start(self, work: Iterator[None]) -> None:
        """Carry out `work`, up to its first `yield` at once, and one part in each turn."""
        self._work = work
        self._take_turn()

    def drop(self) -> None:
        """Leave undone what is left."""
        self._next.stop()
        self._work = iter(())

    def _take_turn(self) -> None:
        work = self._work
        ended = object()
        if next(work, ended) is not ended and work is self._work:
            self._next.start(0)


class PreviewPanel(QWidget):
    """Head, notice and the view that suits the document.

    Signals:
        page_requested: the number of another page, or of the same page at another width.
    """

    page_requested = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._preview: Preview | None = None
        self._coming: Preview | None = None
        self._turns = IncrementalTask(self)
        self._turned_to = 0
        self._asked_width = 0
        self._wants_plain = False
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
        self._resize_pause = QTimer(self, singleShot=True, interval=_RESIZE_PAUSE_MS)
        self._resize_pause.timeout.connect(self._ask_for_width)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.head)
        layout.addWidget(self._notice)
        layout.addWidget(self._stack, 1)
        self.page_view.zoomed.connect(self._resize_pause.start)
        self.head.plain.toggled.connect(self._show_plain)
        theme.changed.connect(self._colour_anew)
        self.show_nothing()

    def _make_label(self, theme: Theme) -> QLabel:
        label = make_label(theme, self, tone="warn", wrap=True)
        label.setContentsMargins(16, 6, 16, 6)
        return label

    @property
    def preview(self) -> Preview | None:
        """What is shown, None for nothing."""
        return self._preview

    @property
    def awaited(self) -> Preview | None:
        """What is shown, or what is here already and is shown in a moment."""
        return self._coming or self._preview

    def show_nothing(self) -> None:
        """Show the empty desk."""
        self._await(None)
        self._preview = None
        self._notice.hide()
        self.head.show_nothing()
        self._empty.show_sentence(tr("The page of a passage appears here."))
        self._stack.setCurrentWidget(self._empty)
        for view in self.views:
            view.forget()

    def show_loading(self, name: str) -> None:
        """Show which document is being opened, and no other one in the meantime."""
        self._await(None)
        self._preview = None
        self._notice.hide()
        words = tr("Opening {name}…").format(name=shortened(name))
        self.head.show_nothing(words)
        self._empty.show_sentence(words)
        self._stack.setCurrentWidget(self._empty)

    @property
    def is_empty(self) -> bool:
        """True while neither a document nor a failure is shown."""
        return self._stack.currentWidget() is self._empty

    def show_failure(self, message: str, hint: str, chunk_id: str = "") -> None:
        """Say why the document of a passage cannot be shown; the head names no other one."""
        self._await(None)
        if self._preview is not None and self._preview.chunk_id != chunk_id:
            self._preview = None
            self.head.show_nothing(tr("Preview"))
        self._failure.setText(translated(message, hint))
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
            self.page_view.show_page(preview.image, keep_place=is_other_size)
            self._resize_pause.start()
        elif reading is not None and written is not None and self._read(preview, reading, written):
            is_cut = reading.is_cut
        else:
            self._stack.setCurrentWidget(self.text_view)
            is_cut = self.text_view.show_text(preview)
        cut = tr("Only the part around the passage is shown.") if is_cut else ""
        self._notice.setText(translated(preview.notice) or cut)
        self._notice.setVisible(bool(self._notice.text()))
        self._notice.setProperty("tone", "text2" if preview.library else "warn")
        restyle(self._notice)
        self.head.show_match(self._view().match, len(self._view().matches))
        for view in self.views:
            if view is not self._view():
                view.forget()

    def _read(self, preview: Preview, reading: Reading, written: RichDocument) -> bool:
        """Show a document as it is read; False where its passage has no place in that."""
        if self._stack.currentWidget() is not self.read_view:
            self.read_view.forget()  # or it would lay out the last document once more
        self._stack.setCurrentWidget(self.read_view)  # before, as places depend on its width
        is_read = self.read_view.show_reading(reading, preview, written)
        self.head.plain.setVisible(is_read)
        return is_read

    def _show_plain(self, wanted: bool) -> None:  # noqa: FBT001  as the signal brings it
        self._wants_plain = wanted
        if self._coming is not None:
            self.show_preview(self._coming)

    def _colour_anew(self) -> None:
        """Begin anew with a document that is still coming: it may be written in other colours."""
        if self._coming is not None and self._coming is not self._preview:
            self.open_preview(self._coming)

    def _view(self) -> TextView | ReadView | PageView:
        """Return the view of the document, also while an empty desk or a failure is shown."""
        return next((v for v in self.views if v is self._stack.currentWidget()), self.text_view)

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
        view = self._view()
        if self._preview is not None and len(view.matches):
            view.go_to_match((view.match + step) % len(view.matches))
            self.head.show_match(view.match, len(view.matches))

    def step_page(self, step: int) -> None:
        """Ask for the next or the previous page, counted from one that is on its way."""
        awaited = self.awaited
        page = step + (self._turned_to or (awaited.page if awaited else 0))
        if awaited is not None and 1 <= page <= awaited.pages:
            self._turned_to = page
            self.page_requested.emit(page)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Turn pages; a text takes these keys itself."""
        step = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}.get(Qt.Key(event.key()))
        if step is not None and self._stack.currentWidget() is self.page_view:
            self.step_page(step)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for a sharp page once the width stands still."""
        super().resizeEvent(event)
        if self._preview is not None and self._preview.image is not None:
            self._resize_pause.start()

    def _ask_for_width(self) -> None:
        preview = self._preview
        is_leaving = bool(self._turned_to) or self.awaited is not preview
        if preview is None or preview.image is None or is_leaving:
            return  # what comes in its place is measured when it is shown
        width = self.page_width()
        # Some widths cannot be had (a sheet as long as a street): each is asked for once.
        if abs(preview.image.width - width) > 1 and width != self._asked_width:
            self._asked_width = width
            self.page_requested.emit(preview.page)


class FoldPicture(QWidget):
    """Two dashed halves of a folded sheet above one sentence."""

    def __init__(self, theme: Theme, sentence: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._sentence = sentence
        self.setAccessibleName(sentence)

    def show_sentence(self, sentence: str) -> None:
        """Show another sentence."""
        self._sentence = sentence
        self.setAccessibleName(sentence)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint both in the middle."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.color("desk"))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(self._theme.color("text3"), 1.5, Qt.PenStyle.CustomDashLine)
        pen.setDashPattern([2, 2])
        painter.setPen(pen)
        painter.translate(self.width() / 2, max(16.0, (self.height() - 153) / 2))
        for half in (_LEFT_HALF, _RIGHT_HALF):
            painter.drawPolygon(QPolygonF([QPointF(x - 46, y) for x, y in half]))
        painter.setFont(self._theme.font(13))
        painter.setPen(self._theme.color("text2"))
        area = QRectF(16 - self.width() / 2, 145, self.width() - 32, 40)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(area, flags, self._sentence)


def _place(preview: Preview | None) -> tuple[str, int | None] | None:
    """Return which passage and which page a preview shows."""
    return (preview.chunk_id, preview.page) if preview is not None else None


def _width(preview: Preview | None) -> int | None:
    """Return how wide the image of a page is; None without one."""
    return preview.image.width if preview is not None and preview.image is not None else None


def _is_addition(before: Preview, preview: Preview) -> bool:
    """Say whether a preview is the one before together with its nearest sentence."""
    without = replace(preview, nearest=None, image=before.image)
    return preview.nearest is not None and before == without and _width(before) == _width(preview)
