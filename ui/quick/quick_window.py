"""The quick search window: a field and a few hits, designed for the keyboard."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QObject, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
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
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QListView,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from twofold.engine.api import Hit, Outcome, SearchMode, SearchResponse, Settings
from twofold.ui.client import EngineClient
from twofold.ui.i18n import counts
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.results.hit_commands import HitCommands
from twofold.ui.results.hit_delegate import (
    LEFT,
    RIGHT,
    Index,
    paint_background,
    paint_place,
    paint_title,
)
from twofold.ui.results.presented import PresentedAnswer, present
from twofold.ui.results.result_model import HitRole, ResultModel, file_icon
from twofold.ui.results.snippets import SnippetLayouts
from twofold.ui.search.list_header import CountLine, WeakLine
from twofold.ui.search.search_field import MAX_QUERY_LENGTH
from twofold.ui.search.session import SearchSession
from twofold.ui.theme import Theme
from twofold.ui.widgets.actions import shown_keys
from twofold.ui.widgets.progress_bars import WaitingBar

ROW = 68


class QuickRowDelegate(QStyledItemDelegate):
    """Paints rows with title, location, badge and one line of the passage."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._layouts = SnippetLayouts(theme)

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the height of every row."""
        return QSize(0, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the row."""
        hit: Hit = index.data(HitRole.HIT)
        theme, area = self._theme, QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_background(painter, theme, area, option.state)
        painter.translate(area.topLeft())
        icon = theme.pixmap(file_icon(hit), "text2", 16, painter.device().devicePixelRatio())
        painter.drawPixmap(18, 8, icon)
        right, available = area.width() - RIGHT, area.width() - LEFT - RIGHT
        paint_title(painter, theme, hit, 6, (right, right))
        paint_place(painter, theme, QRectF(LEFT, 26, available, 16), hit)
        self._layouts.layout(hit, round(available), 1).paint(painter, theme, LEFT, 44)
        painter.restore()


class QuickHits(QListView):
    """A list that is as high as its rows."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = ResultModel(self)
        self.setAccessibleName(tr("Passages found"))
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setModel(self._model)
        self.setItemDelegate(QuickRowDelegate(theme, self))
        self.setUniformItemSizes(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the field keeps the focus
        self.setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.selectionModel().currentChanged.connect(self._announce)

    @property
    def current_hit(self) -> Hit | None:
        """The selected hit."""
        hit = self.currentIndex().data(HitRole.HIT)
        return hit if isinstance(hit, Hit) else None

    @property
    def number(self) -> int:
        """The number of hits."""
        return self._model.rowCount()

    def show_answer(self, answer: PresentedAnswer) -> None:
        """List the hits of an answer, keeping the current row or else selecting the first."""
        row = max(0, self.currentIndex().row())
        self._model.set_answer(answer)
        self._make_current(row)

    def restart(self) -> None:
        """Select the first hit."""
        self._make_current(0)

    def _make_current(self, row: int) -> None:
        if self.number:
            self.setCurrentIndex(self._model.index(min(row, self.number - 1)))

    def clear(self) -> None:
        """Remove all hits."""
        self._model.clear()

    def show_at_most(self, rows: int) -> None:
        """Set the height to all rows, at most `rows`; the others can be scrolled to."""
        self.setFixedHeight(min(rows, self.number) * ROW)

    def step(self, by: int) -> None:
        """Move the selection by `by` rows."""
        last = self.number - 1
        if last >= 0:
            row = min(max(self.currentIndex().row() + by, 0), last)
            self.setCurrentIndex(self._model.index(row))

    @property
    def is_at_end(self) -> bool:
        """Whether the last hit is selected."""
        return self.currentIndex().row() >= self.number - 1

    def _announce(self, current: QModelIndex, _before: QModelIndex) -> None:
        words = current.data(Qt.ItemDataRole.AccessibleTextRole)
        if words:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))


_CORNER_RADIUS = 11  # one less than in the style sheet, to keep its smooth edge
_BETWEEN = "   "


class KeyHints(QLabel):
    """Shortcut hints on the right, most important first."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFont(theme.font(11))
        self.setProperty("tone", "text3")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        words = tr("Enter: open   {show}: show in window   {copy}: copy citation   Esc: close")
        show, copy = shown_keys(("Ctrl+Enter",)), shown_keys(("Ctrl+C",))
        self._words = words.format(show=show, copy=copy).split(_BETWEEN)

    def fit(self, available: int) -> None:
        """Show as many hints as fit into `available` pixels."""
        width = QFontMetrics(self.font()).horizontalAdvance
        shown = self._words
        while shown and width(_BETWEEN.join(shown)) > available:
            shown = shown[:-1]
        self.setText(_BETWEEN.join(shown))


WIDTH = 680
HITS = 8
_TOP_DIVISOR = 5  # the window starts at 1/5 of the screen's height
_BESIDE = 16  # margin on narrow screens
_FOOT_EDGE = 16
_AROUND_HITS = 112  # the field and the line below the hits
_STEPS = {
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_PageDown: HITS,
    Qt.Key.Key_PageUp: -HITS,
}


class QuickWindow(QWidget):
    """A frameless window above all others that hides when it loses the focus.

    Only the answer to the newest query is shown. `show_in_main` shows a query and a hit in the main
    window.
    """

    def __init__(
        self,
        client: EngineClient,
        theme: Theme,
        commands: HitCommands,
        show_in_main: Callable[[str, Hit], None],
    ) -> None:
        flags = Qt.WindowType.Window | Qt.WindowType.FramelessWindowHint
        super().__init__(None, flags | Qt.WindowType.WindowStaysOnTopHint)
        self._commands = commands
        self._show_in_main = show_in_main
        self._response: SearchResponse | None = None
        self.presented: PresentedAnswer | None = None
        self._shows_weak = False
        self._says_copied = False
        self.opened_path = ""  # the last file opened from here
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self.setWindowTitle(tr("Quick search"))
        self.session = SearchSession(client, page=lambda: HITS, caller="quick search", parent=self)
        self.field = self._make_field(theme)
        self.waiting = WaitingBar(self)
        self.hits = QuickHits(theme, self)
        self.hits.clicked.connect(self._open)
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
        self.session.answered.connect(self._on_answer)
        self.session.changed.connect(self._on_change)
        self.session.failed.connect(
            lambda sentence, hint: self.show_sentence(translated(sentence, hint))
        )
        self.session.waiting.connect(self.waiting.setVisible)
        self._clear("")

    def _make_field(self, theme: Theme) -> QLineEdit:
        field = QLineEdit(self)
        field.setProperty("kind", "search")
        field.setFixedHeight(40)
        field.setMaxLength(MAX_QUERY_LENGTH)
        field.setPlaceholderText(tr("Search your documents"))
        field.setAccessibleName(tr("Quick search"))
        sign = theme.icon("search", "text2", 16)
        field.addAction(sign, QLineEdit.ActionPosition.LeadingPosition)
        field.textEdited.connect(self.session.type_query)
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
        layout.setSizeConstraint(
            QLayout.SizeConstraint.SetFixedSize
        )  # the window is as high as its parts
        layout.addWidget(panel)

    @property
    def current_hit(self) -> Hit | None:
        """The selected hit."""
        return self.hits.current_hit

    def activate(self) -> None:
        """Show the window on top, on the screen with the pointer, and focus the field."""
        screen = QGuiApplication.screenAt(QCursor.pos()) or QGuiApplication.primaryScreen()
        available: QRect = screen.availableGeometry()
        top = available.top() + available.height() // _TOP_DIVISOR
        width = min(WIDTH, available.width() - _BESIDE)
        self._panel.setFixedWidth(width)
        self._fit_keys()
        self.move(available.left() + (available.width() - width) // 2, top)
        self.show()
        self.raise_()
        self.activateWindow()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def search_again(self, settings: Settings) -> None:
        """Apply the settings, and repeat the last query, because the library may have changed."""
        self.session.set_mode(SearchMode(settings.text("search.mode")))
        self.session.use_settings(settings)
        if self.session.is_asking:
            self.session.repeat()

    def _on_answer(self, response: SearchResponse) -> None:
        if not response.request.query.strip():
            self._clear("")
            return
        before, self._response = self._response, response
        if before is None or before.request.query != response.request.query:
            self._shows_weak = False
        self._show_answer()
        self.hits.restart()

    def _on_change(self) -> None:
        """Show additional hits; the same row stays selected."""
        before = self.presented
        self._response = self.session.answer
        if before is not None and self._response is not None:
            self._show_answer()

    def _show_answer(self) -> None:
        if self._response is None:
            return
        answer = self.presented = present(self._response, shows_weak=self._shows_weak)
        self._says_copied = False
        self.hits.show_answer(answer)
        self.count.show_answer(answer)
        self.weak.show_answer(answer)
        self._show_parts(words="" if answer.hits else _why_nothing(answer))

    def show_sentence(self, sentence: str) -> None:
        """Show a sentence instead of hits."""
        self._clear(sentence)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.words, sentence))

    def _clear(self, words: str) -> None:
        self._response = self.presented = None
        self.hits.clear()
        self.count.show_nothing()
        self.weak.hide()
        self._show_parts(words=words)

    def _show_parts(self, *, words: str) -> None:
        """Show the hits, or `words` if there are none."""
        has_hits = bool(self.hits.number)
        self.hits.setVisible(has_hits)
        self.words.setText(words)
        self.words.setVisible(not has_hits and bool(words))
        # Hits that do not fit can be scrolled to.
        height = self.screen().availableSize().height()
        weak = 0 if self.weak.isHidden() else self.weak.height()
        free = height - height // _TOP_DIVISOR - _AROUND_HITS - weak
        self.hits.show_at_most(max(1, min(HITS, free // ROW)))
        self._fit_keys()

    def _fit_keys(self) -> None:
        """Show the shortcut hints that fit beside the count."""
        available = self._panel.maximumWidth() - self.count.sizeHint().width() - 4 * _FOOT_EDGE
        self._keys.fit(available)

    # Keys

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the keys of the list while the field has the focus."""
        is_key = event.type() in {QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride}
        if watched is not self.field or not is_key or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        act = self._action_of(event)
        if act is None:
            return False
        event.accept()
        if event.type() == QEvent.Type.KeyPress:
            act()
        return True

    def _action_of(self, event: QKeyEvent) -> Callable[[], object] | None:
        """Return the action of a key; None if the field handles it."""
        key = Qt.Key(event.key())
        with_ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        is_copy = event.matches(QKeySequence.StandardKey.Copy)
        if (is_copy and not self.field.hasSelectedText()) or _is_citation_key(event):
            return self._copy_citation
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            return self._show_in_window if with_ctrl else self._open
        if key in _STEPS:
            return partial(self._step, _STEPS[key])
        return self.hide if key == Qt.Key.Key_Escape else None

    def _hit_of_query(self) -> Hit | None:
        """Return the selected hit if it belongs to the current query; otherwise search now."""
        if not self.session.is_answered and self.current_hit is not None:
            self.session.search()
            return None
        return self.current_hit

    def _open(self) -> None:
        if (hit := self._hit_of_query()) is not None:
            self.hide()
            self.opened_path = hit.absolute_path
            self._commands.open(hit)

    def _show_in_window(self) -> None:
        if (hit := self._hit_of_query()) is not None:
            self.hide()
            self._show_in_main(self.field.text(), hit)

    def _copy_citation(self) -> None:
        if self.current_hit is not None:
            self._commands.copy_citation(self.current_hit)
            self._says_copied = True
            words = tr("Citation copied")
            self.count.setText(words)
            self._fit_keys()
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.count, words))

    def _step(self, by: int) -> None:
        """Move the selection; Down on the last row shows the weak matches, if any."""
        if self._says_copied:
            self._show_answer()  # the message belongs to the previous hit
        hits, answer = self.hits, self.presented
        if by > 0 and hits.is_at_end and answer and answer.weak and not answer.shows_weak:
            had_hits = bool(hits.number)
            self._show_weak(wanted=True)
            if not had_hits:
                return
        hits.step(by)

    def _show_weak(self, wanted: bool) -> None:  # noqa: FBT001 - a Signal(bool)
        self._shows_weak = wanted
        self._show_answer()
        if wanted:
            self.session.ask_for_all()  # weak hits may rank anywhere

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut off the corners on X11.

        Without a compositor, transparent pixels are black, and Qt cannot detect a compositor. With
        one, the cut is not visible. Other platforms always have one.
        """
        super().resizeEvent(event)
        if QGuiApplication.platformName() == "xcb":
            shape = QBitmap(self.size())
            shape.fill(Qt.GlobalColor.color0)
            painter = QPainter(shape)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(Qt.GlobalColor.color1)
            painter.drawRoundedRect(shape.rect(), _CORNER_RADIUS, _CORNER_RADIUS)
            painter.end()
            self.setMask(QRegion(shape))

    def changeEvent(self, event: QEvent) -> None:
        """Hide the window when it becomes inactive."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow():
            self.hide()


def _why_nothing(answer: PresentedAnswer) -> str:
    """Return why no hits are listed."""
    match answer.outcome:
        case Outcome.FILTERS_ONLY:
            return tr("No documents match the filters.")
        case Outcome.NO_WORDS:
            return tr("The query contains no words to search for.")
        case Outcome.ONLY_WEAK:
            return tr("Nothing relevant was found.")
        case Outcome.NOTHING_RELEVANT:
            weak = counts.weak_matches(answer.response.trace.hidden)
            return tr("Only {weak} found.").format(weak=weak)
    return tr("No passage contains these words.")


def _is_citation_key(event: QKeyEvent) -> bool:
    """Whether this is the shortcut that copies a citation in the main window."""
    shift = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
    return event.key() == Qt.Key.Key_C and event.modifiers() == shift
