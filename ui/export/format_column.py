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
    QFileDialog,
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
    is_word_template,
    template_extension,
)
from twofold.ui.i18n import counts
from twofold.ui.i18n.label_text import one_line
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.theme import Theme
from twofold.ui.widgets import layouts
from twofold.ui.widgets.decoration import make_label, set_surface
from twofold.ui.widgets.wheel import scroll_past

_HEIGHT = 40
_ICON = 16
_LEFT = 12
_WORDS = 38
_CHECK = 14
_CHOOSE = "choose"
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

    def __init__(
        self, theme: Theme, stale: int, parent: QWidget | None = None, *, has_memo: bool = False
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._has_memo = has_memo
        self._group = QButtonGroup(self)
        self.setProperty("edge", "right")
        self.setFixedWidth(240)
        layout = self._scrolled_column()
        self._add_formats(layout)
        layout.addSpacing(8)
        self.style_choice = self._choice(tr("Citation style of the bibliography"))
        self.style_choice.addItem(tr("No bibliography"), "")
        for name, title in USUAL_STYLES:
            self.style_choice.addItem(translated(title), name)
        label = self._title(tr("Bibliography"))
        label.setBuddy(self.style_choice)
        self.template_choice = self._choice(tr("Your template"))
        self.template_choice.addItem(tr("No template"), None)
        self.template_choice.addItem(tr("Choose Word template…"), _CHOOSE)
        options = self._make_options()
        changed = tr("{passages} from files changed since indexing")
        changed = changed.format(passages=counts.passages(stale))
        self.finding = make_label(theme, self, changed, tone="warn", wrap=True)
        self.finding.setContentsMargins(12, 0, 12, 0)
        self.finding.setVisible(stale > 0)
        layout.addWidget(label)
        layout.addWidget(self.style_choice)
        layout.addSpacing(6)
        layout.addWidget(self.template_choice)
        layout.addLayout(options)
        layout.addStretch(1)
        layout.addWidget(self.finding)
        self.button(ExportFormat.MARKDOWN).setChecked(True)
        self._offer_options()
        self._group.idClicked.connect(self._choose)
        self.style_choice.activated.connect(lambda _: self.format_chosen.emit())
        self.template_choice.activated.connect(self._choose_template)
        self.semicolons.toggled.connect(lambda _: self.format_chosen.emit())
        for option in (self.memo, self.method_note, self.paths):
            option.clicked.connect(lambda _: self.format_chosen.emit())

    def _add_formats(self, layout: QVBoxLayout) -> None:
        """Add a button for each format, in groups."""
        titles = {
            FormatGroup.READING: tr("Documents"),
            FormatGroup.REFERENCES: tr("References"),
            FormatGroup.DATA: tr("Data"),
        }
        for number, known in enumerate(ExportFormat):
            if known.group in titles:  # first of its group
                layout.addSpacing(8 if number else 0)
                layout.addWidget(self._title(titles.pop(known.group)))
            words = (translated(known.label), translated(known.purpose))
            button = FormatButton(self._theme, _ICONS.get(known, "file-text"), words, self)
            self._group.addButton(button, number)
            layout.addWidget(button)

    def _make_options(self) -> QVBoxLayout:
        """Create the check boxes of all formats."""
        self.memo = self._option(tr("Memo: notes before quotations"))
        self.memo.setToolTip(tr("Each note is a paragraph before its quotation"))
        self.method_note = self._option(tr("Include how they were found"))
        self.method_note.setToolTip(tr("Include how the passages were found"))
        self.method_note.setChecked(ExportFormat.MARKDOWN.has_method_note)
        self.paths = self._option(tr("Name folders of files"))
        self.paths.setToolTip(tr("Name and link files with their folders"))
        self.semicolons = self._option(tr("With semicolons, for Excel"))
        # Excel expects semicolons where the decimal sign is a comma.
        self.semicolons.setChecked(QLocale.system().decimalPoint() == ",")
        self.semicolons.hide()
        options = (self.memo, self.method_note, self.paths, self.semicolons)
        return layouts.column(*options, margins=(4, 10, 0, 0), spacing=8)

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

    def _option(self, words: str) -> QCheckBox:
        option = QCheckBox(words, self)
        option.setFont(self._theme.font(12))
        return option

    def _choice(self, name: str) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(name)
        scroll_past(box)
        box.setFont(self._theme.font(12))
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        return box

    def offer(self, templates: Sequence[Path]) -> None:
        """Offer the user's templates, before the entry that chooses another one."""
        for path in templates:
            at = self.template_choice.count() - 1
            self.template_choice.insertItem(at, one_line(path.name), path)

    @property
    def format(self) -> ExportFormat:
        """The selected format; with a template, the format it is based on."""
        if is_word_template(self.template):
            return ExportFormat.DOCX
        return list(ExportFormat)[max(self._group.checkedId(), 0)]

    @property
    def template(self) -> Path | None:
        """The selected template; None for a format."""
        chosen = self.template_choice.currentData()
        return chosen if isinstance(chosen, Path) else None

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
        # A Word template is kept for Word only.
        checked = self._group.checkedId()
        is_word = list(ExportFormat)[checked] is ExportFormat.DOCX
        if not (is_word and is_word_template(self.template)):
            self.template_choice.setCurrentIndex(0)
        self._show_chosen()

    def _choose_template(self, row: int) -> None:
        if self.template_choice.itemData(row) == _CHOOSE:
            self.template_choice.setCurrentIndex(0)
            self._ask_word_template()
            return
        is_word = is_word_template(self.template)
        shown = {0: ExportFormat.MARKDOWN}.get(row, ExportFormat.DOCX if is_word else None)
        self._group.setExclusive(False)
        for button in self._group.buttons():
            button.setChecked(shown is not None and button is self.button(shown))
        self._group.setExclusive(True)
        self._show_chosen()

    def _ask_word_template(self) -> None:
        dialog = QFileDialog(self, tr("Choose Word template"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setNameFilter(tr("Word templates") + " (*.dotx *.docx)")
        dialog.fileSelected.connect(lambda path: self.use_template(Path(path)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def use_template(self, path: Path) -> None:
        """Offer a template and select it."""
        self.offer((path,))
        row = self.template_choice.count() - 2
        self.template_choice.setCurrentIndex(row)
        self._choose_template(row)

    def _show_chosen(self) -> None:
        self.method_note.setChecked(self.format.has_method_note)
        self._offer_options()
        self.format_chosen.emit()

    def _offer_options(self) -> None:
        """Show the options that the selected format has."""
        form = self.format
        is_document = form.has_bibliography and (
            self.template is None or is_word_template(self.template)
        )
        self.style_choice.setEnabled(form.has_bibliography)
        self.semicolons.setVisible(form.has_separator)
        self.memo.setVisible(is_document and self._has_memo)
        self.method_note.setVisible(is_document)
        self.paths.setVisible(is_document or form.group is FormatGroup.REFERENCES)
