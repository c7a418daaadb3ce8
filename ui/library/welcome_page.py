"""The welcome page: select folders, or try the sample library."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from PySide6.QtCore import (
    QDir,
    QEvent,
    QFileInfo,
    QObject,
    QPointF,
    QRectF,
    QSize,
    QStandardPaths,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFont,
    QFontMetrics,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from twofold.engine.api import ModelStatus
from twofold.ui.i18n import counts
from twofold.ui.i18n.label_text import (
    button_text,
    drawable,
    one_line,
    plain_tip,
    short_path,
    spaced_plain,
)
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.library.suggested_folders import SuggestedFolder
from twofold.ui.theme import Theme
from twofold.ui.widgets import layouts
from twofold.ui.widgets.decoration import make_label, set_button_icon, set_surface

_WIDTH, _ROW, _BAR = 516.0, 52.0, 44.0
_CARD_LEFT, _CARD_WIDTH, _CARD_HEIGHT = 106.0, 304.0, 44.0
# (rank, position in the fused list); the first three of each are drawn bold.
_KEYWORDS = ((0, 1), (1, 0), (4, 2), (2, 5))
_MEANING = ((0, 0), (2, 1), (6, 2), (1, 3), (3, 4))
_ROWS = 7


class WelcomePicture(QWidget):
    """A picture of the rank flow: keywords on the left, meaning on the right, one list between."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setMinimumSize(420, 400)
        self.setAccessibleName(
            tr("Passages found by keywords and by meaning are combined into one ranked list.")
        )
        self._cards = (
            ("Namespace stuck in Terminating", tr("Notes, lines 10–24")),
            ("AW: Namespace lässt sich nicht löschen", tr("Mail, lines 2–9")),
            ("Graceful Deletion in Declarative …", tr("Papers, p. 3")),
            (
                drawable("オペレーターの後始末処理", "Por qué no termina el borrado"),
                tr("Notes, lines 31–44"),
            ),
            (
                drawable("네임스페이스 삭제가 멈추는 이유", "Ressources jamais supprimées"),
                tr("Reading, slide 12"),
            ),
            ("reconcile_finalizer.go", tr("Code, lines 88–91")),
        )

    def sizeHint(self) -> QSize:
        """Return the size for seven rows."""
        return QSize(560, 460)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the picture in the center, scaled down if space is short."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = min(1.0, (self.width() - 32) / _WIDTH)
        height = 30 + _ROWS * _ROW
        painter.translate((self.width() - _WIDTH * scale) / 2, (self.height() - height * scale) / 2)
        painter.scale(scale, scale)
        self._paint_titles(painter)
        painter.translate(0, 30)
        self._paint_lines(painter)
        self._paint_bars(painter)
        self._paint_cards(painter)

    def _paint_titles(self, painter: QPainter) -> None:
        painter.setFont(self._theme.font(12, 600))
        titles = (
            ("kw", tr("Keywords"), Qt.AlignmentFlag.AlignLeft),
            ("text2", tr("One ranked list"), Qt.AlignmentFlag.AlignHCenter),
            ("mn", tr("Meaning"), Qt.AlignmentFlag.AlignRight),
        )
        for token, words, side in titles:
            painter.setPen(self._theme.color(token))
            painter.drawText(QRectF(0, 0, _WIDTH, 20), side, words)

    def _paint_bars(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        for row in range(_ROWS):
            opacity = 1.0 - 0.13 * row
            for left, token in ((0.0, "kw_fill"), (_WIDTH - _BAR, "mn_fill")):
                painter.setBrush(self._theme.color(token, opacity))
                painter.drawRoundedRect(QRectF(left, _middle(row) - 3, _BAR, 6), 3, 3)

    def _paint_lines(self, painter: QPainter) -> None:
        right = _CARD_LEFT + _CARD_WIDTH
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for place, (rank, card) in enumerate(_KEYWORDS):
            start, end = QPointF(_BAR, _middle(rank)), QPointF(_CARD_LEFT, _middle(card))
            self._paint_line(painter, "kw_fill", start, end, strong=place < 3)
        for place, (rank, card) in enumerate(_MEANING):
            start, end = QPointF(right, _middle(card)), QPointF(_WIDTH - _BAR, _middle(rank))
            self._paint_line(painter, "mn_fill", start, end, strong=place < 3)

    def _paint_line(
        self, painter: QPainter, token: str, start: QPointF, end: QPointF, *, strong: bool
    ) -> None:
        painter.setPen(QPen(self._theme.color(token, 1.0 if strong else 0.45), 2 if strong else 1))
        path = QPainterPath(start)
        half = (start.x() + end.x()) / 2
        path.cubicTo(QPointF(half, start.y()), QPointF(half, end.y()), end)
        painter.drawPath(path)

    def _paint_cards(self, painter: QPainter) -> None:
        for row, (title, place) in enumerate(self._cards):
            area = QRectF(_CARD_LEFT, _middle(row) - _CARD_HEIGHT / 2, _CARD_WIDTH, _CARD_HEIGHT)
            edge = "accent" if row == 0 else "border"
            painter.setPen(QPen(self._theme.color(edge), 1.5 if row == 0 else 1))
            painter.setBrush(self._theme.color("surface"))
            painter.drawRoundedRect(area, 6, 6)
            painter.setFont(self._theme.font(12, 600))
            painter.setPen(self._theme.color("text"))
            painter.drawText(area.adjusted(14, 6, -8, -20), Qt.AlignmentFlag.AlignVCenter, title)
            painter.setFont(self._theme.font(11))
            painter.setPen(self._theme.color("text2"))
            painter.drawText(area.adjusted(14, 24, -8, -4), Qt.AlignmentFlag.AlignVCenter, place)


def _middle(row: int) -> float:
    return _CARD_HEIGHT / 2 + row * _ROW


_ROW_HEIGHT = 52
_MAX_TEXT_WIDTH = 470


class FolderChoice(QFrame):
    """Folders with check boxes, the number of selected ones, and a button to add another.

    `on_change` is called when the selection changes.
    """

    def __init__(self, theme: Theme, on_change: Callable[[], None], parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._on_change = theme, on_change
        self._boxes: list[tuple[QCheckBox, Path]] = []
        self.setProperty("surface", "panel")
        self._number = make_label(theme, self, tone="text3")
        self.add = QPushButton(tr("Add a folder…"), self)
        self.add.setProperty("kind", "flat")
        set_button_icon(self.add, theme, "folder-plus", "accent", 16)
        title = make_label(theme, self, tr("Folders to search"), size=13, weight=600, wrap=True)
        drop = make_label(theme, self, tr("or drop one on this window"), tone="text3", wrap=True)
        head = QHBoxLayout()
        head.setContentsMargins(16, 12, 16, 12)
        head.addWidget(title, 1)
        head.addWidget(self._number)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(0)
        foot_row = QFrame(self)
        foot_row.setProperty("edge", "top")
        foot = QHBoxLayout(foot_row)
        foot.setContentsMargins(8, 5, 16, 5)
        foot.addWidget(self.add)
        foot.addWidget(drop, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addLayout(self._rows)
        layout.addWidget(foot_row)

    def offer(self, path: Path, *, chosen: bool, source: str = "") -> None:
        """Add a folder to the list; if it is already listed, only check it if `chosen`.

        `source` is the program that the folder belongs to, or what it contains.
        """
        for box, known in self._boxes:
            if path == known:
                box.setChecked(chosen or box.isChecked())
                return
        row = QFrame(self)
        row.setProperty("edge", "top")
        row.setMinimumHeight(_ROW_HEIGHT)
        row.setToolTip(plain_tip(str(path)))
        box = QCheckBox(row)
        box.setFont(self._theme.font(13, 500))
        name = path.name or str(path)
        is_named = source and source.casefold() not in name.casefold()
        words = f"{name} \u00b7 {source}" if is_named else name
        box.setText(button_text(_elided(words, box.font())))
        box.setChecked(chosen)
        box.toggled.connect(self._show_chosen)
        where = make_label(self._theme, row, tone="text2")
        where.setFont(self._theme.font(11, mono=True))
        where.setText(_elided(short_path(path), where.font()))
        where.setContentsMargins(49, 0, 0, 0)
        layout = QVBoxLayout(row)
        layout.setContentsMargins(16, 6, 16, 6)
        layout.setSpacing(2)
        layout.addWidget(box)
        layout.addWidget(where)
        self._rows.addWidget(row)
        self._boxes.append((box, path))
        self.add.setText(tr("Add another folder…"))
        self._show_chosen()

    def chosen(self) -> list[Path]:
        """Return the selected folders."""
        return [path for box, path in self._boxes if box.isChecked()]

    def _show_chosen(self) -> None:
        for box, _ in self._boxes:
            tone = "accent" if box.isChecked() else "text2"
            set_button_icon(box, self._theme, "folder", tone, 16)
        words = tr("{chosen} of {all} selected")
        self._number.setText(words.format(chosen=len(self.chosen()), all=len(self._boxes)))
        self._on_change()


def _elided(text: str, font: QFont) -> str:
    return QFontMetrics(font).elidedText(
        one_line(text), Qt.TextElideMode.ElideMiddle, _MAX_TEXT_WIDTH
    )


_CONTENT_CHANGES = {QEvent.Type.Resize, QEvent.Type.LayoutRequest}
_LINE = 22
_HIGH = 680
_WIDE = 1024
_PICTURE_HIGH = 500
_ROOMY = 680
_HEADING_SIZE, _SMALL_HEADING_SIZE = 28, 20
_TIGHTER = 1 / 20  # reduction of letter spacing relative to the size
_USUAL = (
    QStandardPaths.StandardLocation.DocumentsLocation,
    QStandardPaths.StandardLocation.DownloadLocation,
    QStandardPaths.StandardLocation.DesktopLocation,
)


def usual_folders() -> list[Path]:
    """Return the usual folders for documents on this system that exist."""
    places = [QStandardPaths.writableLocation(place) for place in _USUAL]
    home = Path(QDir.homePath())
    found = [Path(place) for place in places if place and QFileInfo(place).isDir()]
    return [path for path in found if path != home]


class _ContentScrollArea(QScrollArea):
    """A vertical scroll area that is at most as high as its content."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the height of the content."""
        content = self.widget()
        if content is not None and watched is content and event.type() in _CONTENT_CHANGES:
            self.setMaximumHeight(content.heightForWidth(self.viewport().width()))
        return super().eventFilter(watched, event)


class WelcomePage(QWidget):
    """Two halves: folders on the left, a picture on the right.

    Signals:
        folders_chosen: a list of `Path` to add.
    """

    folders_chosen = Signal(list)

    def __init__(self, theme: Theme, folders: list[Path], *, has_sample: bool) -> None:
        super().__init__()
        self._theme = theme
        self._around: list[QHBoxLayout] = []
        self._shown_model = ModelStatus("", "")
        self.start = QPushButton(tr("Start searching"), self)
        self.start.setProperty("kind", "primary")
        self.start.setProperty("size", "large")
        self.start.setEnabled(False)
        self.start.clicked.connect(lambda: self.folders_chosen.emit(self.chosen_folders()))
        self.sample = QPushButton(tr("Try the sample library"), self)
        self.sample.setProperty("size", "large")
        self.sample.setVisible(has_sample)
        set_button_icon(self.sample, theme, "book-open", "text2", 16)
        self.shared = QPushButton(tr("Search a shared library…"), self)
        self.shared.setProperty("kind", "flat")
        # Created here, so that it follows the main buttons in the tab order.
        self._folders = FolderChoice(theme, self._count_chosen, self)
        self.add = self._folders.add
        self._model = make_label(theme, self, size=13, wrap=True)
        self._model_sign = QLabel(self)
        self._lay_out()
        documents = Path(QStandardPaths.writableLocation(_USUAL[0]))
        for folder in folders:
            self.offer_folder(folder, chosen=folder == documents)
        theme.changed.connect(self._apply_theme)
        self._apply_theme()

    def _lay_out(self) -> None:
        left = QWidget(self)
        set_surface(left, "surface")
        scroll = _ContentScrollArea(left)
        scroll.setWidget(self._introduction())
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(scroll, 1_000)
        column.addWidget(self._buttons())  # visible however many folders there are
        column.addStretch(1)
        self._picture = self._right_half()
        # It must not enlarge a small window, not even while another page is shown.
        self._picture.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self._picture.hide()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(left, 760)
        layout.addWidget(self._picture, 680)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the picture if the folders need the space."""
        super().resizeEvent(event)
        self._picture.setVisible(self.width() >= _WIDE and self.height() >= _PICTURE_HIGH)
        above, below = (72, 24) if self.height() >= _HIGH else (20, 12)
        self._column.setContentsMargins(4, above, 4, 4)  # space for the focus ring
        self._button_column.setContentsMargins(4, 12, 4, below)
        is_roomy = self.width() >= _ROOMY
        edge = 32 if is_roomy else 12
        for around in self._around:
            around.setContentsMargins(edge, 0, edge, 0)
        self._size_heading()

    def _size_heading(self) -> None:
        size = _HEADING_SIZE if self.width() >= _ROOMY else _SMALL_HEADING_SIZE
        font = QFont(self._theme.font(size, 600))
        # Large letters need less spacing.
        font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, -size * _TIGHTER)
        self._heading.setFont(font)

    def _introduction(self) -> QWidget:
        self._mark = QLabel(self)
        name = QHBoxLayout()
        name.setSpacing(10)
        name.addWidget(self._mark)
        name.addWidget(make_label(self._theme, self, tr("Twofold"), size=16, weight=600), 1)
        lines = (tr("Search your own documents,"), tr("by keywords and by meaning."))
        self._heading = QLabel("\n".join(lines), self)
        self._heading.setWordWrap(True)
        promise = tr(
            "Choose folders. Files stay where they are, and nothing leaves this computer. "
            "Keyword search works within seconds; search by meaning follows in the "
            "background."
        )
        words = make_label(self._theme, self, size=14, tone="text2", wrap=True)
        words.setTextFormat(Qt.TextFormat.RichText)
        words.setText(spaced_plain(promise, _LINE))
        column = QWidget(self)
        rows = self._column = QVBoxLayout(column)
        rows.setSpacing(0)
        rows.addLayout(name)
        rows.addSpacing(28)
        rows.addWidget(self._heading)
        rows.addSpacing(10)
        rows.addWidget(words)
        rows.addSpacing(30)
        rows.addWidget(self._folders)
        rows.addStretch(1)
        return self._centered(column)

    def _buttons(self) -> QWidget:
        column = QWidget(self)
        first = layouts.row(self.start, self.sample, ..., spacing=12)
        second = layouts.row(self.shared, ...)
        self._button_column = layouts.column(first, second, spacing=8, parent=column)
        return self._centered(column)

    def _centered(self, column: QWidget) -> QWidget:
        column.setMaximumWidth(600)
        half = QWidget(self)
        set_surface(half, "surface")
        outer = QHBoxLayout(half)
        outer.addStretch(1)
        outer.addWidget(column, 12)
        outer.addStretch(1)
        self._around.append(outer)
        return half

    def _right_half(self) -> QWidget:
        half = QWidget(self)
        set_surface(half, "sunken")
        box = QFrame(half)
        box.setProperty("surface", "panel")
        box.setMaximumWidth(516)
        inside = QHBoxLayout(box)
        inside.setContentsMargins(16, 12, 16, 12)
        inside.setSpacing(12)
        inside.addWidget(self._model_sign)
        inside.addWidget(self._model, 1)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(box, 20)
        row.addStretch(1)
        layout = QVBoxLayout(half)
        layout.setContentsMargins(32, 48, 32, 48)
        layout.addStretch(1)
        layout.addWidget(WelcomePicture(self._theme, half), 4)
        layout.addLayout(row)
        layout.addStretch(1)
        return half

    def offer_folder(self, path: Path, *, chosen: bool) -> None:
        """Add a folder to the list."""
        self._folders.offer(path, chosen=chosen)

    def suggest(self, folders: Iterable[SuggestedFolder]) -> None:
        """Add folders of other programs to the list."""
        contents = {"Calendar": tr("Calendar"), "Contacts": tr("Contacts")}
        for one in folders:
            source = contents.get(one.program, one.program)
            self._folders.offer(one.path, chosen=False, source=source)

    @property
    def model_words(self) -> str:
        """The text about the semantic model."""
        return self._model.text()

    def chosen_folders(self) -> list[Path]:
        """Return the selected folders."""
        return self._folders.chosen()

    def _count_chosen(self) -> None:
        chosen = len(self.chosen_folders())
        self.start.setEnabled(chosen > 0)
        self.start.setAccessibleDescription(counts.folders(chosen))

    def show_model(self, model: ModelStatus) -> None:
        """Show whether search by meaning is ready."""
        self._shown_model = model
        if model.problem:
            words, icon, tone = translated(model.problem), "triangle-alert", "warn"
        elif not model.ready:
            words = tr("The semantic model is being prepared. Keyword search already works.")
            icon, tone = "loader", "text2"
        else:
            title = model.title or model.name
            words = tr("Semantic model ready: {title}").format(title=title)
            icon, tone = "circle-check", "ok"
        self._model.setText(words)
        self._model_sign.setPixmap(self._theme.pixmap(icon, tone, 20, self.devicePixelRatioF()))

    def _apply_theme(self) -> None:
        self.show_model(self._shown_model)
        self._mark.setPixmap(self._theme.app_mark(28, self.devicePixelRatioF()))
        self._size_heading()  # a new style sheet resets a font set after the first one
