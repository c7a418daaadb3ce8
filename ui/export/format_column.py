"""The column of formats in the export dialog."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QLocale, QRect, Qt, Signal
from PySide6.QtGui import QIcon, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
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

from twofold.engine.api import (
    SEPARATORS,
    USUAL_STYLES,
    ExportFormat,
    FormatGroup,
    template_extension,
)
from twofold.ui.i18n import counts
from twofold.ui.i18n.label_text import one_line
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.theme import Theme
from twofold.ui.widgets.decoration import make_label, set_surface
from twofold.ui.widgets.wheel import scroll_past

_HEIGHT = 40
_ICON = 16
_LEFT = 12
_WORDS = 38
_CHECK = 14
_ONE_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine


class FormatButton(QToolButton):
    """A button painted with two font sizes; a check mark shows the selected one."""

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
        """Paint the style sheet background, then icon, texts and check mark."""
        theme, painter = self._theme, QStylePainter(self)
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text, option.icon = "", QIcon()
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        ratio, middle = self.devicePixelRatioF(), (self.height() - _ICON) // 2
        tone = "accent" if self.isChecked() else "text2"
        painter.drawPixmap(_LEFT, middle, theme.pixmap(self._icon, tone, _ICON, ratio))
        available = self.width() - _WORDS - _CHECK - 12
        painter.setFont(theme.font(13, 500))
        painter.setPen(theme.color("accent" if self.isChecked() else "text"))
        painter.drawText(QRect(_WORDS, 3, available, 18), _ONE_LINE, self._words[0])
        painter.setFont(theme.font(11))
        painter.setPen(theme.color("text3"))
        painter.drawText(QRect(_WORDS, 20, available + _CHECK, 16), _ONE_LINE, self._words[1])
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
    """The formats in groups, the user's templates, and their options.

    Below them, it shows the number of passages from changed files and the result of checking them.

    Signals:
        format_chosen: another ExportFormat or option was selected.
    """

    format_chosen = Signal()

    def __init__(self, theme: Theme, stale: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._group = QButtonGroup(self)
        self.setProperty("edge", "right")
        self.setFixedWidth(240)
        titles = {
            FormatGroup.READING: tr("Documents"),
            FormatGroup.REFERENCES: tr("References"),
            FormatGroup.DATA: tr("Data"),
        }
        layout = self._scrolled_column()
        for number, known in enumerate(ExportFormat):
            if known.group in titles:  # first of its group
                layout.addSpacing(8 if number else 0)
                layout.addWidget(self._title(titles.pop(known.group)))
            words = (translated(known.label), translated(known.purpose))
            button = FormatButton(theme, _ICONS.get(known, "file-text"), words, self)
            self._group.addButton(button, number)
            layout.addWidget(button)
        layout.addSpacing(8)
        self.style_choice = self._choice(tr("Citation style of the bibliography"))
        self.style_choice.addItem(tr("No bibliography"), "")
        for name, title in USUAL_STYLES:
            self.style_choice.addItem(translated(title), name)
        label = self._title(tr("Bibliography"))
        label.setBuddy(self.style_choice)
        self.template_choice = self._choice(tr("Your template"))
        self.template_choice.hide()
        self.semicolons = QCheckBox(tr("With semicolons, for Excel"), self)
        self.semicolons.setFont(theme.font(12))
        # Excel expects semicolons where the decimal sign is a comma.
        self.semicolons.setChecked(QLocale.system().decimalPoint() == ",")
        self.semicolons.hide()
        changed = tr("{passages} from files changed since indexing")
        changed = changed.format(passages=counts.passages(stale))
        self.finding = make_label(theme, self, changed, tone="warn", wrap=True)
        self.finding.setContentsMargins(12, 0, 12, 0)
        self.finding.setVisible(stale > 0)
        for part in (label, self.style_choice, self.template_choice, self.semicolons):
            layout.addWidget(part)
        layout.addStretch(1)
        layout.addWidget(self.finding)
        self.button(ExportFormat.MARKDOWN).setChecked(True)
        self._group.idClicked.connect(self._choose)
        self.style_choice.activated.connect(lambda _: self.format_chosen.emit())
        self.template_choice.activated.connect(self._choose_template)
        self.semicolons.toggled.connect(lambda _: self.format_chosen.emit())

    def _scrolled_column(self) -> QVBoxLayout:
        """Return a scrollable column, because small screens cannot show all of it."""
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

    def _title(self, words: str) -> QLabel:
        label = QLabel(words, self)
        label.setFont(self._theme.font(11, 600))
        label.setProperty("tone", "text2")
        label.setContentsMargins(12, 4, 0, 4)
        return label

    def _choice(self, name: str) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(name)
        scroll_past(box)
        box.setFont(self._theme.font(12))
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        return box

    def offer(self, templates: Sequence[Path]) -> None:
        """Offer the user's templates, if there are any."""
        if templates:
            self.template_choice.addItem(tr("No template"), None)
            for path in templates:
                self.template_choice.addItem(one_line(path.name), path)
            self.template_choice.show()

    @property
    def format(self) -> ExportFormat:
        """The selected format; with a template, the format it is based on."""
        return list(ExportFormat)[max(self._group.checkedId(), 0)]

    @property
    def template(self) -> Path | None:
        """The selected template; None for a format."""
        chosen: Path | None = self.template_choice.currentData()
        return chosen

    @property
    def extension(self) -> str:
        """The extension of exported files."""
        return template_extension(self.template) if self.template else self.format.extension

    @property
    def separator(self) -> str:
        """The separator of CSV cells."""
        return SEPARATORS["semicolon" if self.semicolons.isChecked() else "comma"]

    @property
    def citation_style(self) -> str:
        """The name of the selected citation style; '' for none or if the format has none."""
        return self.style_choice.currentData() if self.format.has_bibliography else ""

    def button(self, export_format: ExportFormat) -> QAbstractButton:
        """Return the button of a format."""
        return self._group.button(list(ExportFormat).index(export_format))

    def _choose(self, _number: int) -> None:
        self.template_choice.setCurrentIndex(0)
        self._show_chosen()

    def _choose_template(self, row: int) -> None:
        self._group.setExclusive(False)
        for button in self._group.buttons():
            button.setChecked(row == 0 and button is self.button(ExportFormat.MARKDOWN))
        self._group.setExclusive(True)
        self._show_chosen()

    def _show_chosen(self) -> None:
        self.style_choice.setEnabled(self.format.has_bibliography)
        self.semicolons.setVisible(self.format.has_separator)
        self.format_chosen.emit()
