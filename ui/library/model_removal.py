"""Deleting a model's file, once a person has said that it is meant."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from engine.api import EngineError, LibraryStatus, ModelListing
from ui.i18n.formatting import file_size
from ui.library.model_desk import ModelDesk
from ui.widgets.messages import Message


class ModelRemoval(QObject):
    """Asks over `window`, and deletes.

    Signals:
        ended: a Message that says what became of it.
    """

    ended = Signal(object)

    def __init__(self, desk: ModelDesk, window: QWidget) -> None:
        super().__init__(window)
        self._desk, self._window = desk, window
        self.box: QMessageBox | None = None

    def ask(self, model: ModelListing) -> None:
        """Ask whether to delete the file of a model, saying what that frees."""
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(self.tr("Delete the model?"))
        words = self.tr("‘{title}’ is deleted from this computer, which frees {size}.")
        box.setText(words.format(title=model.title, size=file_size(model.size_bytes)))
        box.setInformativeText(
            self.tr(
                "It has to be fetched or added again before it can be used. Another library that "
                "uses it is searched by keywords only until then."
            )
        )
        delete = box.addButton(self.tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
        cancel = box.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(cancel)
        box.setEscapeButton(cancel)
        delete.clicked.connect(lambda: self._remove(model))
        box.finished.connect(self._forget)
        self.box = box
        box.open()

    def _remove(self, model: ModelListing) -> None:
        try:
            freed = self._desk.registry.remove(model.name)
        except EngineError as error:
            self.ended.emit(Message(f"{error.message} {error.hint}".strip()))
            return
        words = self.tr("‘{title}’ is deleted; {size} are free again.")
        said = words.format(title=model.title, size=file_size(freed))
        self.ended.emit(Message(said, is_warning=False, is_passing=True))

    def _forget(self) -> None:
        self.box = None


def may_be_removed(model: ModelListing | None, status: LibraryStatus) -> bool:
    """Say whether a model has a file here, and neither answers nor is about to."""
    if model is None or not model.is_ready:
        return False
    upcoming = status.upcoming.name if status.upcoming else ""
    return model.name not in {status.model.name, upcoming}
