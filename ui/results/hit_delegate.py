"""Paints one row of the hit list: title, votes of both rankings, place, snippet and tags."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from textwrap import fill

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QPainter, QPen, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
)

from engine.api import Hit, Snippet
from ui.citation_text import shown_title
from ui.i18n import counts
from ui.i18n.formatting import day
from ui.i18n.label_text import plain_tip
from ui.results.found_by import FoundBy
from ui.results.hit_marks import (
    badge_width,
    gauge_area,
    gauge_words,
    new_chip_width,
    paint_badge,
    paint_fold_gauge,
    paint_new_chip,
)
from ui.results.hit_text import (
    copies_words,
    file_icon,
    language_words,
    new_words,
    passages_of_document,
    place_parts,
    shown_tags,
    stale_words,
)
from ui.results.result_model import HitRole, hit_at, value_at
from ui.results.row_pictures import RowPictures
from ui.results.snippet_layout import CODE_LINE, PROSE_LINE, SnippetLayout, SnippetLayouts
from ui.theme import Face, Theme

_BAR = 3


def paint_ground(painter: QPainter, theme: Theme, area: QRectF, state: QStyle.StateFlag) -> None:
    """Paint the ground of the row at `area`."""
    if state & QStyle.StateFlag.State_Selected:
        painter.fillRect(area, theme.color("accent_soft"))
        bar = QRectF(area.left(), area.top(), _BAR, area.height())
        painter.fillRect(bar, theme.color("accent"))
    elif state & QStyle.StateFlag.State_MouseOver:
        painter.fillRect(area, theme.color("hover"))
    hairline = QRectF(area.left(), area.bottom() - 1, area.width(), 1)
    painter.fillRect(hairline, theme.color("hairline"))


_CHEVRON = 10
_CHEVRON_ROOM = 18
_NARROWEST = 24.0
_PLACE_SIZE = 12
_ONE_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


def fit_parts(parts: Sequence[str], theme: Theme, font: Face, width: float) -> tuple[str, ...]:
    """Shorten parts so that they fit in `width`, chevrons included.

    Middle parts give way first, then the first; the last (page or lines) always stays whole.
    """
    room = width - _CHEVRON_ROOM * (len(parts) - 1)
    fitted = list(parts)
    widths = [theme.text_width(part, font) for part in parts]
    for number in [*range(1, len(parts) - 1), 0]:
        excess = sum(widths) - room
        if excess <= 0 or number == len(parts) - 1:
            break
        allowed = max(widths[number] - excess, _NARROWEST)
        right = Qt.TextElideMode.ElideRight
        fitted[number] = QFontMetricsF(font).elidedText(parts[number], right, allowed)
        widths[number] = theme.text_width(fitted[number], font)
    return tuple(fitted)


def paint_place(
    painter: QPainter, theme: Theme, area: QRectF, parts: Sequence[str], lang: str
) -> None:
    """Paint the place into `area`."""
    font = theme.font(_PLACE_SIZE, lang=lang)
    painter.setFont(font)
    painter.setPen(theme.color("text2"))
    ratio = painter.device().devicePixelRatio()
    chevron = theme.pixmap("chevron-right", "text3", _CHEVRON, ratio)
    left = area.left()
    for number, part in enumerate(fit_parts(parts, theme, font, area.width())):
        if number:
            top = round(area.center().y() - _CHEVRON / 2)
            painter.drawPixmap(round(left + (_CHEVRON_ROOM - _CHEVRON) / 2), top, chevron)
            left += _CHEVRON_ROOM
        rest = QRectF(left, area.top(), area.right() - left, area.height())
        painter.drawText(rest, _ONE_LINE, part)
        left += theme.text_width(part, font)


_LAST_LINE_SIZE = 11
_SPACE = 10

Part = tuple[str, str]
"""Words, and the name of their colour."""


def fit_tags(tags: Sequence[str], theme: Theme, font: Face, room: float) -> tuple[str, ...]:
    """Return the first tags as they are written, and how many more there are: '#a', '#b', '+7'.

    `room` is in pixels, spaces included. Nothing but the number is left where there is none.
    """
    written = [f"#{tag}" for tag in tags]
    ends = list(accumulate(_part_width(word, theme, font) for word in written))
    if not ends or ends[-1] <= room:
        return tuple(written)
    for shown in range(len(tags) - 1, 0, -1):
        more = f"+{len(tags) - shown}"
        if ends[shown - 1] + _part_width(more, theme, font) <= room:
            return (*written[:shown], more)
    return (f"+{len(tags)}",) if len(tags) > 1 else tuple(written)


def paint_last_line(
    painter: QPainter,
    theme: Theme,
    area: QRectF,
    tags: Sequence[str],
    others: Sequence[Part],
    *,
    lang: str,
) -> None:
    """Paint tags into `area` as far as `others` leave room, and these behind them."""
    font = theme.font(_LAST_LINE_SIZE, lang=lang)
    painter.setFont(font)
    room = area.width() - sum(_part_width(words, theme, font) for words, _ in others)
    shown = [(tag, "text2") for tag in fit_tags(tags, theme, font, room)]
    left = area.left()
    for words, colour in (*shown, *others):
        if left >= area.right():
            break
        rest = QRectF(left, area.top(), area.right() - left, area.height())
        painter.setPen(theme.color(colour))
        painter.drawText(rest, _ONE_LINE, _elided_part(words, theme, font, rest.width()))
        left += _part_width(words, theme, font)


def _part_width(words: str, theme: Theme, font: Face) -> float:
    return theme.text_width(words, font) + _SPACE


def _elided_part(words: str, theme: Theme, font: Face, room: float) -> str:
    if theme.text_width(words, font) <= room:
        return words
    return QFontMetricsF(font).elidedText(words, Qt.TextElideMode.ElideRight, room)


LEFT = 48
RIGHT = 16
TOP = 10
_PLACE_TOP = 30
_SNIPPET_TOP = 52
_LAST_LINE_GAP = 6
_AROUND_SNIPPET = 82
LEAST_HEIGHT = _AROUND_SNIPPET + CODE_LINE
_UNDER_SNIPPET = _AROUND_SNIPPET - _SNIPPET_TOP
_WEAK_HEAD = 24
_TIP_LETTERS = 80
_GAUGE_TO_BADGE = 11
_NEW_TO_GAUGE = 8
_AT_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter

_Index = QModelIndex | QPersistentModelIndex


class HitDelegate(QStyledItemDelegate):
    """Rows of the hit list. `max_lines` bounds the snippet."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._layouts = SnippetLayouts(theme)
        self._pictures = RowPictures(theme)
        self.max_lines = 3

    def sizeHint(self, option: QStyleOptionViewItem, index: _Index) -> QSize:
        """Return the height of the row: 82 pixels and the lines of its snippet."""
        width = _width(option)
        hit = hit_at(index)
        snippet = self._layouts.height(hit, _snippet_width(width), self.max_lines)
        above = _WEAK_HEAD if hit.weak and value_at(index, HitRole.WEAK_BELOW) else 0
        return QSize(0, above + _AROUND_SNIPPET + snippet)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: _Index) -> None:
        """Paint the row, or copy its picture where it was painted before."""
        picture = self._picture(option, index, painter.device().devicePixelRatio())
        if picture is not None:
            painter.drawPixmap(option.rect.topLeft(), picture)
        else:
            self._paint(painter, QRectF(option.rect), option, index)

    def prepare(self, option: QStyleOptionViewItem, index: _Index, ratio: float) -> bool:
        """Paint a row that is not in view yet, for when it is; False when it is there already."""
        if self._pictures.has(option, hit_at(index), self._further(option, index), ratio):
            return False
        return self._picture(option, index, ratio) is not None

    def pictures_kept(self, view: QAbstractItemView) -> int:
        """Return how many rows of `view` may be painted ahead and still be there."""
        height = _AROUND_SNIPPET + self.max_lines * PROSE_LINE
        size = QSize(view.viewport().width(), height)
        return self._pictures.most(size, view.viewport().devicePixelRatioF())

    def _picture(self, option: QStyleOptionViewItem, index: _Index, ratio: float) -> QPixmap | None:
        if not isinstance(option.widget, QAbstractItemView):
            return None
        area = QRectF(QPointF(), option.rect.size().toSizeF())
        return self._pictures.of(
            option,
            hit_at(index),
            self._further(option, index),
            ratio,
            lambda painter: self._paint(painter, area, option, index),
        )

    def _further(self, option: QStyleOptionViewItem, index: _Index) -> object:
        below = value_at(index, HitRole.WEAK_BELOW) if hit_at(index).weak else 0
        # The sentence is held by the model: no other can come to have its id meanwhile.
        nearest = id(value_at(index, HitRole.NEAREST))
        return self.max_lines, below, _width(option), nearest, value_at(index, HitRole.NEW)

    def _paint(
        self, painter: QPainter, area: QRectF, option: QStyleOptionViewItem, index: _Index
    ) -> None:
        state, width = option.state, _width(option)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        weak_below = value_at(index, HitRole.WEAK_BELOW)
        if weak_below:
            self._paint_weak_head(painter, area, weak_below)
            area = area.adjusted(0, _WEAK_HEAD, 0, 0)
        self._paint_ground(painter, area, state)
        painter.translate(area.topLeft())
        painter.setClipRect(QRectF(0, 0, area.width(), area.height()))
        hit, nearest = hit_at(index), value_at(index, HitRole.NEAREST)
        self._paint_rank(painter, hit, state)
        self._paint_title(painter, hit, width, is_new=value_at(index, HitRole.NEW))
        self._paint_place(painter, hit, width)
        snippet = self._snippet(hit, nearest, width)
        self._paint_snippet(painter, snippet, width, nearest=nearest is not None)
        bottom = _SNIPPET_TOP + snippet.height + _LAST_LINE_GAP
        area = QRectF(LEFT, bottom, width - LEFT - RIGHT, 16)
        paint_last_line(painter, self._theme, area, shown_tags(hit), _details(hit), lang=hit.lang)
        painter.restore()

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: _Index,
    ) -> bool:
        """Say in words what gauge and badge show."""
        if event.type() is not QEvent.Type.ToolTip or not index.isValid():
            return super().helpEvent(event, view, option, index)
        hit = hit_at(index)
        on_gauge = self._gauge(hit, FoundBy.of(hit), _width(option)).translated(
            option.rect.topLeft()
        )
        on_gauge.translate(0, _WEAK_HEAD if value_at(index, HitRole.WEAK_BELOW) else 0)
        on_gauge.setRight(option.rect.right())
        words = ""
        if on_gauge.adjusted(-4, -4, 0, 4).contains(event.pos()):
            words = self._votes(hit)
        elif event.pos().y() < on_gauge.top() + _SNIPPET_TOP - TOP:
            words = self._full_names(index)
        elif event.pos().y() > option.rect.bottom() - _UNDER_SNIPPET:
            tags = " ".join(f"#{tag}" for tag in shown_tags(hit))
            words = plain_tip(fill(tags, _TIP_LETTERS))
        QToolTip.showText(event.globalPos(), words, view)
        return True

    def _votes(self, hit: Hit) -> str:
        if FoundBy.of(hit) is FoundBy.FILTERS:
            return self.tr("No words were asked for: the newest documents come first.")
        return gauge_words(*_ranks(hit))

    def _full_names(self, index: _Index) -> str:
        """Say title and place, which may be cut in the row."""
        hit = hit_at(index)
        title, place = shown_title(hit), " › ".join(_parts_of_place(hit))
        new = f"\n{new_words()}" if value_at(index, HitRole.NEW) else ""
        return plain_tip(f"{title}\n{place}{new}")

    def _paint_weak_head(self, painter: QPainter, area: QRectF, weak: int) -> None:
        """Paint the dashed line above the first weak hit, and how many there are."""
        painter.setPen(QPen(self._theme.color("border_strong"), 1, Qt.PenStyle.DashLine))
        painter.drawLine(area.topLeft(), area.topRight())
        painter.setFont(self._theme.font(11))
        painter.setPen(self._theme.color("text2"))
        words = QRectF(LEFT, area.top() + 4, area.width() - LEFT - RIGHT, 16)
        painter.drawText(words, _ONE_LINE, counts.weak_matches(weak if weak > 0 else None))

    def _snippet(self, hit: Hit, nearest: Snippet | None, width: int) -> SnippetLayout:
        room = _snippet_width(width)
        found = self._layouts.layout(hit, room, self.max_lines)
        if nearest is None:
            return found
        # No higher than the row is already: nothing moves when the sentence comes.
        shown, lines = replace(hit, snippet=nearest), max(found.line_count, 1)
        return self._layouts.layout(shown, room, lines, weight=400)

    def _paint_ground(self, painter: QPainter, area: QRectF, state: QStyle.StateFlag) -> None:
        theme = self._theme
        paint_ground(painter, theme, area, state)
        if state & QStyle.StateFlag.State_Selected and state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(theme.color("accent"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(area.adjusted(1, 1, -1, -1))

    def _paint_rank(self, painter: QPainter, hit: Hit, state: QStyle.StateFlag) -> None:
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.setFont(self._theme.font(12, 600 if chosen else 400, tabular=True))
        painter.setPen(self._theme.color("accent" if chosen else "text3"))
        painter.drawText(QRectF(4, TOP, 32, 20), _AT_RIGHT, str(hit.rank))
        ratio = painter.device().devicePixelRatio()
        icon = self._theme.pixmap(file_icon(hit), "text2", 16, ratio)
        painter.drawPixmap(20, 34, icon)

    def _paint_title(self, painter: QPainter, hit: Hit, width: float, *, is_new: bool) -> None:
        theme, kind, weak = self._theme, FoundBy.of(hit), bool(hit.weak)
        badge_left = width - RIGHT - badge_width(theme, kind, weak=weak)
        paint_badge(painter, theme, badge_left, TOP, kind, weak=weak)
        gauge, ranks = self._gauge(hit, kind, width), _ranks(hit)
        if ranks != (None, None):
            paint_fold_gauge(painter, theme, gauge, *ranks)
        right = gauge.left()
        if is_new:
            right -= _NEW_TO_GAUGE + new_chip_width(theme)
            paint_new_chip(painter, theme, right, TOP)
        font = theme.font(14, 600, lang=hit.lang)
        painter.setFont(font)
        painter.setPen(theme.color("text"))
        room = QRectF(LEFT, TOP, right - RIGHT - LEFT, 20)
        title = self._elided(shown_title(hit), font, room.width())
        painter.drawText(room, _ONE_LINE, title)

    def _elided(self, text: str, font: Face, width: float) -> str:
        if self._theme.text_width(text, font) <= width:
            return text
        return QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideRight, width)

    def _gauge(self, hit: Hit, kind: FoundBy, width: float) -> QRectF:
        badge = badge_width(self._theme, kind, weak=bool(hit.weak))
        right, ranks = width - RIGHT - badge - _GAUGE_TO_BADGE, _ranks(hit)
        if ranks == (None, None):
            return QRectF(right, TOP, 0, 20)
        return gauge_area(self._theme, right, TOP + 10, *ranks)

    def _paint_place(self, painter: QPainter, hit: Hit, width: float) -> None:
        area = QRectF(LEFT, _PLACE_TOP, width - LEFT - RIGHT, 18)
        paint_place(painter, self._theme, area, _parts_of_place(hit), hit.lang)

    def _paint_snippet(
        self, painter: QPainter, snippet: SnippetLayout, width: float, *, nearest: bool
    ) -> None:
        painter.save()
        # Long lines of code are cut at the right; marks may stand out by their reach.
        painter.setClipRect(
            QRectF(LEFT - 2, _SNIPPET_TOP, width - LEFT - RIGHT + 4, snippet.height),
            Qt.ClipOperation.IntersectClip,
        )
        snippet.paint(painter, self._theme, LEFT, _SNIPPET_TOP, nearest=nearest)
        painter.restore()


def _width(option: QStyleOptionViewItem) -> int:
    """Return how wide a row is with the scroll bar, which lies in the padding at the right."""
    is_view = isinstance(option.widget, QAbstractItemView)
    return option.widget.width() if is_view else option.rect.width()


def _snippet_width(row_width: int) -> int:
    return max(row_width - LEFT - RIGHT, 40)


def _ranks(hit: Hit) -> tuple[int | None, int | None]:
    return hit.retrieval.lexical_rank, hit.retrieval.vector_rank


def _details(hit: Hit) -> list[tuple[str, str]]:
    """Return what follows the tags, each with its colour."""
    parts = [
        (language_words(hit), "text3"),
        (day(hit.date), "text3"),
        (passages_of_document(hit), "text2"),
        (copies_words(hit), "text2"),
    ]
    if hit.stale:
        parts.append((stale_words(), "warn"))
    return [part for part in parts if part[0]]


def _parts_of_place(hit: Hit) -> list[str]:
    return [" ".join(part.split()) for part in place_parts(hit)]
