"""The quick search window: a field, a few hits, and nothing else. Keyboard first."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QModelIndex, QObject, QRect, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAction,
    QCursor,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QListView,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from engine.api import Hit, SearchResponse
from ui.quick.corners import cut_corners
from ui.quick.quick_row import ROW, QuickRowDelegate
from ui.results.result_model import HitRole, ResultModel
from ui.search.count_line import CountLine
from ui.search.search_field import LONGEST_QUERY
from ui.search.waiting_bar import WaitingBar
from ui.theme import Theme

WIDTH = 680
HITS = 8
_HIGHEST_SHARE = 5  # of the screen's height lies above the window
_BESIDE = 16  # of a screen that is narrower
_FOOT_EDGE = 16
_BETWEEN_KEYS = "   "
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
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self.setWindowTitle(self.tr("Quick search"))
        self._model = ResultModel(self)
        self.field = self._make_field()
        self.waiting = WaitingBar(theme, self)
        self.hits = self._make_list()
        self.count = CountLine(theme, self)
        self.words = QLabel(self)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setWordWrap(True)
        self.words.setFont(theme.font(13))
        self.words.setContentsMargins(20, 12, 20, 12)
        self._keys = QLabel(self)
        self._keys.setFont(theme.font(11))
        self._keys.setProperty("tone", "text3")
        self._keys.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        self._keys.setAlignment(right)
        self._key_words = self.tr(
            "Enter: open   Ctrl+Enter: in the window   Ctrl+C: citation   Esc: close"
        ).split(_BETWEEN_KEYS)
        self._lay_out()
        theme.changed.connect(self._dress)
        self._dress()
        self.show_nothing()

    def _make_field(self) -> QLineEdit:
        field = QLineEdit(self)
        field.setProperty("kind", "search")
        field.setFixedHeight(40)
        field.setMaxLength(LONGEST_QUERY)
        field.setPlaceholderText(self.tr("Search your documents"))
        field.setAccessibleName(self.tr("Quick search"))
        self._sign = QAction(field)
        field.addAction(self._sign, QLineEdit.ActionPosition.LeadingPosition)
        field.textEdited.connect(self.query_edited)
        field.installEventFilter(self)
        return field

    def _make_list(self) -> QListView:
        hits = QListView(self)
        hits.setAccessibleName(self.tr("Passages found"))
        hits.setFrameShape(QListView.Shape.NoFrame)
        hits.setModel(self._model)
        hits.setItemDelegate(QuickRowDelegate(self._theme, hits))
        hits.setUniformItemSizes(True)
        hits.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keys work in the field
        hits.setMouseTracking(True)
        hits.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        hits.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        hits.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        hits.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        hits.clicked.connect(lambda index: self.open_wanted.emit(index.data(HitRole.HIT)))
        hits.selectionModel().currentChanged.connect(self._tell_chosen)
        return hits

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
        for part in (self.waiting, self.hits, self.words):
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
        hit = self.hits.currentIndex().data(HitRole.HIT)
        return hit if isinstance(hit, Hit) else None

    def come_up(self) -> None:
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
        self._model.set_response(response)
        self.count.show_response(response)
        words = self.tr("No passage has these words.")
        if response.trace.filters_only:
            words = self.tr("The filters leave no document.")
        self._show_parts(hits=bool(response.hits), words=words)
        if response.hits:
            self.hits.setCurrentIndex(self._model.index(0))

    def show_nothing(self) -> None:
        """Show the field alone: nothing was asked."""
        self._model.clear()
        self.count.show_nothing()
        self._show_parts(hits=False, words="")

    def say(self, sentence: str) -> None:
        """Say a sentence in place of the hits."""
        self._model.clear()
        self.count.show_nothing()
        self._show_parts(hits=False, words=sentence)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.words, sentence))

    def say_copied(self) -> None:
        """Say that the citation is in the clipboard."""
        words = self.tr("The citation is copied")
        self.count.setText(words)
        self._fit_keys()
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.count, words))

    def _show_parts(self, *, hits: bool, words: str) -> None:
        self.hits.setVisible(hits)
        self.words.setText(words)
        self.words.setVisible(not hits and bool(words))
        rows = min(self._most_rows(), self._model.rowCount())
        self.hits.setFixedHeight(rows * ROW)
        self._fit_keys()

    def _fit_keys(self) -> None:
        """Name as many keys beside the count as there is room for, the first ones first."""
        room = self._panel.maximumWidth() - self.count.sizeHint().width() - 4 * _FOOT_EDGE
        fits = QFontMetrics(self._keys.font()).horizontalAdvance
        shown = self._key_words
        while shown and fits(_BETWEEN_KEYS.join(shown)) > room:
            shown = shown[:-1]
        self._keys.setText(_BETWEEN_KEYS.join(shown))

    def _most_rows(self) -> int:
        """Return how many hits fit on the screen below the field; the others are scrolled to."""
        height = self.screen().availableSize().height()
        free = height - height // _HIGHEST_SHARE - _AROUND_HITS
        return max(1, min(HITS, free // ROW))

    def _tell_chosen(self, current: QModelIndex, _before: QModelIndex) -> None:
        words = current.data(Qt.ItemDataRole.AccessibleTextRole)
        if words:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.hits, words))

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
        last = self._model.rowCount() - 1
        if last >= 0:
            row = min(max(self.hits.currentIndex().row() + by, 0), last)
            self.hits.setCurrentIndex(self._model.index(row))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the corners round."""
        super().resizeEvent(event)
        cut_corners(self)

    def changeEvent(self, event: QEvent) -> None:
        """Go when the person turns to something else."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow():
            self.hide()

    def _dress(self) -> None:
        self._sign.setIcon(self._theme.icon("search", "text2", 16))
        self.hits.viewport().update()


def _is_citation_key(event: QKeyEvent) -> bool:
    """Whether these are the keys that copy a citation in the window."""
    shift = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
    return event.key() == Qt.Key.Key_C and event.modifiers() == shift
