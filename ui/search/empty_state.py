"""What stands in place of the hits: nothing asked yet, nothing found, or an error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from twofold.engine.api import Hit, RelevanceFloor
from twofold.ui.i18n import counts
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
    """Paints where weak matches stand between the library's mean and what is near a query.

    Its words are in the accessible description.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._floor: RelevanceFloor | None = None
        self._closeness: tuple[float, ...] = ()
        self._words = ""
        self.setFixedHeight(_SCALE_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("How close in meaning"))
        theme.changed.connect(self.update)
        self.hide()

    def show_weak(
        self, floor: RelevanceFloor | None, weak: Sequence[Hit] = (), number: int = 0
    ) -> None:
        """Show how near each of the `weak` hits comes, which are the first of a `number`.

        Without a floor or a vector there is nothing to show.
        """
        self._floor = floor
        self._closeness = tuple(hit.closeness for hit in weak if hit.closeness is not None)
        self._words = counts.weak_matches(number)
        self.setVisible(floor is not None and bool(self._closeness))
        if floor is not None and self._closeness:
            self.setAccessibleDescription(
                tr("The nearest of {weak} reaches {nearest}; close enough is {floor}.").format(
                    weak=self._words,
                    nearest=f"{max(self._closeness):.3f}",
                    floor=f"{floor.floor:.3f}",
                )
            )
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as the page."""
        return QSize(480, _SCALE_HEIGHT)

    def dots(self) -> tuple[float, ...]:
        """Return where the dots stand, in pixels from the left."""
        return tuple(self._x(cosine) for cosine in self._closeness)

    def mark(self) -> float:
        """Return where 'close enough' begins, in pixels from the left."""
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
        """Paint the track, the mark, the dots, and the words."""
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
        self._centred(painter, theme.font(11, 600), mark, _TRACK - 42, tr("close enough from here"))
        painter.setPen(theme.color("text2"))
        middle = (min(dots) + max(dots)) / 2
        self._centred(painter, theme.font(11), middle, _TRACK + 12, self._words)
        ends = QRectF(_INSET, _TRACK + 35, track.width(), 16)
        painter.setPen(theme.color("text3"))
        painter.drawText(ends, Qt.AlignmentFlag.AlignLeft, tr("far in meaning"))
        painter.drawText(ends, Qt.AlignmentFlag.AlignRight, tr("close in meaning"))

    def _centred(self, painter: QPainter, font: Face, x: float, top: float, words: str) -> None:
        painter.setFont(font)
        width = self._theme.text_width(words, font) + 4
        left = min(max(x - width / 2, 0.0), self.width() - width)
        painter.drawText(QRectF(left, top, width, 16), Qt.AlignmentFlag.AlignCenter, words)


_LINE_HEIGHT = 22
_TALL = 400


@dataclass(frozen=True, slots=True)
class Offer:
    """Something the user may do next, and what it gives: `act` is called with the `arguments`.

    So are `rename` and `remove`, where they are possible. `forget` removes from the history, with
    '' all of it. Offers of one `section` have its title in common.
    """

    icon: str
    title: str
    gives: str
    button: str
    act: Callable[..., object]
    arguments: tuple[object, ...] = ()
    forget: Callable[..., object] | None = None
    rename: Callable[..., object] | None = None
    remove: Callable[..., object] | None = None
    section: str = ""

    def run(self) -> None:
        """Do it."""
        self.act(*self.arguments)


class _OfferRow(QFrame):
    """A row that carries out its offer where it is clicked."""

    def __init__(self, offer: Offer, parent: QWidget) -> None:
        super().__init__(parent)
        self._offer = offer
        self.setProperty("kind", "offer")
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the press, so that its release comes here."""
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Carry it out."""
        is_here = self.rect().contains(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and is_here:
            self._offer.run()


class EmptyState(QScrollArea):
    """A title, a sentence, and up to three offers; they scroll in a small window."""

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
        self._offers = QVBoxLayout()
        self._offers.setSpacing(0)
        self._note = make_label(theme, self, tone="text2", wrap=True)
        self._box: QFrame | None = None
        self._shown: tuple[Offer, ...] = ()
        self._removals: list[QToolButton] = []
        self._lay_out()
        theme.changed.connect(self._apply_theme)

    def _lay_out(self) -> None:
        page = QWidget(self)
        set_surface(page, "surface")
        column = QWidget(page)
        column.setMaximumWidth(552)
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
        """Leave out the space above where there is little."""
        super().resizeEvent(event)
        self._column.setContentsMargins(16, 64 if self.height() >= _TALL else 16, 16, 16)

    @property
    def title(self) -> str:
        """The title shown."""
        return self._title.text()

    def buttons(self) -> tuple[QPushButton, ...]:
        """Return the buttons of the offers, in their order."""
        return tuple(self._box.findChildren(QPushButton)) if self._box is not None else ()

    def show_state(
        self, title: str, sentence: str, offers: tuple[Offer, ...] = (), note: str = ""
    ) -> None:
        """Show a state in place of the one before. `sentence` may hold rich text."""
        self._title.setText(title)
        self._words = sentence
        self._show_words()
        self._note.setText(note)
        self._note.setVisible(bool(note))
        self.closeness.show_weak(None)
        if offers != self._shown:  # a button stays while it is being clicked or has the focus
            self._shown = offers
            self._show_offers(offers)

    def _show_words(self) -> None:
        strong = f'<b style="font-weight: 600; color: {self._theme.color("text").name()}">'
        self._sentence.setText(spaced(self._words.replace("<b>", strong), _LINE_HEIGHT))

    def _apply_theme(self) -> None:
        self._show_words()
        self._show_offers(self._shown)

    def _show_offers(self, offers: tuple[Offer, ...]) -> None:
        place, is_removal = self._held()
        if self._box is not None:
            self._box.hide()
            self._box.deleteLater()
        self._removals = []
        self._box = self._make_offers(offers) if offers else None
        if self._box is not None:
            self._offers.addWidget(self._box)
        stops = self._removals if is_removal and self._removals else self._stops()
        if place >= 0 and stops:  # the keys stay where they were, though the button is another
            stops[min(place, len(stops) - 1)].setFocus(Qt.FocusReason.OtherFocusReason)

    def _stops(self) -> Sequence[QAbstractButton]:
        return self._box.findChildren(QAbstractButton) if self._box is not None else ()

    def _held(self) -> tuple[int, bool]:
        """Return the place of the button that has the focus, and whether it removes an offer."""
        held = QApplication.focusWidget()
        for stops in (self._removals, self._stops()):
            for place, stop in enumerate(stops):
                if stop is held:
                    return place, stops is self._removals
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
        clear.setToolTip(tr("Removes what you searched before; saved searches stay."))
        clear.clicked.connect(lambda: forget(""))
        layouts.row(..., clear, margins=(12, 6, 12, 6), parent=row)
        return row

    def _fill_row(self, row: QFrame, offer: Offer) -> None:
        sign = QLabel(row)
        sign.setPixmap(self._theme.pixmap(offer.icon, "text2", 16, self.devicePixelRatioF()))
        title = ElidedLabel(self._theme.font(13, 500), parent=row)
        title.set_full_text(offer.title, with_tip=True)
        gives = ElidedLabel(self._theme.font(12), parent=row)
        gives.setProperty("tone", "text3")
        gives.set_full_text(offer.gives, with_tip=True)
        gives.setVisible(bool(offer.gives))
        button = QPushButton(offer.button, row)
        button.setProperty("size", "panel")
        described = (offer.title, offer.gives)
        button.setAccessibleDescription(": ".join(filter(None, described)))
        button.clicked.connect(lambda _: offer.run())
        words = layouts.column(title, gives, spacing=2)
        layout = layouts.row(sign, (words, 1), margins=(12, 7, 12, 7), spacing=12, parent=row)
        if offer.rename is not None:
            rename = QToolButton(row)
            rename.setProperty("kind", "link")
            rename.setText(tr("Rename…"))
            rename.clicked.connect(partial(_call, offer.rename, offer.arguments))
            layout.addWidget(rename)
        layout.addWidget(button)
        name = isolated(offer.title)
        if offer.forget is not None:
            said = tr("Remove '{query}' from the history").format(query=name)
            layout.addWidget(self._make_removal(row, said, offer.forget, offer.arguments))
        elif offer.remove is not None:
            said = tr("Remove the saved search ‘{name}’").format(name=name)
            layout.addWidget(self._make_removal(row, said, offer.remove, offer.arguments))

    def _make_removal(
        self, row: QFrame, words: str, act: Callable[..., object], arguments: tuple[object, ...]
    ) -> QToolButton:
        remove = QToolButton(row)
        remove.setIcon(self._theme.icon("x", "text2", 12))
        remove.setAccessibleName(words)
        remove.setToolTip(plain_tip(words))
        remove.clicked.connect(partial(_call, act, arguments))
        self._removals.append(remove)
        return remove


def _call(act: Callable[..., object], arguments: tuple[object, ...], *_: object) -> None:
    act(*arguments)
