"""The quick search window: a field, a few hits, and nothing else. Keyboard first."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAction,
    QBitmap,
    QCursor,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QRegion,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine.api import Hit, SearchResponse
from ui.i18n import counts
from ui.i18n.translation import tr
from ui.quick.quick_hits import ROW, QuickHits
from ui.search.list_header import CountLine, WeakLine
from ui.search.search_field import LONGEST_QUERY
from ui.search.search_pane import WaitingBar
from ui.theme import Theme

_CORNER_RADIUS = 11  # one less than in the style sheet: the soft edge stays where it can be seen


def cut_corners(window: QWidget) -> None:
    """Cut the corners off under X11.

    A desktop without a compositor shows what is see-through as black, and Qt cannot tell whether
    there is one. With one nothing is seen of the cut. Elsewhere there always is one.
    """
    if QGuiApplication.platformName() == "xcb":
        window.setMask(rounded(window.size()))


def rounded(size: QSize) -> QRegion:
    """Return a rectangle of `size` in pixels with round corners."""
    shape = QBitmap(size)
    shape.fill(Qt.GlobalColor.color0)
    painter = QPainter(shape)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(Qt.GlobalColor.color1)
    painter.drawRoundedRect(shape.rect(), _CORNER_RADIUS, _CORNER_RADIUS)
    painter.end()
    return QRegion(shape)


_BETWEEN = "   "


class KeyHints(QLabel):
    """Stands at the right; the first keys are the ones to know."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFont(theme.font(11))
        self.setProperty("tone", "text3")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._words = tr(
            "Enter: open   Ctrl+Enter: in the window   Ctrl+C: citation   Esc: close"
        ).split(_BETWEEN)

    def fit(self, room: int) -> None:
        """Name as many keys as fit into `room` pixels."""
        width = QFontMetrics(self.font()).horizontalAdvance
        shown = self._words
        while shown and width(_BETWEEN.join(shown)) > room:
            shown = shown[:-1]
        self.setText(_BETWEEN.join(shown))


WIDTH = 680
HITS = 8
_HIGHEST_SHARE = 5  # of the screen's height lies above the window
_BESIDE = 16  # of a screen that is narrower
_FOOT_EDGE = 16
_AROUND_HITS = 112  # the field and the line below the hits
_STEPS = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: HITS,
    Qt.Key.Key_PageUp: -HITS,
}


class QuickWindow(QWidget):
    """Has no frame, stands above others, and goes when something else gets the focus.

    Signals:
        query_edited: the text, after every change by a person.
        open_wanted: a Hit to open at its place; None while there is no hit.
        show_wanted: a Hit to show in the main window, or None.
        citation_wanted: a Hit whose citation is to be copied.
    """

    query_edited = Signal(str)
    open_wanted = Signal(object)
    show_wanted = Signal(object)
    citation_wanted = Signal(object)

    def __init__(self, theme: Theme) -> None:
        flags = Qt.WindowType.Window | Qt.WindowType.FramelessWindowHint
        super().__init__(None, flags | Qt.WindowType.WindowStaysOnTopHint)
        self._theme = theme
        self._response: SearchResponse | None = None
        self._says_copied = False
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self.setWindowTitle(tr("Quick search"))
        self.field = self._make_field()
        self.waiting = WaitingBar(theme, self)
        self.hits = QuickHits(theme, self)
        self.hits.open_wanted.connect(self.open_wanted)
        self.weak = WeakLine(theme, self)
        self.weak.button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.weak.button.clicked.connect(self._show_weak)
        self.count = CountLine(theme, self)
        self.words = QLabel(self)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setWordWrap(True)
        self.words.setFont(theme.font(13))
        self.words.setContentsMargins(20, 12, 20, 12)
        self._keys = KeyHints(theme, self)
        self._lay_out()
        self._sign.setIcon(theme.icon("search", "text2", 16))
        self.show_nothing()

    def _make_field(self) -> QLineEdit:
        field = QLineEdit(self)
        field.setProperty("kind", "search")
        field.setFixedHeight(40)
        field.setMaxLength(LONGEST_QUERY)
        field.setPlaceholderText(tr("Search your documents"))
        field.setAccessibleName(tr("Quick search"))
        self._sign = QAction(field)
        field.addAction(self._sign, QLineEdit.ActionPosition.LeadingPosition)
        field.textEdited.connect(self.query_edited)
        field.installEventFilter(self)
        return field

    def _lay_out(self) -> None:
        panel = self._panel = QFrame(self)
        panel.setProperty("surface", "quick")
        panel.setFixedWidth(WIDTH)
        inside = QVBoxLayout(panel)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.setSpacing(0)
        top = QVBoxLayout()
        top.setContentsMargins(11, 11, 11, 8)
        top.addWidget(self.field)
        inside.addLayout(top)
        for part in (self.waiting, self.hits, self.words, self.weak):
            inside.addWidget(part)
        self._foot = QFrame(panel)
        self._foot.setProperty("edge", "top")
        foot = QHBoxLayout(self._foot)
        foot.setContentsMargins(_FOOT_EDGE, 6, _FOOT_EDGE, 7)
        foot.setSpacing(_FOOT_EDGE)
        foot.addWidget(self.count)
        foot.addWidget(self._keys, 1)
        inside.addWidget(self._foot)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSizeConstraint(QLayout.SizeConstraint.SetFixedSize)  # as high as its parts
        layout.addWidget(panel)

    @property
    def current_hit(self) -> Hit | None:
        """The chosen hit."""
        return self.hits.current_hit

    def activate(self) -> None:
        """Stand above everything on the screen where the pointer is, ready to be typed into."""
        screen = QGuiApplication.screenAt(QCursor.pos()) or QGuiApplication.primaryScreen()
        room: QRect = screen.availableGeometry()
        top = room.top() + room.height() // _HIGHEST_SHARE
        width = min(WIDTH, room.width() - _BESIDE)
        self._panel.setFixedWidth(width)
        self._fit_keys()
        self.move(room.left() + (room.width() - width) // 2, top)
        self.show()
        self.raise_()
        self.activateWindow()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def show_response(self, response: SearchResponse) -> None:
        """Show an answer; its first hit is chosen."""
        self._response = response
        self.hits.take_answer(response)
        self._show_answer()

    def _show_answer(self) -> None:
        listing, response = self.hits.listing, self._response
        if listing is None or response is None:
            return
        self._says_copied = False
        self.count.show_listing(listing, response.trace)
        self.weak.show_listing(listing, shown=self.hits.shows_weak)
        self.weak.set_wanted(wanted=True)
        self._show_parts(words=self._why_nothing(response))

    def _why_nothing(self, response: SearchResponse) -> str:
        """Say why no hit is listed, where none is."""
        if response.trace.filters_only:
            return tr("The filters leave no document.")
        if response.hits:
            return tr("Nothing relevant: no passage is close enough to be called a match.")
        if response.trace.hidden:
            left_out = counts.weak_matches(response.trace.hidden)
            return tr("Nothing relevant; {weak} left out.").format(weak=left_out)
        return tr("No passage has these words.")

    def show_nothing(self) -> None:
        """Show the field alone: nothing was asked."""
        self._clear("")

    def say(self, sentence: str) -> None:
        """Say a sentence in place of the hits."""
        self._clear(sentence)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.words, sentence))

    def say_copied(self) -> None:
        """Say that the citation is in the clipboard."""
        words = tr("The citation is copied")
        self._says_copied = True
        self.count.setText(words)
        self._fit_keys()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.count, words))

    def _clear(self, words: str) -> None:
        self.hits.forget()
        self.count.show_nothing()
        self.weak.set_wanted(wanted=False)
        self._show_parts(words=words)

    def _show_parts(self, *, words: str) -> None:
        """Show the hits, or `words` where there are none."""
        has_hits = bool(self.hits.number)
        self.hits.setVisible(has_hits)
        self.words.setText(words)
        self.words.setVisible(not has_hits and bool(words))
        self.hits.show_at_most(self._most_rows())
        self._fit_keys()

    def _fit_keys(self) -> None:
        """Name the keys for which the count leaves room."""
        room = self._panel.maximumWidth() - self.count.sizeHint().width() - 4 * _FOOT_EDGE
        self._keys.fit(room)

    def _most_rows(self) -> int:
        """Return how many hits fit on the screen below the field; the others are scrolled to."""
        height = self.screen().availableSize().height()
        weak = 0 if self.weak.isHidden() else self.weak.height()
        free = height - height // _HIGHEST_SHARE - _AROUND_HITS - weak
        return max(1, min(HITS, free // ROW))

    # Keys

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the keys of the list work while the field has the focus."""
        is_key = event.type() in {QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride}
        if watched is not self.field or not is_key or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        if not self._is_ours(event):
            return False
        event.accept()
        if event.type() == QEvent.Type.KeyPress:
            self._obey(event)
        return True

    def _is_ours(self, event: QKeyEvent) -> bool:
        if event.matches(QKeySequence.StandardKey.Copy):
            return not self.field.hasSelectedText()
        if _is_citation_key(event):
            return True
        keys = {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape, *_STEPS}
        return event.key() in keys

    def _obey(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_Escape:
            self.hide()
        elif key in _STEPS:
            self._step(_STEPS[key])
        elif event.matches(QKeySequence.StandardKey.Copy) or _is_citation_key(event):
            self.citation_wanted.emit(self.current_hit)
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.show_wanted.emit(self.current_hit)
        else:
            self.open_wanted.emit(self.current_hit)

    def _step(self, by: int) -> None:
        """Choose another hit; Down below the last one brings the weak matches in, if there are."""
        if self._says_copied:
            self._show_answer()  # which was said of the hit before
        hits, listing = self.hits, self.hits.listing
        if by > 0 and hits.is_at_end and listing and listing.has_weak and not hits.shows_weak:
            had_hits = bool(hits.number)
            self._show_weak(wanted=True)
            if not had_hits:
                return
        hits.step(by)

    def _show_weak(self, wanted: bool) -> None:  # noqa: FBT001 - toggled(bool)
        self.hits.show_weak(wanted=wanted)
        self._show_answer()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the corners round."""
        super().resizeEvent(event)
        cut_corners(self)

    def changeEvent(self, event: QEvent) -> None:
        """Go when the person turns to something else."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow():
            self.hide()


def _is_citation_key(event: QKeyEvent) -> bool:
    """Whether these are the keys that copy a citation in the window."""
    shift = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
    return event.key() == Qt.Key.Key_C and event.modifiers() == shift
