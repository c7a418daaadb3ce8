"""Copying one passage with its citation, in any format that is text.

What has fonts is put on the clipboard as HTML, too: a word processor takes it, an editor the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QMimeData, QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from engine.api import USUAL_STYLES, ExportFormat, ExportHits, Hit, SearchResponse
from ui.client import EngineClient
from ui.export.export_controller import ExportController
from ui.export.export_words import export_words
from ui.i18n.message_catalogue import translated


class CopyAs(QObject):
    """Has the engine write one hit of the `response` and puts it on the clipboard.

    Signals:
        copied: that it is in the clipboard now, in words.
        failed: the sentence and the hint when it cannot be written.
    """

    copied = Signal(str)
    failed = Signal(str, str)

    def __init__(
        self,
        client: EngineClient,
        response: Callable[[], SearchResponse | None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._response = response
        self._exports = ExportController(client, self)
        self._exports.rendered.connect(self._take)
        self._exports.failed.connect(self.failed)
        self._waiting: tuple[ExportHits, ...] = ()
        self._written: list[tuple[ExportFormat, str]] = []

    def copy(self, hit: Hit, form: ExportFormat, style: str = "") -> None:
        """Copy a hit."""
        response = self._response()
        if response is None:
            return
        forms = (form, ExportFormat.HTML) if form is ExportFormat.MARKDOWN else (form,)
        asked = ExportHits(form, response, (hit.chunk_id,), style=style, words=export_words())
        self._waiting = tuple(replace(asked, format=wanted) for wanted in forms)
        self._written = []
        self._exports.render(self._waiting[0])

    def _take(self, text: str) -> None:
        """Take one form; when all are written, put them on the clipboard."""
        asked, *rest = self._waiting
        self._written.append((asked.format, text))
        self._waiting = tuple(rest)
        if rest:
            self._exports.render(rest[0])
            return
        data = QMimeData()
        data.setText(self._written[0][1])
        for form, written in self._written:
            if form is ExportFormat.HTML:
                data.setHtml(written)
        QGuiApplication.clipboard().setMimeData(data)
        self.copied.emit(QCoreApplication.translate("HitCommands", "The passage is copied"))

    def menu(self, hit: Hit, parent: QWidget) -> QMenu:
        """Return the menu of all formats for one hit, a child of `parent`."""
        menu = QMenu(self.tr("Copy &as"), parent)
        forms = [form for form in ExportFormat if form.is_text]
        for form, words in zip(forms, with_access_keys(form.label for form in forms), strict=True):
            action = menu.addAction(words)
            action.triggered.connect(lambda _=False, form=form: self.copy(hit, form))
        styles = menu.addMenu(self.tr("With a bibliography &in"))
        for name, title in USUAL_STYLES:
            action = styles.addAction(title)
            action.triggered.connect(
                lambda _=False, name=name: self.copy(hit, ExportFormat.MARKDOWN, name)
            )
        return menu


def with_access_keys(labels: Iterable[str]) -> list[str]:
    """Return labels of the engine in the window's language, each with an access key of its own."""
    taken: set[str] = set()
    marked = []
    for label in map(translated, labels):
        free = (at for at, sign in enumerate(label) if sign.isalpha() and sign.lower() not in taken)
        at = next(free, len(label))
        taken.add(label[at : at + 1].lower())
        marked.append(f"{label[:at]}&{label[at:]}" if at < len(label) else label)
    return marked
