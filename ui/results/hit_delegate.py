"""Painting of hit rows: title, gauge, badge, location, snippet and tags; shared by two lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import log10
from textwrap import fill

from PySide6.QtCore import (
    QEvent,
    QLineF,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
)

from twofold.engine.api import FoundBy, Hit, Snippet, stated_publication
from twofold.ui.i18n import counts
from twofold.ui.i18n.citation_text import shown_title
from twofold.ui.i18n.formatting import day, ordinal
from twofold.ui.i18n.label_text import plain_tip
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.i18n.value_names import found_by_name
from twofold.ui.results.result_model import (
    HitRole,
    copies_label,
    document_link_text,
    file_icon,
    language_label,
    moved_label,
    new_label,
    place_line,
    shown_tags,
    stale_label,
)
from twofold.ui.results.snippets import PROSE_LINE, SnippetLayout, SnippetLayouts
from twofold.ui.theme import Face, Theme
from twofold.ui.widgets.decoration import paint_two_dots

LEFT = 48
RIGHT = 16
# Vertical positions in a row: title, location, snippet, and a last line below the snippet.
_TOP = 10
_PLACE_TOP = 30
_SNIPPET_TOP = 52
_LAST_LINE_GAP = 6
_AROUND_SNIPPET = 82
# The height with two snippet lines.
MIN_ROW_LENGTH = _AROUND_SNIPPET + 2 * PROSE_LINE
_TIP_LETTERS = 80
_GAUGE_TO_BADGE = 11
_NEW_TO_GAUGE = 8
_BAR = 3
_SPACE = 10
_SIGN = 12
_ONE_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
_AT_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

Index = QModelIndex | QPersistentModelIndex


class HitDelegate(QStyledItemDelegate):
    """Paints the rows of the list of hits; each has the same height, for `lines` snippet lines.

    The first weak row has a heading instead of one snippet line.
    """

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._layouts = SnippetLayouts(theme)
        self.lines = 3

    @property
    def row_height(self) -> int:
        """The height of every row in pixels."""
        return _AROUND_SNIPPET + self.lines * PROSE_LINE

    def sizeHint(self, _option: QStyleOptionViewItem, _index: Index) -> QSize:
        """Return the row height; rows are as wide as the list."""
        return QSize(0, self.row_height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the row."""
        hit: Hit = index.data(HitRole.HIT)
        weak_below: int = index.data(HitRole.WEAK_BELOW)
        area, lines, width = QRectF(option.rect), self.lines, row_width(option)
        painter.save()
        painter.setClipRect(area, Qt.ClipOperation.IntersectClip)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if weak_below:
            self._paint_weak_heading(painter, area, weak_below)
            area, lines = area.adjusted(0, PROSE_LINE, 0, 0), lines - 1
        paint_background(painter, self._theme, area, option.state)
        painter.translate(area.topLeft())
        self._paint_number(painter, index.row() + 1, hit, option.state)
        self._paint_title(painter, hit, width, is_new=index.data(HitRole.NEW))
        available = width - LEFT - RIGHT
        paint_place(painter, self._theme, QRectF(LEFT, _PLACE_TOP, available, 18), hit)
        nearest: Snippet | None = index.data(HitRole.NEAREST)
        snippet = self._snippet(hit, nearest, available, lines)
        snippet.paint(painter, self._theme, LEFT, _SNIPPET_TOP)
        below = QRectF(LEFT, _SNIPPET_TOP + snippet.height + _LAST_LINE_GAP, available, 16)
        self._paint_last_line(painter, below, hit)
        painter.restore()

    def _paint_weak_heading(self, painter: QPainter, area: QRectF, weak: int) -> None:
        """Paint a dashed line above the first weak hit, with the number of weak matches."""
        painter.setPen(QPen(self._theme.color("border_strong"), 1, Qt.PenStyle.DashLine))
        painter.drawLine(area.topLeft(), area.topRight())
        painter.setFont(self._theme.font(11))
        painter.setPen(self._theme.color("text2"))
        words = QRectF(LEFT, area.top() + 3, area.width() - LEFT - RIGHT, 16)
        painter.drawText(words, _ONE_LINE, counts.weak_matches(weak))

    def _paint_number(
        self, painter: QPainter, number: int, hit: Hit, state: QStyle.StateFlag
    ) -> None:
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.setFont(self._theme.font(12, 600 if chosen else 400, tabular=True))
        painter.setPen(self._theme.color("accent" if chosen else "text3"))
        painter.drawText(QRectF(4, _TOP, 32, 20), _AT_RIGHT, str(number))
        ratio = painter.device().devicePixelRatio()
        icon = self._theme.pixmap(file_icon(hit), "text2", 16, ratio)
        painter.drawPixmap(20, 34, icon)

    def _paint_title(self, painter: QPainter, hit: Hit, width: float, *, is_new: bool) -> None:
        gauge, ranks = self._gauge(hit, width), _ranks(hit)
        if ranks != (None, None):
            paint_fold_gauge(painter, self._theme, gauge, *ranks)
        right = gauge.left()
        if is_new:
            right = paint_new_chip(painter, self._theme, right - _NEW_TO_GAUGE, _TOP)
        paint_title(painter, self._theme, hit, _TOP, (right, width - RIGHT))

    def document_link(self, index: Index, row: QRect, width: int) -> QRectF:
        """Return the area of the link to all passages of the document; empty if there is none."""
        hit: Hit = index.data(HitRole.HIT)
        words, has_heading = document_link_text(hit), bool(index.data(HitRole.WEAK_BELOW))
        if not words:
            return QRectF()
        nearest, available = index.data(HitRole.NEAREST), width - LEFT - RIGHT
        snippet = self._snippet(hit, nearest, available, self.lines - has_heading)
        top = row.top() + PROSE_LINE * has_heading + _SNIPPET_TOP + snippet.height
        font = self._theme.font(11, lang=hit.lang)
        taken = self._theme.text_width(words, font)
        return QRectF(row.left() + LEFT, top, taken, 16 + 2 * _LAST_LINE_GAP)

    def _paint_last_line(self, painter: QPainter, area: QRectF, hit: Hit) -> None:
        """Paint the last line: link and details in full, and as many tags as fit."""
        theme, font = self._theme, self._theme.font(11, lang=hit.lang)
        details = [
            (moved_label(hit), "accent"),
            (language_label(hit), "text3"),
            (day(hit.date), "text3"),
            (copies_label(hit), "text2"),
            (stale_label() if hit.stale else "", "warn"),
        ]
        link = [(words, "accent")] if (words := document_link_text(hit)) else []
        details = [part for part in (*link, *details) if part[0]]
        available = area.width() - sum(_part_width(words, theme, font) for words, _ in details)
        tags = [(tag, "text2") for tag in fit_tags(shown_tags(hit), theme, font, available)]
        painter.setFont(font)
        for words, colour in (*link, *tags, *details[len(link) :]):
            if area.width() <= 0:
                break
            painter.setPen(theme.color(colour))
            painter.drawText(area, _ONE_LINE, _elided(theme, words, font, area.width()))
            area.setLeft(area.left() + _part_width(words, theme, font))

    def _gauge(self, hit: Hit, width: float) -> QRectF:
        badge = badge_width(self._theme, hit.found_by, weak=bool(hit.weak))
        right, ranks = width - RIGHT - badge - _GAUGE_TO_BADGE, _ranks(hit)
        if ranks == (None, None):
            return QRectF(right, _TOP, 0, 20)
        return gauge_area(self._theme, right, _TOP + 10, *ranks)

    def _snippet(self, hit: Hit, nearest: Snippet | None, room: int, lines: int) -> SnippetLayout:
        """Return the layout of the snippet, or of the most similar part of the passage."""
        if nearest is None:
            return self._layouts.layout(hit, room, lines)
        return self._layouts.layout(replace(hit, snippet=nearest), room, lines, nearest=True)

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        """Show a tooltip that explains gauge and badge, or shows text that may be cut off."""
        if event.type() is not QEvent.Type.ToolTip or not index.isValid():
            return super().helpEvent(event, view, option, index)
        hit: Hit = index.data(HitRole.HIT)
        width, has_heading = row_width(option), bool(index.data(HitRole.WEAK_BELOW))
        x = event.pos().x() - option.rect.left()
        y = event.pos().y() - option.rect.top() - PROSE_LINE * has_heading
        available, nearest = width - LEFT - RIGHT, index.data(HitRole.NEAREST)
        snippet = self._snippet(hit, nearest, available, self.lines - has_heading)
        words = ""
        if y < _PLACE_TOP and x >= self._gauge(hit, width).left() - 4:
            words = gauge_text(*_ranks(hit))
            if hit.found_by is FoundBy.FILTERS:
                words = tr("No search words: newest documents first.")
        elif y < _SNIPPET_TOP:
            new = f"\n{new_label()}" if index.data(HitRole.NEW) else ""
            library = f"\n{hit.library}" if hit.library else ""
            stated = "".join(f"\n{line}" for line in publication_lines(hit))
            words = plain_tip(f"{shown_title(hit)}\n{place_line(hit)}{library}{stated}{new}")
        elif y > _SNIPPET_TOP + snippet.height:
            words = plain_tip(fill(" ".join(f"#{tag}" for tag in shown_tags(hit)), _TIP_LETTERS))
        QToolTip.showText(event.globalPos(), words, view)
        return True


def publication_lines(hit: Hit) -> Iterator[str]:
    """Yield lines about the author and the publication: 'Publisher: Reed'."""
    stated = [(tr("Author"), hit.author), (tr("Published"), hit.issued)]
    stated += [(translated(each.label), value) for each, value in stated_publication(hit).items()]
    for label, value in stated:
        if value:
            yield fill(tr("{label}: {value}").format(label=label, value=value), _TIP_LETTERS)


def row_width(option: QStyleOptionViewItem) -> int:
    """Return the row width including the scroll bar, which covers the right padding."""
    is_view = isinstance(option.widget, QAbstractItemView)
    return max(option.widget.width() if is_view else option.rect.width(), LEFT + RIGHT + 40)


def paint_background(
    painter: QPainter, theme: Theme, area: QRectF, state: QStyle.StateFlag
) -> None:
    """Paint the background of a row that is selected, focused or under the pointer."""
    is_chosen = state & QStyle.StateFlag.State_Selected
    if is_chosen:
        painter.fillRect(area, theme.color("accent_soft"))
        bar = QRectF(area.left(), area.top(), _BAR, area.height())
        painter.fillRect(bar, theme.color("accent"))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(area, theme.color("hover"))
    hairline = QRectF(area.left(), area.bottom() - 1, area.width(), 1)
    painter.fillRect(hairline, theme.color("hairline"))
    if is_chosen and state & QStyle.StateFlag.State_HasFocus:
        painter.setPen(QPen(theme.color("accent"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(area.adjusted(1, 1, -1, -1))


def paint_title(
    painter: QPainter, theme: Theme, hit: Hit, top: int, ends: tuple[float, float]
) -> None:
    """Paint title and badge of a hit at `top`.

    `ends` are the right ends of the title and of the badge.
    """
    kind, weak, (title_end, badge_end) = hit.found_by, bool(hit.weak), ends
    badge_left = badge_end - badge_width(theme, kind, weak=weak)
    paint_badge(painter, theme, badge_left, top, kind, weak=weak)
    font = theme.font(14, 600, lang=hit.lang)
    painter.setFont(font)
    painter.setPen(theme.color("text"))
    area = QRectF(LEFT, top, min(title_end, badge_left) - RIGHT - LEFT, 20)
    painter.drawText(area, _ONE_LINE, _elided(theme, shown_title(hit), font, area.width()))


def _elided(
    theme: Theme,
    text: str,
    font: Face,
    width: float,
    where: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
) -> str:
    if theme.text_width(text, font) <= width:
        return text
    return QFontMetricsF(font).elidedText(text, where, width)


def paint_place(painter: QPainter, theme: Theme, area: QRectF, hit: Hit) -> None:
    """Paint the location of a hit, with an icon for a hit from a shared library.

    If space is short, the middle is elided.
    """
    font = theme.font(12, lang=hit.lang)
    painter.setFont(font)
    painter.setPen(theme.color("text2"))
    if hit.library:
        globe = theme.pixmap("globe", "text3", _SIGN, painter.device().devicePixelRatio())
        top = area.top() + (area.height() - _SIGN) / 2
        painter.drawPixmap(QPointF(area.left(), top), globe)
        area = area.adjusted(_SIGN + 4, 0, 0, 0)
    middle = Qt.TextElideMode.ElideMiddle
    painter.drawText(area, _ONE_LINE, _elided(theme, place_line(hit), font, area.width(), middle))


def fit_tags(tags: Sequence[str], theme: Theme, font: Face, available: float) -> tuple[str, ...]:
    """Return as many tags as fit into `available` pixels: '#a', '#b', and '+7' for the others.

    Spaces are included. If no tag fits, only the number is returned.
    """
    written = [f"#{tag}" for tag in tags]
    for shown in range(len(tags), 0, -1):
        more = [f"+{len(tags) - shown}"] if shown < len(tags) else []
        words = (*written[:shown], *more)
        if sum(_part_width(word, theme, font) for word in words) <= available:
            return words
    return (f"+{len(tags)}",) if len(tags) > 1 else tuple(written)


def _part_width(words: str, theme: Theme, font: Face) -> float:
    return theme.text_width(words, font) + _SPACE


def _ranks(hit: Hit) -> tuple[int | None, int | None]:
    return hit.retrieval.lexical_rank, hit.retrieval.vector_rank


# The badge (which retrievers found a hit) and the fold gauge (at which ranks).

HEIGHT = 20
_DOTS_LEFT = 6
_WORD_LEFT = 30
_PADDING = 8

_COLOURS = {
    FoundBy.BOTH: ("neutral_soft", "text2"),
    FoundBy.KEYWORDS: ("kw_soft", "kw"),
    FoundBy.MEANING: ("mn_soft", "mn"),
    FoundBy.EXACT_TEXT: ("neutral_soft", "text2"),
    FoundBy.FILTERS: ("neutral_soft", "text2"),
}


def badge_width(theme: Theme, kind: FoundBy, *, weak: bool = False) -> int:
    """Return the width of the badge in pixels."""
    left = _WORD_LEFT if kind.is_ranked else _PADDING
    return left + round(theme.text_width(_word(kind, weak=weak), theme.font(11, 600))) + _PADDING


def _word(kind: FoundBy, *, weak: bool) -> str:
    return tr("Weak") if weak else found_by_name(kind)


def paint_new_chip(painter: QPainter, theme: Theme, right: float, top: float) -> float:
    """Paint the 'New' chip of a hit that is new in a saved search; return its left edge."""
    word, font = tr("New"), theme.font(11, 600)
    left = right - 2 * _PADDING - round(theme.text_width(word, font))
    area = QRectF(left, top, right - left, HEIGHT)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("accent"))
    painter.drawRoundedRect(area, HEIGHT / 2, HEIGHT / 2)
    painter.setFont(font)
    painter.setPen(theme.color("on_accent"))
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, word)
    return left


def paint_badge(
    painter: QPainter,
    theme: Theme,
    left: float,
    top: float,
    kind: FoundBy,
    *,
    weak: bool = False,
) -> None:
    """Paint the badge with its top left corner at (`left`, `top`).

    The badge of a weak hit is a dashed outline with the word 'Weak'.
    """
    soft, ink = _COLOURS[kind]
    area = QRectF(left, top, badge_width(theme, kind, weak=weak), HEIGHT)
    if weak:
        ink = "text2"
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.color("border_strong"), 1, Qt.PenStyle.DashLine))
        outline = area.adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(outline, HEIGHT / 2 - 0.5, HEIGHT / 2 - 0.5)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(soft))
        painter.drawRoundedRect(area, HEIGHT / 2, HEIGHT / 2)
    word, word_left = _word(kind, weak=weak), float(_PADDING)
    if kind.is_ranked:
        dots = QPointF(left + _DOTS_LEFT, top + HEIGHT / 2)
        paint_two_dots(painter, theme, dots, keywords=kind.by_keywords, meaning=kind.by_meaning)
        word_left = _WORD_LEFT
    painter.setFont(theme.font(11, 600))
    painter.setPen(theme.color(ink))
    painter.drawText(area.adjusted(word_left, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, word)


_HALF = 28
_BOX = 60
_NUMBER_GAP = 2
_NUMBER_COLUMN = 15
_NONE = "\u2013"


def gauge_text(kw_rank: int | None, mn_rank: int | None) -> str:
    """Return the ranks as text: '2nd by keywords, 14th by meaning'."""
    votes = ((tr("{rank} by keywords"), kw_rank), (tr("{rank} by meaning"), mn_rank))
    return ", ".join(words.format(rank=ordinal(rank)) for words, rank in votes if rank is not None)


def gauge_area(
    theme: Theme, right: float, centre_y: float, kw_rank: int | None, mn_rank: int | None
) -> QRectF:
    """Return the rectangle, up to `right`, of the gauge of both ranks and its numbers."""
    font = theme.font(11, 600, tabular=True)
    after = max(_NUMBER_COLUMN, theme.text_width(_number(mn_rank), font))
    before = theme.text_width(_number(kw_rank), font)
    width = before + _BOX + after + 2 * _NUMBER_GAP
    return QRectF(right - width, centre_y - 7, width, 14)


def paint_fold_gauge(
    painter: QPainter, theme: Theme, area: QRectF, kw_rank: int | None, mn_rank: int | None
) -> None:
    """Paint the gauge into the area returned by `gauge_area` for the same ranks."""
    font = theme.font(11, 600, tabular=True)
    before = theme.text_width(_number(kw_rank), font)
    centre = QPointF(round(area.left() + before + _NUMBER_GAP + _BOX / 2), area.center().y())
    painter.setFont(font)
    sides = (
        (-1, kw_rank, "kw", area.left()),
        (1, mn_rank, "mn", centre.x() + _BOX / 2 + _NUMBER_GAP),
    )
    for side, rank, colour, number_left in sides:
        pen = QPen(theme.color("border_strong", 0.5), 1)
        if rank is None:
            pen.setDashPattern([1, 2])
        painter.setPen(pen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.drawLine(QLineF(centre, QPointF(centre.x() + side * _HALF, centre.y())))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        if rank is not None:
            tick = QRectF(0, 0, 3, 11)
            distance = 3 + 25 * min(log10(rank), 2) / 2  # 3 for rank 1, 28 from rank 100
            tick.moveCenter(QPointF(centre.x() + side * distance, centre.y()))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.color(f"{colour}_fill"))
            painter.drawRoundedRect(tick, 1.5, 1.5)
        painter.setPen(theme.color("text3" if rank is None else colour))
        number = QRectF(number_left, area.top(), area.width(), area.height())
        painter.drawText(number, Qt.AlignmentFlag.AlignVCenter, _number(rank))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("text3"))
    painter.drawEllipse(centre, 1.5, 1.5)


def _number(rank: int | None) -> str:
    return _NONE if rank is None else str(rank)
