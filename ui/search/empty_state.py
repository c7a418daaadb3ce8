"""The state page in place of the hits: start page, nothing found, or an error."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOption,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from twofold.engine.api import Hit, RelevanceFloor
from twofold.ui.i18n import counts
from twofold.ui.i18n.formatting import decimal
from twofold.ui.i18n.label_text import isolated, plain_tip, spaced
from twofold.ui.i18n.translation import tr
from twofold.ui.theme import Face, Theme
from twofold.ui.widgets import layouts
from twofold.ui.widgets.controls import ElidedLabel
from twofold.ui.widgets.decoration import make_label, set_surface

_SCALE_HEIGHT = 108
_INSET = 20
_TRACK = 54.0
_DOT = 5.0


class SimilarityScale(QWidget):
    """Paints the similarity of weak matches on a scale from unrelated to similar passages.

    The accessible description contains the same information as text.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._floor: RelevanceFloor | None = None
        self._closeness: tuple[float, ...] = ()
        self._words = ""
        self.setFixedHeight(_SCALE_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Similarity in meaning"))
        theme.changed.connect(self.update)
        self.hide()

    def show_weak(
        self, floor: RelevanceFloor | None, weak: Sequence[Hit] = (), number: int = 0
    ) -> None:
        """Show the similarity of the `weak` hits, the first of `number` weak matches.

        Hide the scale if there is no relevance floor or no hit with a similarity.
        """
        self._floor = floor
        self._closeness = tuple(hit.closeness for hit in weak if hit.closeness is not None)
        self._words = counts.weak_matches(number)
        self.setVisible(floor is not None and bool(self._closeness))
        if floor is not None and self._closeness:
            self.setAccessibleDescription(
                tr("Highest similarity of {weak}: {nearest}. Required: {floor}.").format(
                    weak=self._words,
                    nearest=decimal(max(self._closeness), 3),
                    floor=decimal(floor.floor, 3),
                )
            )
        self.update()

    def sizeHint(self) -> QSize:
        """Return the preferred size."""
        return QSize(480, _SCALE_HEIGHT)

    def dots(self) -> tuple[float, ...]:
        """Return the x positions of the dots in pixels."""
        return tuple(self._x(cosine) for cosine in self._closeness)

    def mark(self) -> float:
        """Return the x position in pixels where 'close enough' begins."""
        return self._x(self._floor.floor) if self._floor is not None else 0.0

    def _x(self, cosine: float) -> float:
        floor = self._floor
        if floor is None:
            return 0.0
        low = floor.mean - (floor.floor - floor.mean) / 2
        high = floor.near + (floor.near - floor.floor)
        part = min(max((cosine - low) / max(high - low, 1e-6), 0.0), 1.0)
        return _INSET + part * (self.width() - 2 * _INSET)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the scale, the mark, the dots and the labels."""
        if self._floor is None or not self._closeness:
            return
        theme, mark, dots = self._theme, self.mark(), self.dots()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        track = QRectF(_INSET, _TRACK - 4, self.width() - 2 * _INSET, 8)
        near = QRectF(mark, track.top(), track.right() - mark, 8)
        for area, token in ((track, "sunken"), (near, "mn_soft")):
            painter.setBrush(theme.color(token))
            painter.drawRoundedRect(area, 4, 4)
        painter.setBrush(theme.color("mn_fill"))
        painter.drawRect(QRectF(mark - 1, _TRACK - 20, 2, 36))
        painter.setBrush(theme.color("surface"))
        painter.setPen(QPen(theme.color("text3"), 1.5))
        for x in dots:
            painter.drawEllipse(QPointF(x, _TRACK), _DOT, _DOT)
        painter.setPen(theme.color("mn"))
        self._centred(
            painter, theme.font(11, 600), mark, _TRACK - 42, tr("similar enough from here")
        )
        painter.setPen(theme.color("text2"))
        middle = (min(dots) + max(dots)) / 2
        self._centred(painter, theme.font(11), middle, _TRACK + 12, self._words)
        ends = QRectF(_INSET, _TRACK + 35, track.width(), 16)
        painter.setPen(theme.color("text3"))
        painter.drawText(ends, Qt.AlignmentFlag.AlignLeft, tr("less similar"))
        painter.drawText(ends, Qt.AlignmentFlag.AlignRight, tr("more similar"))

    def _centred(self, painter: QPainter, font: Face, x: float, top: float, words: str) -> None:
        painter.setFont(font)
        width = self._theme.text_width(words, font) + 4
        left = min(max(x - width / 2, 0.0), self.width() - width)
        painter.drawText(QRectF(left, top, width, 16), Qt.AlignmentFlag.AlignCenter, words)


_LINE_HEIGHT = 22
_TALL = 400
_WIDTH = 552  # of a column
_WIDE = 920
_BETWEEN = 16


@dataclass(frozen=True, slots=True)
class Offer:
    """An action offered to the user. `act` is called with `arguments`.

    `rename` and `remove`, if set, are also called with `arguments`. `forget` removes a query from
    the history; '' removes all. Consecutive offers with the same `section` share its title. A wide
    page shows sections with `is_beside` in a second column. `button` names the action for screen
    readers, and `badge` is a short note in the accent color.
    """

    icon: str
    title: str
    detail: str
    button: str
    act: Callable[..., object]
    arguments: tuple[object, ...] = ()
    forget: Callable[..., object] | None = None
    rename: Callable[..., object] | None = None
    remove: Callable[..., object] | None = None
    section: str = ""
    badge: str = ""
    is_beside: bool = False

    def run(self) -> None:
        """Call the action."""
        self.act(*self.arguments)


class _OfferRow(QAbstractButton):
    """A row that is a button for its offer. Its text is not painted, only read aloud."""

    def __init__(self, offer: Offer, parent: QWidget) -> None:
        super().__init__(parent)
        self.setProperty("kind", "offer")
        self.setText(offer.button)
        described = (offer.title, offer.detail, offer.badge)
        self.setAccessibleDescription(": ".join(filter(None, described)))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.clicked.connect(lambda _: offer.run())

    def sizeHint(self) -> QSize:
        """Return the size of the content."""
        layout = self.layout()
        return super().sizeHint() if layout is None else layout.sizeHint()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Click for Enter, too."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the background and the line above, as the style sheet says."""
        option = QStyleOption()
        option.initFrom(self)
        painter = QPainter(self)
        self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, painter, self)


class _RemoveButton(QToolButton):
    """Removes the search of its row."""


class EmptyState(QScrollArea):
    """A title, a sentence and a list of offers, in a scroll area."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._title = QLabel(self)
        self._title.setFont(theme.font(20, 600))
        self._sentence = QLabel(self)
        self._sentence.setFont(theme.font(14))
        self._sentence.setProperty("tone", "text2")
        self._sentence.setWordWrap(True)
        self._sentence.setTextFormat(Qt.TextFormat.RichText)
        self._words = ""
        self.closeness = SimilarityScale(theme, self)
        self._offers = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._offers.setSpacing(_BETWEEN)
        self._note = make_label(theme, self, tone="text2", wrap=True)
        self._boxes: tuple[QFrame, ...] = ()  # one for each of `_shown`
        self._shown: tuple[tuple[Offer, ...], ...] = ()
        self._lay_out()
        theme.changed.connect(self._apply_theme)

    def _lay_out(self) -> None:
        page = QWidget(self)
        set_surface(page, "surface")
        column = self._middle = QWidget(page)
        column.setMaximumWidth(_WIDTH)
        column.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        layout = self._column = QVBoxLayout(column)
        layout.setSpacing(8)
        layout.addWidget(self._title)
        layout.addWidget(self._sentence)
        layout.addSpacing(20)
        layout.addWidget(self.closeness)
        layout.addSpacing(16)
        layout.addLayout(self._offers)
        layout.addWidget(self._note)
        layout.addStretch(1)
        outer = QHBoxLayout(page)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addStretch(1)
        outer.addWidget(column, 20)
        outer.addStretch(1)
        self.setWidget(page)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Reduce the top margin if the page is low."""
        super().resizeEvent(event)
        self._column.setContentsMargins(16, 64 if self.height() >= _TALL else 16, 16, 16)
        self._arrange()

    def _arrange(self) -> None:
        """Put the two boxes side by side if the page is wide enough."""
        is_wide = len(self._boxes) > 1 and self.width() >= _WIDE
        directions = QBoxLayout.Direction
        self._offers.setDirection(directions.LeftToRight if is_wide else directions.TopToBottom)
        self._middle.setMaximumWidth(2 * _WIDTH if is_wide else _WIDTH)

    @property
    def title(self) -> str:
        """The current title."""
        return self._title.text()

    def buttons(self) -> tuple[QAbstractButton, ...]:
        """Return the rows of the offers in display order."""
        return tuple(row for box in self._boxes for row in box.findChildren(_OfferRow))

    def show_state(
        self, title: str, sentence: str, offers: tuple[Offer, ...] = (), note: str = ""
    ) -> None:
        """Show another state. `sentence` may contain rich text."""
        self._title.setText(title)
        self._words = sentence
        self._show_words()
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self.closeness.show_weak(None)
        columns = (
            tuple(one for one in offers if one.is_beside is beside) for beside in (False, True)
        )
        known = zip(self._shown, self._boxes, strict=True)
        self._show_offers(tuple(filter(None, columns)), dict(known))

    def _show_words(self) -> None:
        strong = f'<b style="font-weight: 600; color: {self._theme.color("text").name()}">'
        self._sentence.setText(spaced(self._words.replace("<b>", strong), _LINE_HEIGHT))

    def _apply_theme(self) -> None:
        self._show_words()
        self._show_offers(self._shown, {})

    def _show_offers(
        self, columns: tuple[tuple[Offer, ...], ...], known: Mapping[tuple[Offer, ...], QFrame]
    ) -> None:
        """Show a box for each column; `known` boxes stay, because one may be being clicked."""
        place, is_removal = self._held()
        before, self._shown = self._boxes, columns
        self._boxes = tuple(known.get(column) or self._make_offers(column) for column in columns)
        if self._boxes == before:
            return
        for box in before:
            self._offers.removeWidget(box)
            if box not in self._boxes:
                box.hide()
                box.deleteLater()
        for box in self._boxes:
            self._offers.addWidget(box, 1, Qt.AlignmentFlag.AlignTop)
        self._arrange()
        stops = self._removals() if is_removal and self._removals() else self._stops()
        if place >= 0 and stops:  # keep the focus at the same position
            stops[min(place, len(stops) - 1)].setFocus(Qt.FocusReason.OtherFocusReason)

    def _removals(self) -> Sequence[QAbstractButton]:
        return [stop for stop in self._stops() if isinstance(stop, _RemoveButton)]

    def _stops(self) -> Sequence[QAbstractButton]:
        return [stop for box in self._boxes for stop in box.findChildren(QAbstractButton)]

    def _held(self) -> tuple[int, bool]:
        """Return the index of the focused button and whether it is a remove button; -1 if none."""
        held = QApplication.focusWidget()
        for is_removal, stops in ((True, self._removals()), (False, self._stops())):
            for place, stop in enumerate(stops):
                if stop is held:
                    return place, is_removal
        return -1, False

    def _make_offers(self, offers: tuple[Offer, ...]) -> QFrame:
        box = QFrame(self)
        box.setProperty("surface", "panel")
        layout = layouts.column(parent=box)
        section = ""
        for place, offer in enumerate(offers):
            edge = "" if place == 0 else "top"
            if offer.section != section:
                section = offer.section
                title = make_label(self._theme, box, section, size=11, weight=600, tone="text2")
                title.setContentsMargins(12, 8, 12, 4)
                title.setIndent(0)  # a line above would otherwise move the text
                title.setProperty("edge", edge)
                layout.addWidget(title)
                edge = ""
            row = _OfferRow(offer, box)
            row.setProperty("edge", edge)
            self._fill_row(row, offer)
            layout.addWidget(row)
        forget = next((offer.forget for offer in offers if offer.forget is not None), None)
        if forget is not None:
            layout.addWidget(self._make_clearing(box, forget))
        return box

    def _make_clearing(self, box: QFrame, forget: Callable[..., object]) -> QFrame:
        row = QFrame(box)
        row.setProperty("edge", "top")
        clear = QToolButton(row)
        clear.setProperty("kind", "link")
        clear.setText(tr("Clear history"))
        clear.setToolTip(tr("Removes all recent searches. Saved searches are kept."))
        clear.clicked.connect(lambda: forget(""))
        layouts.row(..., clear, margins=(12, 6, 12, 6), parent=row)
        return row

    def _fill_row(self, row: QWidget, offer: Offer) -> None:
        sign = QLabel(row)
        sign.setPixmap(self._theme.pixmap(offer.icon, "text2", 16, self.devicePixelRatioF()))
        title = ElidedLabel(self._theme.font(13, 500), parent=row)
        title.set_full_text(offer.title, with_tip=True)
        detail = ElidedLabel(self._theme.font(12), parent=row)
        detail.setProperty("tone", "text3")
        detail.set_full_text(offer.detail, with_tip=True)
        detail.setVisible(bool(offer.detail))
        words = layouts.column(title, detail, spacing=2)
        layout = layouts.row(sign, (words, 1), margins=(12, 7, 12, 7), spacing=12, parent=row)
        if offer.rename is not None:
            rename = QToolButton(row)
            rename.setProperty("kind", "link")
            rename.setText(tr("Rename…"))
            rename.clicked.connect(partial(_call, offer.rename, offer.arguments))
            layout.addWidget(rename)
        if offer.badge:
            layout.addWidget(make_label(self._theme, row, offer.badge, weight=600, tone="accent"))
        if not (offer.forget or offer.remove):
            go = QLabel(row)
            go.setPixmap(self._theme.pixmap("chevron-right", "text3", 16, self.devicePixelRatioF()))
            layout.addWidget(go)
        name = isolated(offer.title)
        if offer.forget is not None:
            said = tr("Remove '{query}' from the history").format(query=name)
            layout.addWidget(self._make_removal(row, said, offer.forget, offer.arguments))
        elif offer.remove is not None:
            said = tr("Remove the saved search ‘{name}’").format(name=name)
            layout.addWidget(self._make_removal(row, said, offer.remove, offer.arguments))

    def _make_removal(
        self, row: QWidget, words: str, act: Callable[..., object], arguments: tuple[object, ...]
    ) -> QToolButton:
        remove = _RemoveButton(row)
        remove.setIcon(self._theme.icon("x", "text2", 12))
        remove.setAccessibleName(words)
        remove.setToolTip(plain_tip(words))
        remove.clicked.connect(partial(_call, act, arguments))
        return remove


def _call(act: Callable[..., object], arguments: tuple[object, ...], *_: object) -> None:
    act(*arguments)
