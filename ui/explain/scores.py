"""The contribution of each retriever to the fused score: numbers, table and bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from twofold.engine.api import Hit, RetrieverKind, SearchResponse
from twofold.ui.i18n.formatting import decimal, percent
from twofold.ui.i18n.translation import tr
from twofold.ui.results.presented import fused_rank
from twofold.ui.theme import Theme

FILLS = {RetrieverKind.LEXICAL: "kw_fill", RetrieverKind.VECTOR: "mn_fill"}
_EDGES = (0.374, 0.661, 0.829, 1.0)  # right edges of the columns as parts of the width
_NO_SCORE = "\u2013"
_ROW, _NAME_LEFT, _UNIT_GAP = 24, 15, 4
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_BAR_HEIGHT, _SEGMENT_GAP = 8, 2


@dataclass(frozen=True, slots=True)
class RetrieverShare:
    """One retriever's contribution; rank and score are None if it did not find the hit.

    `score` is the raw BM25 score or cosine. `part` is the share of the fused score that comes from
    this retriever, from 0 to 1.
    """

    retriever: RetrieverKind
    rank: int | None
    score: float | None
    weight: float
    part: float


def retriever_shares(response: SearchResponse, hit: Hit) -> tuple[RetrieverShare, ...]:
    """Return the contributions of the retrievers that ran, keywords first."""
    fusion, retrieval = response.request.fusion, hit.retrieval
    ran = {trace.kind for trace in response.trace.retrievers} | set(retrieval.sources)
    total = sum(part.share for part in retrieval.contributions)
    shares = []
    for retriever in (one for one in RetrieverKind if one in ran):
        is_lexical = retriever is RetrieverKind.LEXICAL
        weight = fusion.lexical_weight if is_lexical else fusion.vector_weight
        given = next((one for one in retrieval.contributions if one.retriever is retriever), None)
        if given is not None:
            weight = given.weight
        elif keywords_vote_for_both(hit):
            weight = 0.0
        share = RetrieverShare(
            retriever=retriever,
            rank=retrieval.lexical_rank if is_lexical else retrieval.vector_rank,
            score=hit.bm25 if is_lexical else hit.cosine,
            weight=weight,
            part=given.share / total if given and total else 0.0,
        )
        shares.append(share)
    return tuple(shares)


def keywords_vote_for_both(hit: Hit) -> bool:
    """Whether the hit has no vector yet, so that keywords also get the weight of meaning."""
    return any(part.for_both for part in hit.retrieval.contributions)


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One row of a table; `unit` is shown small after the score, `dot` is the color token."""

    name: str
    dot: str
    rank: str
    score: str
    unit: str
    weight: str
    share: str
    strong: bool = False

    @property
    def words(self) -> str:
        """The row as text: 'Keywords: rank 2, score 11.84 BM25, share 54 %'."""
        if self.rank == _NO_SCORE:
            return tr("{name}: not found").format(name=self.name)
        cells = (
            (tr("rank {value}"), self.rank),
            (tr("score {value}"), f"{self.score} {self.unit}".strip()),
            (tr("weight {value}"), self.weight),
            (tr("share {value}"), self.share),
        )
        described = ", ".join(words.format(value=value) for words, value in cells if value)
        return f"{self.name}: {described}"


class ScoreTable(QWidget):
    """A table of rank, score, weight and share: of each retriever and, after fusion, of the list.

    It is painted, because rich text labels are ten times slower; the accessible description
    contains the text.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows: tuple[ScoreRow, ...] = ()
        self.setAccessibleName(tr("Scores"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_scores(self, shares: Sequence[RetrieverShare], hit: Hit, *, fused: bool) -> None:
        """Show the rows of the retrievers and, if `fused`, of the fused score."""
        self.rows = tuple(map(_row_of, shares))
        if fused:
            score = decimal(hit.retrieval.fusion_score, 3)
            cells = (str(fused_rank(hit)), score, tr("of 1"), "", percent(1.0))
            self.rows += (ScoreRow(tr("Fused"), "accent", *cells, strong=True),)
        described = [", ".join(self._header()), *(row.words for row in self.rows)]
        self.setAccessibleDescription("\n".join(described))
        self.setFixedHeight(_ROW * (len(self.rows) + 1))
        self.update()

    def _header(self) -> tuple[str, str, str, str]:
        return (tr("Rank"), tr("Score"), tr("Weight"), tr("Share"))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the header, and the rows with a line above each."""
        painter, theme = QPainter(self), self._theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(theme.color("text2"))
        painter.setFont(theme.font(11))
        for column, name in enumerate(self._header()):
            painter.drawText(self._cell(0, column), _RIGHT, name)
        for number, row in enumerate(self.rows, 1):
            top = number * _ROW
            painter.fillRect(QRectF(0, top, self.width(), 1), theme.color("border"))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(row.dot))
            painter.drawEllipse(QRectF(0, top + 8.5, 8, 8))
            self._paint_words(painter, number, row)

    def _paint_words(self, painter: QPainter, number: int, row: ScoreRow) -> None:
        theme, small = self._theme, self._theme.font(11)
        painter.setPen(theme.color("text"))
        painter.setFont(theme.font(12, 600 if row.strong else 400, tabular=True))
        name = self._cell(number, 0).adjusted(_NAME_LEFT, 0, 0, 0)
        painter.drawText(name, Qt.AlignmentFlag.AlignVCenter, row.name)
        area = self._cell(number, 1)
        unit = QFontMetricsF(small).horizontalAdvance(row.unit) + _UNIT_GAP if row.unit else 0
        painter.drawText(area.adjusted(0, 0, -unit, 0), _RIGHT, row.score)
        for column, text in ((0, row.rank), (2, row.weight), (3, row.share)):
            painter.drawText(self._cell(number, column), _RIGHT, text)
        painter.setFont(small)
        painter.setPen(theme.color("text3"))
        painter.drawText(area, _RIGHT, row.unit)

    def _cell(self, number: int, column: int) -> QRectF:
        left = self.width() * (_EDGES[column - 1] if column else 0.0)
        right = self.width() * _EDGES[column]
        return QRectF(left, number * _ROW + 1, right - left, _ROW - 1)


def _row_of(share: RetrieverShare) -> ScoreRow:
    is_lexical, score, unit = share.retriever is RetrieverKind.LEXICAL, _NO_SCORE, ""
    if share.score is not None:
        score = decimal(share.score, 2 if is_lexical else 3)
        unit = tr("BM25") if is_lexical else tr("cosine")
    return ScoreRow(
        name=tr("Keywords") if is_lexical else tr("Meaning"),
        dot=FILLS[share.retriever],
        rank=_NO_SCORE if share.rank is None else str(share.rank),
        score=score,
        unit=unit,
        weight=decimal(share.weight, 2),
        share=_NO_SCORE if share.rank is None else percent(share.part),
    )


class ContributionBar(QWidget):
    """A bar of the shares: keywords on the left, meaning on the right."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shares: tuple[RetrieverShare, ...] = ()
        self.setFixedHeight(_BAR_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_shares(self, shares: Sequence[RetrieverShare]) -> None:
        """Show other shares; zero shares are left out."""
        self._shares = tuple(share for share in shares if share.part > 0)
        words = {
            RetrieverKind.LEXICAL: tr("keywords {part}"),
            RetrieverKind.VECTOR: tr("meaning {part}"),
        }
        spoken = [words[share.retriever].format(part=percent(share.part)) for share in self._shares]
        self.setAccessibleName(tr("Shares: {parts}").format(parts=", ".join(spoken)))
        self.setToolTip(", ".join(spoken))
        # Otherwise the tooltip becomes the description, whose changes are not announced.
        self.setAccessibleDescription(", ".join(spoken))
        self.update()

    def segments(self) -> list[tuple[RetrieverKind, QRectF]]:
        """Return the area of each retriever's share of the bar."""
        width = self.width() - _SEGMENT_GAP * max(len(self._shares) - 1, 0)
        left = 0.0
        found = []
        for share in self._shares:
            share_width = width * share.part
            found.append((share.retriever, QRectF(left, 0, share_width, _BAR_HEIGHT)))
            left += share_width + _SEGMENT_GAP
        return found

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the shares inside one rounded bar."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(self.rect()), _BAR_HEIGHT / 2, _BAR_HEIGHT / 2)
        painter.setPen(Qt.PenStyle.NoPen)
        for retriever, area in self.segments():
            part = QPainterPath()
            part.addRect(area)
            painter.fillPath(part.intersected(outline), self._theme.color(FILLS[retriever]))
