"""What each ranking gave to the fused score: the numbers, their table and their bar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QCoreApplication, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from engine.api import Hit, RetrieverKind, SearchResponse
from ui.i18n.formatting import decimal, percent
from ui.theme import Theme

FILLS = {RetrieverKind.LEXICAL: "kw_fill", RetrieverKind.VECTOR: "mn_fill"}
_COLUMNS = (22, 16, 28, 17, 17)  # percent of the width
_NO_SCORE, _DOT = "\u2013", "\u25cf"
_ROOM = "padding-top: 4px; padding-bottom: 4px"
_ROW = 24
_BAR_HEIGHT, _SEGMENT_GAP = 8, 2


@dataclass(frozen=True, slots=True)
class RetrieverShare:
    """One ranking's part; rank and score are None where it did not find the hit.

    `score` is raw: BM25 or cosine. `part` is its part of the fused score, 0 to 1.
    """

    retriever: RetrieverKind
    rank: int | None
    score: float | None
    weight: float
    part: float


def retriever_shares(response: SearchResponse, hit: Hit) -> tuple[RetrieverShare, ...]:
    """Return the parts of the rankings that ran, keywords first."""
    ran = {trace.kind for trace in response.trace.retrievers} | set(hit.retrieval.sources)
    return tuple(
        _share(response, hit, retriever) for retriever in RetrieverKind if retriever in ran
    )


def _share(response: SearchResponse, hit: Hit, retriever: RetrieverKind) -> RetrieverShare:
    is_lexical = retriever is RetrieverKind.LEXICAL
    fusion, retrieval = response.request.fusion, hit.retrieval
    parts = retrieval.contributions
    contribution = next((part for part in parts if part.retriever is retriever), None)
    total = sum(part.share for part in parts)
    default_weight = fusion.lexical_weight if is_lexical else fusion.vector_weight
    if keywords_vote_for_both(hit):
        default_weight = 0.0
    return RetrieverShare(
        retriever=retriever,
        rank=retrieval.lexical_rank if is_lexical else retrieval.vector_rank,
        score=hit.bm25 if is_lexical else hit.cosine,
        weight=contribution.weight if contribution else default_weight,
        part=contribution.share / total if contribution and total else 0.0,
    )


def keywords_vote_for_both(hit: Hit) -> bool:
    """Whether the hit has no vector yet, so that meaning has lent its weight to keywords."""
    return any(part.for_both for part in hit.retrieval.contributions)


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One row: `unit` stands small behind the score, `dot` is the token of its colour."""

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
        """The row read aloud and copied: 'Keywords: rank 2, score 11.84 BM25, share 54 %'."""
        if self.rank == _NO_SCORE:
            return _tr("{name}: not found").format(name=self.name)
        cells = (
            (_tr("rank {value}"), self.rank),
            (_tr("score {value}"), f"{self.score} {self.unit}".strip()),
            (_tr("weight {value}"), self.weight),
            (_tr("share {value}"), self.share),
        )
        described = ", ".join(words.format(value=value) for words, value in cells if value)
        return f"{self.name}: {described}"


class ScoreTable(QLabel):
    """Rank, score, weight and share of both rankings and, where both answered, of the fused list.

    Its words are in the accessible description.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows: tuple[ScoreRow, ...] = ()
        self.setFont(theme.font(12, tabular=True))
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)  # so that the table is as wide as the label
        self.setAccessibleName(self.tr("Scores"))
        theme.changed.connect(self._write)

    def show_scores(self, shares: Sequence[RetrieverShare], hit: Hit, *, fused: bool) -> None:
        """Show the rankings' rows and, where both answered, the fused one."""
        rows = [self._retriever_row(share) for share in shares]
        self.rows = (*rows, self._fused_row(hit)) if fused else tuple(rows)
        header = ", ".join(self._header())
        self.setAccessibleDescription("\n".join([header, *(row.words for row in self.rows)]))
        self.setFixedHeight(_ROW * (len(self.rows) + 1))
        self._write()

    def _header(self) -> tuple[str, str, str, str]:
        return (self.tr("Rank"), self.tr("Score"), self.tr("Weight"), self.tr("Share"))

    def _write(self) -> None:
        heads = [self._in("text2", name, 11) for name in ("", *self._header())]
        lines = "".join(map(self._line, self.rows))
        self.setText(
            '<table width="100%" cellspacing="0"'
            f' style="border-collapse: collapse">{_cells(heads, _ROOM)}{lines}</table>'
        )

    def _line(self, row: ScoreRow) -> str:
        name = f"{self._in(row.dot, _DOT, 11)}&nbsp; {escape(row.name)}"
        score = f"{row.score} {self._in('text3', row.unit, 11)}" if row.unit else row.score
        line = self._theme.color("border").name()
        weight = 600 if row.strong else 400
        style = f"{_ROOM}; border-top: 1px solid {line}; font-weight: {weight}"
        return _cells((name, row.rank, score, row.weight, row.share), style)

    def _in(self, colour: str, words: str, size: int = 12) -> str:
        style = f"color: {self._theme.color(colour).name()}; font-size: {size}px; font-weight: 400"
        return f'<span style="{style}">{escape(words)}</span>'

    def _retriever_row(self, share: RetrieverShare) -> ScoreRow:
        lexical = share.retriever is RetrieverKind.LEXICAL
        found = share.rank is not None
        scored = share.score is not None
        unit = self.tr("BM25") if lexical else self.tr("cosine")
        return ScoreRow(
            name=self.tr("Keywords") if lexical else self.tr("Meaning"),
            dot=FILLS[share.retriever],
            rank=str(share.rank) if found else _NO_SCORE,
            score=decimal(share.score or 0.0, 2 if lexical else 3) if scored else _NO_SCORE,
            unit=unit if scored else "",
            weight=decimal(share.weight, 2),
            share=percent(share.part) if found else _NO_SCORE,
        )

    def _fused_row(self, hit: Hit) -> ScoreRow:
        return ScoreRow(
            name=self.tr("Fused"),
            dot="accent",
            rank=str(hit.rank),
            score=decimal(hit.retrieval.fusion_score, 3),
            unit=self.tr("of 1"),
            weight="",
            share=percent(1.0),
            strong=True,
        )


def _cells(cells: Sequence[str], style: str) -> str:
    """Return a row of a table; all cells but the first end at the right."""
    sides = ("left", "right", "right", "right", "right")
    columns = zip(_COLUMNS, sides, cells, strict=True)
    row = (
        f'<td width="{width}%" align="{side}" style="{style}">{cell}</td>'
        for width, side, cell in columns
    )
    return f"<tr>{''.join(row)}</tr>"


class ContributionBar(QWidget):
    """Keywords at the left, meaning at the right, as wide as their shares."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shares: tuple[RetrieverShare, ...] = ()
        self.setFixedHeight(_BAR_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def show_shares(self, shares: Sequence[RetrieverShare]) -> None:
        """Show other shares; those of zero take no room."""
        self._shares = tuple(share for share in shares if share.part > 0)
        words = {
            RetrieverKind.LEXICAL: self.tr("keywords {part}"),
            RetrieverKind.VECTOR: self.tr("meaning {part}"),
        }
        spoken = [words[share.retriever].format(part=percent(share.part)) for share in self._shares]
        self.setAccessibleName(self.tr("Shares: {parts}").format(parts=", ".join(spoken)))
        self.setToolTip(", ".join(spoken))
        # Else the tip is read as the description, and nobody is told when that changes.
        self.setAccessibleDescription(", ".join(spoken))
        self.update()

    def segments(self) -> list[tuple[RetrieverKind, QRectF]]:
        """Return where each ranking's part of the bar lies."""
        room = self.width() - _SEGMENT_GAP * max(len(self._shares) - 1, 0)
        left = 0.0
        found = []
        for share in self._shares:
            width = room * share.part
            found.append((share.retriever, QRectF(left, 0, width, _BAR_HEIGHT)))
            left += width + _SEGMENT_GAP
        return found

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the parts inside one rounded bar."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(self.rect()), _BAR_HEIGHT / 2, _BAR_HEIGHT / 2)
        painter.setPen(Qt.PenStyle.NoPen)
        for retriever, area in self.segments():
            part = QPainterPath()
            part.addRect(area)
            painter.fillPath(part.intersected(outline), self._theme.color(FILLS[retriever]))


def _tr(text: str) -> str:
    return QCoreApplication.translate("score_table", text)
