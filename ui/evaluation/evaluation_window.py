"""Two ways of ranking, query by query: where one wins or loses, and why each hit is where it is."""

from __future__ import annotations

from dataclasses import replace
from textwrap import shorten

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from twofold.engine.api import (
    Hit,
    QueryResult,
    RequestFailed,
    RunResult,
    SearchFinished,
    SetReport,
)
from twofold.ui.client import EngineClient
from twofold.ui.explain.explain_panel import ExplainPanel
from twofold.ui.i18n.formatting import decimal, grouped
from twofold.ui.i18n.label_text import one_line, plain_tip
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.results.presented import PresentedAnswer, present
from twofold.ui.results.result_list import ResultList
from twofold.ui.search.pages import HITS_SHOWN
from twofold.ui.theme import Theme
from twofold.ui.widgets.decoration import make_label, set_surface
from twofold.ui.widgets.dialogs import BaseDialog
from twofold.ui.widgets.tables import show_rows

_QUERY, _DIFFERENCE = 0, 1
_LONGEST_QUERY = 400
_NUMBER = Qt.ItemDataRole.UserRole
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class _NumberItem(QTableWidgetItem):
    """A number that is sorted as one; `plus` writes a sign before what is above 0."""

    def __init__(self, number: float, *, plus: bool = False) -> None:
        super().__init__(("+" if plus and number > 0 else "") + decimal(number, 3))
        self.setData(_NUMBER, number)
        self.setTextAlignment(_RIGHT)

    def __lt__(self, other: QTableWidgetItem) -> bool:
        return bool(self.data(_NUMBER) < other.data(_NUMBER))


class RankingColumn(QWidget):
    """The ranking of one run for a query, and why the chosen hit is in its place.

    Each document is listed once, by its best passage, as it is measured.

    Signals:
        hit_chosen: the current Hit, or None.
    """

    hit_chosen = Signal(object)

    def __init__(
        self, client: EngineClient, theme: Theme, name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._client, self._name = client, name
        self._result: QueryResult | None = None
        self._answer: PresentedAnswer | None = None
        self.runs = QComboBox(self)
        self.runs.setAccessibleName(name)
        self.heading = make_label(theme, self, tone="text2", wrap=True)
        self.results = ResultList(theme, self)
        self.results.set_compact(True)
        self.explain = ExplainPanel(theme, self)
        self.explain.controls.hide()  # what was measured is explained, not what could be
        halves = QSplitter(Qt.Orientation.Vertical, self)
        halves.addWidget(self.results)
        halves.addWidget(self.explain)
        halves.setSizes([500, 300])
        halves.setChildrenCollapsible(False)
        set_surface(self, "window")
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 0, 0, 0)
        column.addWidget(self.runs)
        column.addWidget(self.heading)
        column.addWidget(halves, 1)
        self.results.hit_chosen.connect(self._choose)
        self.explain.hit_chosen.connect(self.results.choose)

    def show_result(self, result: QueryResult) -> None:
        """Search again as the run did, in the library of the judged documents."""
        self._result = result
        request = replace(result.request, k=HITS_SHOWN)
        self._client.request(
            request, self, self._show, self._show_failure, newest=True, caller=self._name
        )

    def choose_document(self, doc_id: str) -> None:
        """Choose the hit of a document, where it is listed."""
        hits = self.results.hit_model.hits
        hit = next((hit for hit in hits if hit.doc_id == doc_id), None)
        if hit is not None:
            self.results.choose(hit)

    def _show(self, reply: SearchFinished) -> None:
        if self._result is None:
            return
        relevance = self._result.relevance
        best: dict[str, Hit] = {}
        for hit in reply.response.hits:
            gain = relevance.get(hit.doc_path, 0)
            words = tr("relevant") if gain == 1 else tr("relevant: {gain}").format(gain=gain)
            best.setdefault(hit.doc_id, replace(hit, tags=(words,)) if gain else hit)
        hits = tuple(best.values())
        shown = {hit.chunk_id for hit in hits}
        ranking = tuple(one for one in reply.response.ranking if one.chunk_id in shown)
        response = replace(reply.response, hits=hits, ranking=ranking)
        self._answer = present(response, shows_weak=True)
        listed = sum(hit.doc_path in relevance for hit in best.values())
        words = tr("{number} of {all} relevant documents are listed")
        self.heading.setText(words.format(number=grouped(listed), all=grouped(len(relevance))))
        self.results.set_answer(self._answer)

    def _show_failure(self, failure: RequestFailed) -> None:
        self.heading.setText(translated(failure.message, failure.hint))

    def _choose(self, hit: Hit | None) -> None:
        self.explain.show_hit(self._answer, hit)
        self.hit_chosen.emit(hit)


class EvaluationWindow(BaseDialog):
    """Shows the queries of one judged set by the difference of two runs, the losses first.

    These are the two best at first. `client` searches the library of the judged documents.
    """

    def __init__(self, client: EngineClient, theme: Theme, report: SetReport) -> None:
        title = tr("Wins and losses: {set}").format(set=one_line(report.name))
        super().__init__(title, size=(1440, 900))
        self.setWindowFlag(Qt.WindowType.WindowMinMaxButtonsHint)
        self._measure = measure = next(iter(report.runs[0].means))
        self._runs = {run.name: run for run in report.runs}
        best = sorted(report.runs, key=lambda run: run.means[measure], reverse=True)
        self.summary = make_label(theme, self, size=13, wrap=True)
        self.query = make_label(theme, self, wrap=True)
        self.table = self._make_table(theme)
        self.ours = RankingColumn(client, theme, tr("Ranking"), self)
        self.theirs = RankingColumn(client, theme, tr("Compared with"), self)
        self._columns = (self.ours, self.theirs)
        for column, run in zip(self._columns, (*best, *best), strict=False):
            column.runs.addItems(list(self._runs))
            column.runs.setCurrentText(run.name)
            column.runs.currentTextChanged.connect(self._compare)
        self.ours.hit_chosen.connect(lambda hit: self._follow(self.ours, self.theirs, hit))
        self.theirs.hit_chosen.connect(lambda hit: self._follow(self.theirs, self.ours, hit))
        self.table.currentItemChanged.connect(self._show_query)
        self._lay_out()
        self._compare()

    def _make_table(self, theme: Theme) -> QTableWidget:
        table = QTableWidget(0, 4, self)
        table.setAccessibleName(tr("Queries"))
        table.setFont(theme.font(12, tabular=True))
        show_rows(table, 28)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setWordWrap(False)
        header = table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(_QUERY, QHeaderView.ResizeMode.Stretch)
        header.setSortIndicator(_DIFFERENCE, Qt.SortOrder.AscendingOrder)
        return table

    def _lay_out(self) -> None:
        left = QWidget(self)
        set_surface(left, "window")
        queries = QVBoxLayout(left)
        queries.setContentsMargins(0, 8, 8, 0)
        queries.addWidget(self.summary)
        queries.addWidget(self.table, 1)
        queries.addWidget(self.query)
        parts = QSplitter(self)
        for part in (left, *self._columns):
            parts.addWidget(part)
        parts.setSizes([460, 480, 480])
        parts.setChildrenCollapsible(False)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.addWidget(parts)

    @property
    def _pair(self) -> tuple[RunResult, RunResult]:
        ours, theirs = (self._runs[column.runs.currentText()] for column in self._columns)
        return ours, theirs

    def _compare(self) -> None:
        """List all queries with the measure of both runs, and choose the first."""
        with QSignalBlocker(self.table):
            self._fill()
        self._show_query()

    def _fill(self) -> None:
        ours, theirs = self._pair
        ways = (run.name.rpartition("/")[2] for run in (ours, theirs))
        names = (tr("Query"), tr("Difference"), *ways)
        self.table.setHorizontalHeaderLabels(names)
        self.table.setSortingEnabled(False)
        self.table.setRowCount(len(ours.queries))
        differences = []
        for row, (mine, other) in enumerate(zip(ours.queries, theirs.queries, strict=True)):
            values = mine.measures[self._measure], other.measures[self._measure]
            differences.append(round(values[0] - values[1], 6))
            text = QTableWidgetItem(one_line(mine.request.query))
            text.setToolTip(plain_tip(mine.request.query))
            text.setData(_NUMBER, row)
            self.table.setItem(row, _QUERY, text)
            self.table.setItem(row, _DIFFERENCE, _NumberItem(differences[-1], plus=True))
            for column, value in enumerate(values, _DIFFERENCE + 1):
                self.table.setItem(row, column, _NumberItem(value))
        self.table.setSortingEnabled(True)
        words = tr("{measure}: {won} won, {lost} lost, {same} the same")
        won, lost = sum(one > 0 for one in differences), sum(one < 0 for one in differences)
        same = len(differences) - won - lost
        self.summary.setText(
            words.format(
                measure=self._measure, won=grouped(won), lost=grouped(lost), same=grouped(same)
            )
        )
        self.table.setCurrentCell(0, _QUERY)

    def _show_query(self) -> None:
        item = self.table.item(self.table.currentRow(), _QUERY)
        if item is not None:
            self.query.setText(shorten(item.text(), _LONGEST_QUERY, placeholder="…"))
            for column, run in zip(self._columns, self._pair, strict=True):
                column.show_result(run.queries[item.data(_NUMBER)])

    def _follow(self, chosen_in: QWidget, other: RankingColumn, hit: Hit | None) -> None:
        """Show where the other ranking has the document that a person chose in one."""
        focus = QApplication.focusWidget()
        if hit is not None and focus is not None and chosen_in.isAncestorOf(focus):
            other.choose_document(hit.doc_id)
