"""Asking before a link of a document is opened."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QMessageBox, QWidget

from engine.api import inherited_umask
from ui.preview.rich_document import SCHEMES
from ui.sanitize import one_line

_LONGEST = 300


class LinkQuestion(QObject):
    """Opens web pages and mail addresses outside, once the person has seen where they lead."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._window = parent
        self.box: QMessageBox | None = None

    def ask(self, url: QUrl) -> None:
        """Show the whole address and open it on Yes; other addresses are not followed."""
        if url.scheme().lower() not in SCHEMES:
            return
        box = QMessageBox(self._window)
        box.setWindowTitle(self.tr("Open a link of this document"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(self.tr("This address leads out of your library. Open it in its own program?"))
        # The encoded form cannot look like another address.
        encoded = bytes(url.toEncoded().data()).decode("ascii", "replace")
        box.setInformativeText(one_line(encoded[:_LONGEST]))
        opens = box.addButton(self.tr("Open"), QMessageBox.ButtonRole.AcceptRole)
        cancel = box.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(cancel)
        opens.clicked.connect(lambda: _follow(url))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.box = box
        box.open()


def _follow(url: QUrl) -> None:
    with inherited_umask():
        QDesktopServices.openUrl(url)
