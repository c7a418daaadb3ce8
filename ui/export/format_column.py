"""The column of formats in the export dialog."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from PySide6.QtCore import QLocale, QRect, Qt, Signal
from PySide6.QtGui import QIcon, QPaintEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QFrame,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.api import SEPARATORS, USUAL_STYLES, ExportFormat, FormatGroup, template_extension
from ui.i18n import counts
from ui.i18n.label_text import one_line
from ui.i18n.translation import tr, translated
from ui.theme import Theme
from ui.widgets.decoration import set_surface

_HEIGHT = 40
_ICON = 16
_LEFT = 12
_WORDS = 38
_CHECK = 14
_ONE_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


class FormatButton(QToolButton):
    """Painted in two sizes of letters, which no button of Qt has; a check tells the chosen one."""

    def __init__(
        self, theme: Theme, icon: str, words: tuple[str, str], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme, self._icon, self._words = theme, icon, words
        self.setProperty("kind", "format")
        self.setText("\n".join(words))
        self.setAccessibleName(", ".join(words))
        self.setCheckable(True)
        self.setFixedHeight(_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the ground as the style sheet says, then icon, words and check."""
        theme, painter = self._theme, QStylePainter(self)
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text, option.icon = "", QIcon()
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        ratio, middle = self.devicePixelRatioF(), (self.height() - _ICON) // 2
        tone = "accent" if self.isChecked() else "text2"
        painter.drawPixmap(_LEFT, middle, theme.pixmap(self._icon, tone, _ICON, ratio))
        room = self.width() - _WORDS - _CHECK - 12
        painter.setFont(theme.font(13, 500))
        painter.setPen(theme.color("accent" if self.isChecked() else "text"))
        painter.drawText(QRect(_WORDS, 3, room, 18), _ONE_LINE, self._words[0])
        painter.setFont(theme.font(11))
        painter.setPen(theme.color("text3"))
        painter.drawText(QRect(_WORDS, 20, room + _CHECK, 16), _ONE_LINE, self._words[1])
        if self.isChecked():
            check = theme.pixmap("check", "accent", _CHECK, ratio)
            painter.drawPixmap(self.width() - _CHECK - 10, (self.height() - _CHECK) // 2, check)


_ICONS = {
    ExportFormat.MARKDOWN: "hash",
    ExportFormat.DOCX: "file-text",
    ExportFormat.HTML: "globe",
    ExportFormat.BIBTEX: "book-open",
    ExportFormat.RIS: "quote",
    ExportFormat.CSL_JSON: "library",
    ExportFormat.CSV: "table",
    ExportFormat.JSON: "braces",
    ExportFormat.JSONL: "list",
}


class FormatColumn(QFrame):
    """The formats in groups, a person's own templates, and what is chosen beside.

    Below them stands how many passages come from changed files, and what became of those.

    Signals:
        format_chosen: a person chose another ExportFormat.
    """

    format_chosen = Signal()

    def __init__(
        self,
        theme: Theme,
        stale: int,
        templates: Sequence[Path] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._group = QButtonGroup(self)
        self._format = ExportFormat.MARKDOWN
        self._buttons: dict[ExportFormat, FormatButton] = {}
        self.setProperty("edge", "right")
        self.setFixedWidth(240)
        layout = self._scrolled_column()
        for group, formats in groupby(ExportFormat, key=lambda known: known.group):
            layout.addWidget(self._title(self._group_title(group)))
            for known in formats:
                layout.addWidget(self._button(known))
            layout.addSpacing(8)
        self.style_choice = self._style_choice()
        label = self._title(tr("Bibliography"))
        label.setBuddy(self.style_choice)
        layout.addWidget(label)
        layout.addWidget(self.style_choice)
        self.template_choice = self._template_choice(templates)
        layout.addWidget(self.template_choice)
        self.semicolons = self._semicolon_choice()
        layout.addWidget(self.semicolons)
        layout.addStretch(1)
        self.finding = self._stale_label(stale)
        layout.addWidget(self.finding)
        self._group.buttons()[0].setChecked(True)
        self._group.idClicked.connect(self._choose)
        self.style_choice.activated.connect(lambda _: self.format_chosen.emit())
        self.template_choice.activated.connect(self._choose_template)
        self.semicolons.toggled.connect(lambda _: self.format_chosen.emit())

    def _scrolled_column(self) -> QVBoxLayout:
        """Return the column; on small screens it is higher than the dialog."""
        inside = QWidget()
        set_surface(inside, "window")
        scroll = QScrollArea(self)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidgetResizable(True)
        scroll.setWidget(inside)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 1, 0)
        whole.addWidget(scroll)
        column = QVBoxLayout(inside)
        column.setContentsMargins(8, 12, 8, 12)
        column.setSpacing(0)
        return column

    @property
    def format(self) -> ExportFormat:
        """The chosen format; with a template it is the one that the template takes the place of."""
        return self._format

    @property
    def template(self) -> Path | None:
        """The chosen template, None for a format."""
        chosen: Path | None = self.template_choice.currentData()
        return chosen

    @property
    def extension(self) -> str:
        """The extension of the files that are written."""
        return template_extension(self.template) if self.template else self.format.extension

    @property
    def separator(self) -> str:
        """What stands between the cells of CSV."""
        return SEPARATORS["semicolon" if self.semicolons.isChecked() else "comma"]

    @property
    def citation_style(self) -> str:
        """The name of the chosen citation style; '' for none, or where the format has none."""
        return self.style_choice.currentData() if self.format.has_bibliography else ""

    def button(self, export_format: ExportFormat) -> FormatButton:
        """Return the button of a format."""
        return self._buttons[export_format]

    def _choose(self, number: int) -> None:
        self._format = list(ExportFormat)[number]
        self.template_choice.setCurrentIndex(0)
        self._show_chosen()

    def _choose_template(self, row: int) -> None:
        self._format = ExportFormat.MARKDOWN
        self._group.setExclusive(False)
        for button in self._group.buttons():
            button.setChecked(row == 0 and button is self._buttons[self._format])
        self._group.setExclusive(True)
        self._show_chosen()

    def _show_chosen(self) -> None:
        self.style_choice.setEnabled(self.format.has_bibliography)
        self.semicolons.setVisible(self.format.has_separator)
        self.format_chosen.emit()

    def _template_choice(self, templates: Sequence[Path]) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(tr("Template of your own"))
        box.addItem(tr("No template"), None)
        for path in templates:
            box.addItem(one_line(path.name), path)
        box.setFont(self._theme.font(12))
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setVisible(bool(templates))
        return box

    def _semicolon_choice(self) -> QCheckBox:
        """Excel expects semicolons where the decimal sign is a comma."""
        box = QCheckBox(tr("With semicolons, for Excel"), self)
        box.setFont(self._theme.font(12))
        box.setChecked(QLocale.system().decimalPoint() == ",")
        box.hide()
        return box

    def _style_choice(self) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(tr("Citation style of the bibliography"))
        box.addItem(tr("No bibliography"), "")
        for name, title in USUAL_STYLES:
            box.addItem(translated(title), name)
        box.setFont(self._theme.font(12))
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        return box

    def _group_title(self, group: FormatGroup) -> str:
        match group:
            case FormatGroup.READING:
                return tr("To read")
            case FormatGroup.REFERENCES:
                return tr("References")
            case FormatGroup.DATA:
                return tr("Data")

    def _title(self, words: str) -> QLabel:
        label = QLabel(words, self)
        label.setFont(self._theme.font(11, 600))
        label.setProperty("tone", "text2")
        label.setContentsMargins(12, 4, 0, 4)
        return label

    def _button(self, known: ExportFormat) -> FormatButton:
        words = (translated(known.label), translated(known.purpose))
        button = FormatButton(self._theme, _ICONS.get(known, "file-text"), words, self)
        self._group.addButton(button, list(ExportFormat).index(known))
        self._buttons[known] = button
        return button

    def _stale_label(self, stale: int) -> QLabel:
        words = tr("{passages} from files that have changed since")
        label = QLabel(words.format(passages=counts.passages(stale)), self)
        label.setProperty("tone", "warn")
        label.setFont(self._theme.font(12))
        label.setWordWrap(True)
        label.setContentsMargins(12, 0, 12, 0)
        label.setVisible(stale > 0)
        return label
