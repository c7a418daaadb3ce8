"""Why the chosen hit stands where it stands."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.api import Hit, SearchMode, SearchResponse
from ui.explain.flow_area import FlowArea
from ui.explain.scores import ContributionBar, RetrieverShare, ScoreTable, retriever_shares
from ui.explain.sentence import SentenceLabel, explain_in_markup, explain_in_plain_text
from ui.explain.trace_words import (
    Rows,
    explanation_as_json,
    explanation_as_text,
    time_line,
    time_rows,
    what_was_searched,
)
from ui.i18n.translation import tr
from ui.theme import Theme
from ui.widgets.decoration import set_surface


class FoldButton(QToolButton):
    """A chevron and words; `toggled` says open or closed."""

    def __init__(self, theme: Theme, words: str = "") -> None:
        super().__init__()
        self._theme = theme
        self.setText(words)
        self.setProperty("kind", "fold")
        self.setCheckable(True)
        self.setFixedHeight(24)
        self.setIconSize(QSize(12, 12))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.toggled.connect(self._turn)
        theme.changed.connect(self._turn)
        self._turn()

    def _turn(self) -> None:
        name = "chevron-down" if self.isChecked() else "chevron-right"
        self.setIcon(self._theme.icon(name, "text3", 12))


class RowsLabel(QLabel):
    """Names at the left, values at the right, selectable."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.rows: Rows = ()
        self.setFont(theme.font(12, tabular=True))
        self.setWordWrap(True)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        theme.changed.connect(self._apply_theme)

    def show_rows(self, rows: Rows) -> None:
        """Show other rows."""
        self.rows = rows
        name_colour = self._theme.color("text2").name()
        lines = (
            f'<tr><td style="color: {name_colour}; padding-right: 12px; white-space: nowrap">'
            f"{escape(name)}</td><td>{escape(value)}</td></tr>"
            for name, value in rows
        )
        self.setText(f"<table>{''.join(lines)}</table>")

    def _apply_theme(self) -> None:
        self.show_rows(self.rows)


class ExplainPanel(QWidget):
    """Sentence, scores, shares and rank flow of one hit, and what was searched.

    Attributes:
        controls: Balance and depth.
        table_button: Changes between the rank flow and its table.
        hit_chosen: The signal of the rank flow: a Hit that was chosen in it.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._response: SearchResponse | None = None
        self._hit: Hit | None = None
        self.setAccessibleName(tr("Why this passage is here"))
        set_surface(self, "window")
        self._title = QLabel()
        self._title.setFont(theme.font(13, 600))
        self._sentence = SentenceLabel(theme)
        self._searched_alone = RowsLabel(theme)
        self._table = ScoreTable(theme)
        self._bar = ContributionBar(theme)
        self._flow = FlowArea(theme)
        self.hit_chosen = self._flow.hit_chosen
        self.controls = self._flow.controls
        self.table_button = _tool_button(tr("Rank flow as a table"))
        self.table_button.setCheckable(True)
        self.table_button.toggled.connect(self._flow.show_table)
        self._copy = self._make_copy_button()
        self._searched_fold = FoldButton(theme, tr("What was searched"))
        self._time_fold = FoldButton(theme)
        self._searched = RowsLabel(theme)
        self._times = RowsLabel(theme)
        for fold in (self._searched_fold, self._time_fold):
            fold.toggled.connect(self._open_folds)
        self._lay_out()
        self._set_icons()
        self.show_hit(None, None)

    def show_hit(self, response: SearchResponse | None, hit: Hit | None) -> None:
        """Explain `hit`; without one, say what was searched."""
        if response is None or not response.request.asks:
            response = hit = None  # nothing was asked, so there is nothing to explain
        self._response, self._hit = response, hit
        self._copy.setEnabled(response is not None)
        is_alone = response is not None and hit is None
        title = tr("What was searched") if is_alone else tr("Why this passage is here")
        self._title.setText(title)
        self._show_scores(response, hit)
        self._show_sentence()
        self._show_trace(response)

    @property
    def sentence(self) -> str:
        """The explanation as it is read."""
        if self._response is None or self._hit is None:
            return tr("Choose a passage to see why it was found.")
        return explain_in_plain_text(self._response, self._hit)

    def _show_scores(self, response: SearchResponse | None, hit: Hit | None) -> None:
        shares: tuple[RetrieverShare, ...] = ()
        fused = False
        if response is not None and hit is not None:
            shares = retriever_shares(response, hit)
            fused = hit.retrieval.method is SearchMode.HYBRID and not hit.filters_only
            self._table.show_scores(shares, hit, fused=fused)
            self._bar.show_shares(shares)
            self._flow.show_hit(response, hit)
            self.controls.show_fusion(response.request.fusion, response.trace.adaptive_weights)
        # What is shown again at once is never hidden: a slider would lose the focus at each key.
        self._table.setVisible(bool(shares))
        for part in (self._bar, self._flow, self.table_button):
            part.setVisible(fused)

    def _show_sentence(self) -> None:
        if self._response is not None and self._hit is not None:
            self._sentence.show_markup(explain_in_markup(self._response, self._hit))
        else:
            self._sentence.show_markup(escape(self.sentence))
        self._sentence.setVisible(self._response is None or self._hit is not None)

    def _show_trace(self, response: SearchResponse | None) -> None:
        rows = what_was_searched(response) if response else ()
        self._searched.show_rows(rows)
        self._searched_alone.show_rows(rows)
        self._searched_alone.setVisible(response is not None and self._hit is None)
        self._foot.setVisible(response is not None)
        self._searched_fold.setVisible(self._hit is not None)
        if response is not None:
            self._times.show_rows(time_rows(response.trace))
            self._time_fold.setText(time_line(response.trace))
            self._stack_folds()
        self._open_folds()

    def _open_folds(self) -> None:
        self._searched.setVisible(self._searched_fold.isChecked() and self._hit is not None)
        self._times.setVisible(self._time_fold.isChecked())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Stack the two lines of the foot where they do not fit side by side."""
        super().resizeEvent(event)
        self._stack_folds()

    def _stack_folds(self) -> None:
        folds = (self._searched_fold, self._time_fold)
        needed = sum(fold.sizeHint().width() for fold in folds if not fold.isHidden())
        fits = needed + 32 <= self.width()
        direction = QBoxLayout.Direction
        self._folds.setDirection(direction.LeftToRight if fits else direction.TopToBottom)

    def _make_copy_button(self) -> QToolButton:
        button = _tool_button(tr("Copy explanation"))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(button)
        menu.addAction(tr("Copy as text"), self._copy_text)
        menu.addAction(tr("Copy as JSON"), self._copy_json)
        button.setMenu(menu)
        return button

    def _copy_text(self) -> None:
        if self._response is not None:
            text = explanation_as_text(self._response, self._hit, self._table.rows)
            QGuiApplication.clipboard().setText(text)

    def _copy_json(self) -> None:
        if self._response is not None:
            QGuiApplication.clipboard().setText(explanation_as_json(self._response, self._hit))

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(16, 0, 10, 0)  # the icon of a button ends in line with the text
        head.addWidget(self._title, 1)
        head.addWidget(self.table_button)
        head.addWidget(self._copy)
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
        self._foot = self._make_foot()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(scroll, 1)
        whole.addWidget(self._foot)

    def _make_foot(self) -> QFrame:
        foot = QFrame()
        foot.setProperty("edge", "top")
        foot.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        column = QVBoxLayout(foot)
        column.setContentsMargins(12, 2, 12, 2)
        column.setSpacing(2)
        self._folds = QHBoxLayout()
        self._folds.setSpacing(8)
        self._folds.addWidget(self._searched_fold)
        self._folds.addWidget(self._time_fold)
        self._folds.addStretch(1)
        column.addLayout(self._folds)
        for rows in (self._searched, self._times):
            rows.setContentsMargins(6, 0, 4, 6)
            rows.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            column.addWidget(rows)
        return foot

    def _set_icons(self) -> None:
        self._copy.setIcon(self._theme.icon("copy", "text2", 16))
        self.table_button.setIcon(self._theme.icon("table", "text2", 16))


def _tool_button(name: str) -> QToolButton:
    button = QToolButton()
    button.setProperty("kind", "tool")
    button.setFixedSize(28, 24)
    button.setAccessibleName(name)
    button.setToolTip(name)
    return button
