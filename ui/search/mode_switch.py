"""The mode switch: hybrid, keywords or meaning, each with its two dots and its word."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QToolButton, QWidget

from engine.api import SearchMode
from ui.i18n.label_text import plain_tip
from ui.i18n.message_catalogue import translated
from ui.theme import Theme
from ui.widgets.decoration import WIDTH as DOTS_WIDTH
from ui.widgets.decoration import paint_two_dots

_PADDING = 12
_GAP = 7


class ModeSwitch(QFrame):
    """Three segments, of which one is chosen.

    Signals:
        mode_chosen: the SearchMode a person chose.
    """

    mode_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "segments")
        self.setAccessibleName(self.tr("What to search by"))
        self.setFixedHeight(32)
        self._group = QButtonGroup(self)
        self._segments = {
            mode: self._add(theme, mode, word, tip) for mode, word, tip in self._choices()
        }
        layout = QHBoxLayout(self)
        layout.setContentsMargins(2, 2, 2, 2)
        layout.setSpacing(2)
        for segment in self._segments.values():
            layout.addWidget(segment)
        self._group.buttonClicked.connect(self._say_chosen)
        self.set_mode(SearchMode.HYBRID)

    def _choices(self) -> tuple[tuple[SearchMode, str, str], ...]:
        return (
            (SearchMode.HYBRID, self.tr("Hybrid"), self.tr("Both rankings, joined (Alt+1)")),
            (SearchMode.LEXICAL, self.tr("Keywords"), self.tr("The words themselves (Alt+2)")),
            (SearchMode.VECTOR, self.tr("Meaning"), self.tr("What the words mean (Alt+3)")),
        )

    def _add(self, theme: Theme, mode: SearchMode, word: str, tip: str) -> _Segment:
        segment = _Segment(theme, mode, word, self)
        segment.setToolTip(tip)
        self._group.addButton(segment)
        return segment

    def _say_chosen(self, segment: QToolButton) -> None:
        if isinstance(segment, _Segment):
            self.mode_chosen.emit(segment.mode)

    @property
    def mode(self) -> SearchMode:
        """The chosen mode."""
        chosen = self._group.checkedButton()
        return chosen.mode if isinstance(chosen, _Segment) else SearchMode.HYBRID

    def set_mode(self, mode: SearchMode) -> None:
        """Show `mode` as chosen, without a signal; others than the three look like hybrid."""
        self._segments.get(mode, self._segments[SearchMode.HYBRID]).setChecked(True)

    def choose(self, mode: SearchMode) -> None:
        """Choose a mode as a click would."""
        self._segments[mode].click()

    def set_meaning_problem(self, problem: str) -> None:
        """Say why meaning cannot answer at present; '' when it can."""
        for mode in (SearchMode.HYBRID, SearchMode.VECTOR):
            self._segments[mode].has_problem = bool(problem)
            self._segments[mode].setToolTip(plain_tip(translated(problem) or self._tip(mode)))
            self._segments[mode].update()

    def _tip(self, mode: SearchMode) -> str:
        return next(tip for other, _, tip in self._choices() if other is mode)


class _Segment(QToolButton):
    def __init__(self, theme: Theme, mode: SearchMode, word: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.mode = mode
        self.has_problem = False
        self.setText(word)
        self.setCheckable(True)
        self.setFixedHeight(28)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(word)

    def sizeHint(self) -> QSize:
        words = QFontMetricsF(self._theme.font(12, 500)).horizontalAdvance(self.text())
        return QSize(round(2 * _PADDING + DOTS_WIDTH + _GAP + words), 28)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.isChecked():
            painter.setPen(QPen(self._theme.color("border"), 1))
            painter.setBrush(self._theme.color("raised"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
        paint_two_dots(
            painter,
            self._theme,
            QPointF(_PADDING, self.height() / 2),
            keywords=self.mode is not SearchMode.VECTOR,
            meaning=self.mode is not SearchMode.LEXICAL and not self.has_problem,
        )
        painter.setFont(self._theme.font(12, 500))
        painter.setPen(self._theme.color("text" if self.isChecked() else "text2"))
        left = _PADDING + DOTS_WIDTH + _GAP
        painter.drawText(
            QRectF(left, 0, self.width() - left, self.height()),
            Qt.AlignmentFlag.AlignVCenter,
            self.text(),
        )
