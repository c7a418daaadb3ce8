"""Copying one passage with its citation, in any format that is text."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from engine.api import USUAL_STYLES, ExportFormat, ExportHits, Hit, SearchResponse
from ui.engine_bridge import EngineBridge
from ui.export.export_controller import ExportController


class CopyAs(QObject):
    """Has the engine write one hit and puts what comes back on the clipboard."""

    def __init__(self, bridge: EngineBridge, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self._exports = ExportController(bridge, self)
        self._exports.rendered.connect(lambda text: QGuiApplication.clipboard().setText(text))

    def copy(
        self, response: SearchResponse, hit: Hit, form: ExportFormat, style: str = ""
    ) -> None:
        """Copy a hit of `response`."""
        self._exports.render(ExportHits(form, response, (hit.chunk_id,), style=style))

    def menu(self, response: SearchResponse, hit: Hit) -> QMenu:
        """Return the menu of all formats for one hit."""
        menu = QMenu(self.tr("Copy &as"), self._window)
        for form, words in self._forms():
            action = menu.addAction(words)
            action.triggered.connect(lambda _=False, form=form: self.copy(response, hit, form))
        styles = menu.addMenu(self.tr("With a bibliography in"))
        for name, title in USUAL_STYLES:
            action = styles.addAction(title)
            action.triggered.connect(
                lambda _=False, name=name: self.copy(response, hit, ExportFormat.MARKDOWN, name)
            )
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
        return menu

    def _forms(self) -> tuple[tuple[ExportFormat, str], ...]:
        return (
            (ExportFormat.MARKDOWN, self.tr("&Markdown")),
            (ExportFormat.HTML, self.tr("&Web page")),
            (ExportFormat.BIBTEX, self.tr("&BibTeX")),
            (ExportFormat.RIS, self.tr("&RIS")),
            (ExportFormat.CSL_JSON, self.tr("CSL JS&ON")),
            (ExportFormat.CSV, self.tr("&CSV")),
            (ExportFormat.JSON, self.tr("&JSON")),
            (ExportFormat.JSONL, self.tr("JSON &lines")),
        )
