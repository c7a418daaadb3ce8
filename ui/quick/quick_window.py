"""The quick search window: a field, a few hits, and nothing else. Keyboard first."""

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
    """Rows with title, place and badge, and one line of the passage."""

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
        right, room = area.width() - RIGHT, area.width() - LEFT - RIGHT
        paint_title(painter, theme, hit, 6, (right, right))
        paint_place(painter, theme, QRectF(LEFT, 26, room, 16), hit)
        self._layouts.layout(hit, round(room), 1).paint(painter, theme, LEFT, 44)
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
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the keys work in the field
        self.setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.selectionModel().currentChanged.connect(self._tell_chosen)

    @property
    def current_hit(self) -> Hit | None:
        """The chosen hit."""
        hit = self.currentIndex().data(HitRole.HIT)
        return hit if isinstance(hit, Hit) else None

    @property
    def number(self) -> int:
        """How many hits are listed."""
        return self._model.rowCount()

    def show_answer(self, answer: PresentedAnswer) -> None:
        """List the hits of an answer; the same row stays current, or the first one."""
        row = max(0, self.currentIndex().row())
        self._model.set_answer(answer)
        self._make_current(row)

    def restart(self) -> None:
        """Make the first hit current."""
        self._make_current(0)

    def _make_current(self, row: int) -> None:
        if self.number:
            self.setCurrentIndex(self._model.index(min(row, self.number - 1)))

    def clear(self) -> None:
        """List nothing."""
        self._model.clear()

    def show_at_most(self, rows: int) -> None:
        """Be as high as all rows, or as `rows`; the others are scrolled to."""
        self.setFixedHeight(min(rows, self.number) * ROW)

    def step(self, by: int) -> None:
        """Choose a hit so many rows below."""
        last = self.number - 1
        if last >= 0:
            row = min(max(self.currentIndex().row() + by, 0), last)
            self.setCurrentIndex(self._model.index(row))

    @property
    def is_at_end(self) -> bool:
        """Whether no hit is listed below the chosen one."""
        return self.currentIndex().row() >= self.number - 1

    def _tell_chosen(self, current: QModelIndex, _before: QModelIndex) -> None:
        words = current.data(Qt.ItemDataRole.AccessibleTextRole)
        if words:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))


_CORNER_RADIUS = 11  # one less than in the style sheet: the soft edge stays where it can be seen
_BETWEEN = "   "


class KeyHints(QLabel):
    """Stands at the right; the first keys are the ones to know."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFont(theme.font(11))
        self.setProperty("tone", "text3")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        words = tr("Enter: open   {show}: in the window   {copy}: citation   Esc: close")
        show, copy = shown_keys(("Ctrl+Enter",)), shown_keys(("Ctrl+C",))
        self._words = words.format(show=show, copy=copy).split(_BETWEEN)

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

    Only the answer to what was typed last counts. `show_in_main` takes the query and the hit that
    are to be shown in the main window.
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
        self.opened_path = ""  # the file that was opened last from here
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
        self.session.failed.connect(lambda sentence, hint: self.say(translated(sentence, hint)))
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

    def search_anew(self, settings: Settings) -> None:
        """Search by the settings, and repeat the last query, as the library may have changed."""
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
        """List the hits that have come; the same row stays current."""
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

    def say(self, sentence: str) -> None:
        """Say a sentence in place of the hits."""
        self._clear(sentence)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.words, sentence))

    def _clear(self, words: str) -> None:
        self._response = self.presented = None
        self.hits.clear()
        self.count.show_nothing()
        self.weak.hide()
        self._show_parts(words=words)

    def _show_parts(self, *, words: str) -> None:
        """Show the hits, or `words` where there are none."""
        has_hits = bool(self.hits.number)
        self.hits.setVisible(has_hits)
        self.words.setText(words)
        self.words.setVisible(not has_hits and bool(words))
        # The others are scrolled to.
        height = self.screen().availableSize().height()
        weak = 0 if self.weak.isHidden() else self.weak.height()
        free = height - height // _HIGHEST_SHARE - _AROUND_HITS - weak
        self.hits.show_at_most(max(1, min(HITS, free // ROW)))
        self._fit_keys()

    def _fit_keys(self) -> None:
        """Name the keys for which the count leaves room."""
        room = self._panel.maximumWidth() - self.count.sizeHint().width() - 4 * _FOOT_EDGE
        self._keys.fit(room)

    # Keys

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the keys of the list work while the field has the focus."""
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
        """Return what a key does here; None where it is the field's own."""
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
        """Return the chosen hit if it is one of the query in the field; else ask for these now."""
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
            words = tr("The citation is copied")
            self.count.setText(words)
            self._fit_keys()
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self.count, words))

    def _step(self, by: int) -> None:
        """Choose another hit; Down below the last one brings the weak matches in, if there are."""
        if self._says_copied:
            self._show_answer()  # the message was about the hit before
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
        """Cut the corners off under X11.

        A desktop without a compositor shows what is see-through as black, and Qt cannot tell
        whether there is one. With one nothing is seen of the cut. Elsewhere there always is one.
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
        """Go when the person turns to something else."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow():
            self.hide()


def _why_nothing(answer: PresentedAnswer) -> str:
    """Return why no hit is listed."""
    match answer.outcome:
        case Outcome.FILTERS_ONLY:
            return tr("The filters leave no document.")
        case Outcome.NO_WORDS:
            return tr("There are no words to look for in this query.")
        case Outcome.ONLY_WEAK:
            return tr("Nothing relevant: no passage is close enough to be called a match.")
        case Outcome.NOTHING_RELEVANT:
            weak = counts.weak_matches(answer.response.trace.hidden)
            return tr("Nothing relevant; {weak} left out.").format(weak=weak)
    return tr("No passage has these words.")


def _is_citation_key(event: QKeyEvent) -> bool:
    """Whether these are the keys that copy a citation in the window."""
    shift = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
    return event.key() == Qt.Key.Key_C and event.modifiers() == shift
