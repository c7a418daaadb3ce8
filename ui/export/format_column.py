"""The column of formats in the export dialog."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFrame,
    QLabel,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from engine.api import USUAL_STYLES, ExportFormat
from ui.button_icon import set_button_icon
from ui.theme import Theme


@dataclass(frozen=True, slots=True)
class _Choice:
    format: ExportFormat
    icon: str
    name: str
    gives: str


class FormatColumn(QFrame):
    """The formats in groups, and below them how many passages come from changed files.

    Signals:
        format_chosen: a person chose another ExportFormat.
    """

    format_chosen = Signal()

    def __init__(self, theme: Theme, stale: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._group = QButtonGroup(self)
        self._buttons: dict[ExportFormat, QToolButton] = {}
        self.setProperty("edge", "right")
        self.setFixedWidth(232)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 12, 8, 12)
        layout.setSpacing(2)
        for title, choices in self._choices():
            layout.addWidget(self._title(title))
            for choice in choices:
                layout.addWidget(self._button(choice))
            layout.addSpacing(8)
        self.style_choice = self._style_choice()
        label = self._title(self.tr("Bibliography"))
        label.setBuddy(self.style_choice)
        layout.addWidget(label)
        layout.addWidget(self.style_choice)
        layout.addStretch(1)
        layout.addWidget(self._stale_label(stale))
        self._group.buttons()[0].setChecked(True)
        self._group.idClicked.connect(lambda _: self._choose())
        self.style_choice.activated.connect(lambda _: self.format_chosen.emit())

    @property
    def format(self) -> ExportFormat:
        """The chosen format."""
        return list(ExportFormat)[self._group.checkedId()]

    @property
    def citation_style(self) -> str:
        """The name of the chosen citation style; '' for none, or where the format has none."""
        return self.style_choice.currentData() if self.format.has_bibliography else ""

    def button(self, export_format: ExportFormat) -> QToolButton:
        """Return the button of a format."""
        return self._buttons[export_format]

    def _choose(self) -> None:
        self.style_choice.setEnabled(self.format.has_bibliography)
        self.format_chosen.emit()

    def _style_choice(self) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(self.tr("Citation style of the bibliography"))
        box.addItem(self.tr("No bibliography"), "")
        for name, title in USUAL_STYLES:
            box.addItem(title, name)
        box.setFont(self._theme.font(12))
        return box

    def _choices(self) -> tuple[tuple[str, tuple[_Choice, ...]], ...]:
        numbered = self.tr("with numbered notes")
        to_read = (
            _Choice(ExportFormat.MARKDOWN, "hash", self.tr("Markdown"), numbered),
            _Choice(ExportFormat.DOCX, "file-text", self.tr("Word"), numbered),
            _Choice(ExportFormat.HTML, "globe", self.tr("Web page"), self.tr("to read and print")),
        )
        references = (
            _Choice(ExportFormat.BIBTEX, "book-open", self.tr("BibTeX"), self.tr("for LaTeX")),
            _Choice(ExportFormat.RIS, "book-open", self.tr("RIS"), self.tr("for most programs")),
            _Choice(ExportFormat.CSL_JSON, "book-open", self.tr("CSL JSON"), self.tr("for Zotero")),
        )
        data = (
            _Choice(ExportFormat.CSV, "table", self.tr("CSV"), self.tr("one row per passage")),
            _Choice(ExportFormat.JSON, "braces", self.tr("JSON"), self.tr("all, with ranks")),
            _Choice(ExportFormat.JSONL, "braces", self.tr("JSON lines"), self.tr("one per line")),
        )
        return (
            (self.tr("To read"), to_read),
            (self.tr("References"), references),
            (self.tr("Data"), data),
        )

    def _title(self, words: str) -> QLabel:
        label = QLabel(words, self)
        label.setFont(self._theme.font(11, 600))
        label.setProperty("tone", "text2")
        label.setContentsMargins(12, 4, 0, 4)
        return label

    def _button(self, choice: _Choice) -> QToolButton:
        button = QToolButton(self)
        button.setProperty("kind", "format")
        button.setText(f"{choice.name}\n{choice.gives}")
        button.setAccessibleName(f"{choice.name}, {choice.gives}")
        set_button_icon(button, self._theme, choice.icon, "text2", 16)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setCheckable(True)
        button.setFixedSize(216, 40)
        button.setFont(self._theme.font(12))
        self._group.addButton(button, list(ExportFormat).index(choice.format))
        self._buttons[choice.format] = button
        return button

    def _stale_label(self, stale: int) -> QLabel:
        words = self.tr("{n} passages are from files that have changed since")
        label = QLabel(words.format(n=stale), self)
        label.setProperty("tone", "warn")
        label.setFont(self._theme.font(12))
        label.setWordWrap(True)
        label.setContentsMargins(12, 0, 12, 0)
        label.setVisible(stale > 0)
        return label
