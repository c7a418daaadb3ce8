"""The explanation of a hit: why it was found and how it was ranked."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from twofold.engine.api import Hit, SearchMode, SearchResponse
from twofold.ui.explain.fusion_controls import WIDTH as CONTROLS_WIDTH
from twofold.ui.explain.fusion_controls import FusionControls
from twofold.ui.explain.rank_flow import OnChosen, RankFlow, RankTable
from twofold.ui.explain.scores import ContributionBar, RetrieverShare, ScoreTable, retriever_shares
from twofold.ui.explain.sentence import SentenceLabel, explain_in_markup, explain_in_plain_text
from twofold.ui.explain.trace_texts import (
    Rows,
    explanation_as_json,
    explanation_as_text,
    time_line,
    time_rows,
    what_was_searched,
)
from twofold.ui.i18n.translation import tr
from twofold.ui.results.presented import PresentedAnswer, by_fusion
from twofold.ui.theme import Theme
from twofold.ui.widgets.controls import FoldButton
from twofold.ui.widgets.decoration import set_surface

_FLOW_GAP = 24
_SIDE_BY_SIDE = 248 + _FLOW_GAP + CONTROLS_WIDTH
_WIDEST = 16_777_215  # QWIDGETSIZE_MAX
_ACROSS, _DOWN = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom


class RowsLabel(QLabel):
    """A table of selectable rows: names on the left, values on the right."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.rows: Rows = ()
        self.setFont(theme.font(12, tabular=True))
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        theme.changed.connect(self._write)

    def show_rows(self, rows: Rows) -> None:
        """Show other rows."""
        self.rows = rows
        self._write()

    def _write(self) -> None:
        name_colour = self._theme.color("text2").name()
        # Without this, a value that starts with right-to-left letters would reverse its line.
        way = "rtl" if self.isRightToLeft() else "ltr"
        lines = (
            f'<tr><td style="color: {name_colour}; padding-right: 12px; white-space: nowrap">'
            f'{escape(name)}</td><td dir="{way}">{escape(value)}</td></tr>'
            for name, value in self.rows
        )
        self.setText(f'<table dir="{way}">{"".join(lines)}</table>')


class FlowArea(QWidget):
    """The rank flow or its table, beside or above the fusion controls."""

    def __init__(self, theme: Theme, on_chosen: OnChosen) -> None:
        super().__init__()
        self.flow = RankFlow(theme, on_chosen)
        self.table = RankTable(theme, on_chosen)
        self.controls = FusionControls(theme, self)
        self._explained: tuple[SearchResponse, Hit] | None = None
        self._shown = QStackedWidget(self)
        self._shown.addWidget(self.flow)
        self._shown.addWidget(self.table)
        self._layout = QBoxLayout(_ACROSS, self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(_FLOW_GAP)
        self._layout.addWidget(self._shown, 1)
        self._layout.addWidget(self.controls)

    def show_hit(self, response: SearchResponse, hit: Hit) -> None:
        """Show the ranks of `hit` in the lists of an answer."""
        self.flow.show_hit(response, hit)
        self._explained = (response, hit)
        self._fill_table()

    def show_table(self, wanted: bool) -> None:  # noqa: FBT001 - toggled(bool)
        """Show the table, or the chart."""
        self._shown.setCurrentWidget(self.table if wanted else self.flow)
        self._fill_table()
        self._arrange()

    def _fill_table(self) -> None:
        """Fill the table if it is visible; filling hundreds of rows takes long."""
        if self._explained is not None and self._shown.currentWidget() is self.table:
            self.table.show_hit(*self._explained)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Move the controls below the chart if they do not fit beside it."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """Put the controls beside the chart if they fit; the table needs the width for titles."""
        fits = self.width() >= _SIDE_BY_SIDE and self._shown.currentWidget() is self.flow
        self._layout.setDirection(_ACROSS if fits else _DOWN)
        self.controls.setMaximumWidth(CONTROLS_WIDTH if fits else _WIDEST)
        self.controls.setMinimumWidth(CONTROLS_WIDTH if fits else 0)


class ExplainPanel(QWidget):
    """Sentence, scores, shares and rank flow of one hit, and what was searched.

    Attributes:
        controls: The fusion controls.
        table_button: Switches between the rank flow and its table.

    Signals:
        hit_chosen: a Hit selected in the rank flow or its table.
    """

    hit_chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._answer: PresentedAnswer | None = None
        self._hit: Hit | None = None
        self.setAccessibleName(tr("Why this passage was found"))
        set_surface(self, "window")
        self._flow = FlowArea(theme, self.hit_chosen.emit)
        self.controls = self._flow.controls
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._make_body(), 1)
        layout.addWidget(self._make_foot())
        self.show_hit(None, None)

    def _make_body(self) -> QScrollArea:
        self._title = QLabel()
        self._title.setFont(self._theme.font(13, 600))
        self.table_button = self._tool_button(tr("Show ranks as a table"), "table")
        self.table_button.setCheckable(True)
        self.table_button.toggled.connect(self._flow.show_table)
        self._copy = self._tool_button(tr("Copy explanation"), "copy")
        self._copy.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self._copy)
        menu.addAction(tr("Copy as text"), self._copy_text)
        menu.addAction(tr("Copy as JSON"), self._copy_json)
        self._copy.setMenu(menu)
        head = QHBoxLayout()
        head.setContentsMargins(16, 0, 10, 0)  # aligns the button icons with the text
        head.addWidget(self._title, 1)
        head.addWidget(self.table_button)
        head.addWidget(self._copy)
        self._sentence = SentenceLabel(self._theme)
        self._searched_alone = RowsLabel(self._theme)
        self._table = ScoreTable(self._theme)
        self._bar = ContributionBar(self._theme)
        words, scores = QVBoxLayout(), QVBoxLayout()
        for column in (words, scores):
            column.setContentsMargins(16, 0, 16, 0)
            column.setSpacing(4)
        words.addWidget(self._sentence)
        words.addWidget(self._searched_alone)
        scores.addWidget(self._table)
        scores.addWidget(self._bar)
        scores.addSpacing(10)
        scores.addWidget(self._flow, 1)
        scores.addStretch()
        body = QWidget()
        rows = QVBoxLayout(body)
        rows.setContentsMargins(0, 10, 0, 8)
        rows.setSpacing(2)
        rows.addLayout(head)
        rows.addLayout(words)
        rows.addLayout(scores, 1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(body)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        return scroll

    def _make_foot(self) -> QFrame:
        foot = self._foot = QFrame()
        foot.setProperty("edge", "top")
        foot.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._searched_fold = FoldButton(self._theme, "fold", tr("What was searched"))
        self._time_fold = FoldButton(self._theme, "fold")
        self._searched, self._times = RowsLabel(self._theme), RowsLabel(self._theme)
        column = QVBoxLayout(foot)
        column.setContentsMargins(12, 2, 12, 2)
        column.setSpacing(2)
        self._folds = QHBoxLayout()
        self._folds.setSpacing(8)
        for fold in (self._searched_fold, self._time_fold):
            fold.toggled.connect(self._open_folds)
            self._folds.addWidget(fold)
        self._folds.addStretch(1)
        column.addLayout(self._folds)
        for rows in (self._searched, self._times):
            rows.setContentsMargins(6, 0, 4, 6)
            rows.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            column.addWidget(rows)
        return foot

    def _tool_button(self, name: str, icon: str) -> QToolButton:
        button = QToolButton()
        button.setProperty("kind", "tool")
        button.setFixedSize(28, 24)
        button.setAccessibleName(name)
        button.setToolTip(name)
        button.setIcon(self._theme.icon(icon, "text2", 16))
        return button

    def show_hit(self, answer: PresentedAnswer | None, hit: Hit | None) -> None:
        """Explain `hit`; without a hit, show what was searched."""
        if answer is None or not answer.response.request.asks:
            answer = hit = None  # an empty query has nothing to explain
        response = None if answer is None else answer.response
        self._answer, self._hit = answer, hit
        is_alone = response is not None and hit is None
        title = tr("What was searched") if is_alone else tr("Why this passage was found")
        self._title.setText(title)
        self._copy.setEnabled(response is not None)
        self._show_scores(response, hit)
        markup = explain_in_markup(answer, hit) if answer and hit else escape(self.sentence)
        self._sentence.show_markup(markup)
        self._sentence.setVisible(not is_alone)
        rows = what_was_searched(response) if response else ()
        self._searched.show_rows(rows)
        self._searched_alone.show_rows(rows)
        self._searched_alone.setVisible(is_alone)
        self._searched_fold.setVisible(hit is not None)
        self._foot.setVisible(response is not None)
        if response is not None:
            self._times.show_rows(time_rows(response.trace))
            self._time_fold.setText(time_line(response.trace))
            self._stack_folds()
        self._open_folds()

    @property
    def sentence(self) -> str:
        """The explanation as plain text."""
        if self._answer is None or self._hit is None:
            return tr("Select a passage to see why it was found.")
        return explain_in_plain_text(self._answer, self._hit)

    def _show_scores(self, response: SearchResponse | None, hit: Hit | None) -> None:
        shares: tuple[RetrieverShare, ...] = ()
        fused = False
        if response is not None and hit is not None:
            shares = retriever_shares(response, hit)
            fused = hit.retrieval.method is SearchMode.HYBRID and not hit.filters_only
            self._table.show_scores(shares, hit, fused=fused)
            self._bar.show_shares(shares)
            self._flow.show_hit(by_fusion(response), hit)
            self.controls.show_fusion(response.request.fusion, response.trace.adaptive_weights)
        # Parts that stay visible are never hidden in between: a slider would lose the focus.
        self._table.setVisible(bool(shares))
        for part in (self._bar, self._flow, self.table_button):
            part.setVisible(fused)

    def _open_folds(self) -> None:
        self._searched.setVisible(self._searched_fold.isChecked() and self._hit is not None)
        self._times.setVisible(self._time_fold.isChecked())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stack the two collapsible rows at the bottom if they do not fit side by side."""
        super().resizeEvent(event)
        self._stack_folds()

    def _stack_folds(self) -> None:
        folds = (self._searched_fold, self._time_fold)
        needed = sum(fold.sizeHint().width() for fold in folds if not fold.isHidden())
        self._folds.setDirection(_ACROSS if needed + 32 <= self.width() else _DOWN)

    def _copy_text(self) -> None:
        if self._answer is not None:
            text = explanation_as_text(self._answer, self._hit, self._table.rows)
            QGuiApplication.clipboard().setText(text)

    def _copy_json(self) -> None:
        if self._answer is not None:
            QGuiApplication.clipboard().setText(explanation_as_json(self._answer, self._hit))
