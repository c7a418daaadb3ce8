"""All meaning models: which is used, what each costs, getting another one, deleting one."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.api import (
    EngineError,
    LibraryStatus,
    ModelFetched,
    ModelFetchFailed,
    ModelFetchProgress,
    ModelListing,
    UpcomingModel,
)
from ui.i18n.formatting import file_size, percent
from ui.i18n.translation import tr, translated
from ui.library.models import (
    ModelManager,
    cost_in_words,
    file_in_words,
    is_much_larger,
    state_in_words,
)
from ui.theme import Theme
from ui.widgets.dialogs import BaseDialog
from ui.widgets.messages import Message, MessageBar


def may_be_removed(model: ModelListing | None, status: LibraryStatus) -> bool:
    """Say whether a model has a file here, and neither answers nor is about to."""
    if model is None or not model.is_ready:
        return False
    upcoming = status.upcoming.name if status.upcoming else ""
    return model.name not in {status.model.name, upcoming}


_STEPS = 1000


class ModelsDialog(BaseDialog):
    """Nothing is fetched before the person has read from where, and has clicked.

    Signals:
        use_requested: the name of a model.
    """

    use_requested = Signal(str)

    def __init__(
        self,
        manager: ModelManager,
        theme: Theme,
        status: LibraryStatus,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tr("Models of meaning"), parent, size=(760, 460))
        self._manager, self._theme, self._status = manager, theme, status
        self._models: tuple[ModelListing, ...] = ()
        self._coming = ""
        self.messages = MessageBar(theme, self)
        self.table = self._make_table()
        self.words = QLabel(self)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setWordWrap(True)
        self.words.setFont(theme.font(13))
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.words.setMinimumHeight(84)
        self.bar = QProgressBar(self)
        self.bar.setRange(0, _STEPS)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Progress"))
        self.far = QLabel(self)
        self.far.setTextFormat(Qt.TextFormat.PlainText)
        self.far.setFont(theme.font(12, tabular=True))
        self.far.setProperty("tone", "text2")
        self.add = QPushButton(tr("Add a file…"), self)
        self.delete = QPushButton(tr("Delete…"), self)
        self.question: QMessageBox | None = None  # whether to delete, while it is open
        self.fetch = QPushButton(self)
        self.use = QPushButton(tr("Use this model"), self)
        self.use.setProperty("kind", "primary")
        self.leave = QPushButton(tr("Close"), self)
        for button in (self.add, self.delete, self.fetch, self.use, self.leave):
            button.setAutoDefault(False)
        self._lay_out()
        self._connect_signals()
        self._fill(status.model.name)

    def _make_table(self) -> QTableWidget:
        table = QTableWidget(0, 5, self)
        table.setAccessibleName(tr("Models of meaning"))
        names = (
            tr("Model"),
            tr("Languages"),
            tr("Licence"),
            tr("Size"),
            tr("State"),
        )
        table.setHorizontalHeaderLabels(names)
        header = table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(36)
        table.setShowGrid(False)
        table.setTabKeyNavigation(False)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        return table

    def _lay_out(self) -> None:
        foot = QHBoxLayout()
        foot.setSpacing(8)
        foot.addWidget(self.add)
        foot.addWidget(self.delete)
        foot.addStretch(1)
        for button in (self.fetch, self.use, self.leave):
            foot.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 20, 24, 20)
        layout.setSpacing(12)
        layout.addWidget(self.messages)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.words)
        layout.addWidget(self.far)
        layout.addWidget(self.bar)
        layout.addLayout(foot)

    def _connect_signals(self) -> None:
        self.table.itemSelectionChanged.connect(self._show_chosen)
        self.add.clicked.connect(self._choose_file)
        self.delete.clicked.connect(self._ask_to_delete)
        self.fetch.clicked.connect(self._fetch_or_cancel)
        self.use.clicked.connect(self._use)
        self.leave.clicked.connect(self.reject)
        self._manager.progressed.connect(self._show_progress)
        self._manager.ended.connect(self._on_end)

    @property
    def chosen(self) -> ModelListing | None:
        """The model that is selected."""
        row = self.table.currentRow()
        return self._models[row] if 0 <= row < len(self._models) else None

    def choose(self, name: str) -> None:
        """Select a model."""
        for row, model in enumerate(self._models):
            if model.name == name:
                self.table.selectRow(row)

    def add_file(self, path: Path) -> None:
        """Add a GGUF file to the models."""
        self._begin(path.name)
        self.far.setText(tr("‘{name}’ is being copied and checked").format(name=path.name))
        self._manager.registry.add_file(path)

    def show_status(self, status: LibraryStatus) -> None:
        """Follow the library."""
        before, self._status = self._status, status
        was = (before.model.name, _name(before.upcoming))
        if was != (status.model.name, _name(status.upcoming)):
            self._fill("")
        elif before.chunks != status.chunks or before.embedding_rate != status.embedding_rate:
            self._show_chosen()

    def _fill(self, choose: str) -> None:
        name = choose or (self.chosen.name if self.chosen else "")
        self._models = self._manager.registry.listings()
        self.table.setRowCount(len(self._models))
        for row, model in enumerate(self._models):
            size = file_size(model.size_bytes) if model.size_bytes else "–"
            upcoming = _name(self._status.upcoming)
            state = state_in_words(model, self._status.model.name, upcoming)
            languages = translated(model.languages) or "–"
            cells = (model.title, languages, model.license or "–", size, state)
            for column, text in enumerate(cells):
                self.table.setItem(row, column, QTableWidgetItem(text))
        self.choose(name)
        self._show_chosen()

    def _show_chosen(self) -> None:
        model, used = self.chosen, self._status.model.name
        coming, is_used = bool(self._coming), model is not None and model.name == used
        self.words.setText(self._about(model) if model is not None else "")
        self.fetch.setVisible(coming or (model is not None and bool(model.host)))
        host = model.host if model is not None else ""
        words = tr("Cancel") if coming else tr("Fetch from {host}").format(host=host)
        self.fetch.setText(words)
        self.add.setEnabled(not coming)
        self.delete.setEnabled(not coming and may_be_removed(model, self._status))
        kept = tr("The model in use, or one that is being prepared, is not deleted.")
        self.delete.setToolTip("" if self.delete.isEnabled() else kept)
        upcoming = _name(self._status.upcoming)
        here = model is not None and not model.host and model.name != upcoming
        self.use.setEnabled(here and (not is_used or bool(upcoming)))
        keeps = is_used and bool(upcoming)
        self.use.setText(tr("Keep this model") if keeps else tr("Use this model"))
        for part in (self.bar, self.far):
            part.setVisible(coming)

    def _about(self, model: ModelListing) -> str:
        used = next((m for m in self._models if m.name == self._status.model.name), None)
        if model == used:
            return tr("This model is in use.")
        if model.name == _name(self._status.upcoming):
            return tr("This model is being prepared; until then the present one answers.")
        cost = cost_in_words(self._status, is_larger=is_much_larger(model, used))
        when_used = tr("When it is used: {cost}").format(cost=cost)
        return f"{file_in_words(model)}\n{when_used}"

    # Getting a model

    def _begin(self, name: str) -> None:
        self._coming = name
        self.messages.withdraw()
        self.bar.setValue(0)
        self._show_chosen()

    def _fetch_or_cancel(self) -> None:
        if self._coming:
            self._manager.registry.cancel()
        elif self.chosen is not None:
            self._begin(self.chosen.name)
            self.far.setText(tr("Asking {host}").format(host=self.chosen.host))
            self._manager.registry.fetch(self.chosen.name)

    def _choose_file(self) -> None:
        dialog = QFileDialog(self, tr("Add a model"))
        dialog.setNameFilter(tr("Models (*.gguf)"))
        dialog.fileSelected.connect(lambda path: self.add_file(Path(path)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _use(self) -> None:
        if self.chosen is not None:
            self.use_requested.emit(self.chosen.name)

    def _show_progress(self, progress: ModelFetchProgress) -> None:
        share = progress.done_bytes / max(progress.all_bytes, 1)
        self.bar.setValue(round(share * _STEPS))
        words = tr("{done} of {all}, {percent}")
        if share >= 1:
            words = tr("All of it is here and is being checked")
        self.far.setText(
            words.format(
                done=file_size(progress.done_bytes),
                all=file_size(progress.all_bytes),
                percent=percent(share),
            )
        )

    def _on_end(self, event: ModelFetched | ModelFetchFailed) -> None:
        self._coming = ""
        if isinstance(event, ModelFetched):
            self._fill(event.name)
            words = tr("The model is here and was checked.")
            self.messages.show_message(Message(words, is_warning=False, is_passing=True))
            return
        self._show_chosen()
        if event.message:
            self.messages.show_message(Message(translated(event.message, event.hint)))
        else:
            words = tr("Stopped. What has arrived is kept for the next time.")
            self.messages.show_message(Message(words, is_warning=False, is_passing=True))

    def _ask_to_delete(self) -> None:
        """Ask whether to delete the file of a model, saying what that frees."""
        model = self.chosen
        if model is None:
            return
        box = self.question = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(tr("Delete the model?"))
        words = tr("‘{title}’ is deleted from this computer, which frees {size}.")
        box.setText(words.format(title=model.title, size=file_size(model.size_bytes)))
        box.setInformativeText(
            tr(
                "It has to be fetched or added again before it can be used. Another library that "
                "uses it is searched by keywords only until then."
            )
        )
        delete = box.addButton(tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
        cancel = box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(cancel)
        box.setEscapeButton(cancel)
        delete.clicked.connect(lambda: self._delete(model))
        box.finished.connect(self._forget_question)
        box.open()

    def _forget_question(self) -> None:
        self.question = None

    def _delete(self, model: ModelListing) -> None:
        try:
            freed = self._manager.registry.remove(model.name)
        except EngineError as error:
            message = Message(translated(error.message, error.hint))
        else:
            words = tr("‘{title}’ is deleted; {size} are free again.")
            said = words.format(title=model.title, size=file_size(freed))
            message = Message(said, is_warning=False, is_passing=True)
        self._fill("")
        self.table.setFocus()  # else the next button has it, and Enter would fetch a model
        self.messages.show_message(message)

    @property
    def holds_work(self) -> bool:
        """Whether a model is being fetched, which would stop."""
        return bool(self._coming)

    def done(self, result: int) -> None:
        """Stop what is being fetched when the dialog is closed."""
        if self._coming:
            self._manager.registry.cancel()
        super().done(result)


def _name(upcoming: UpcomingModel | None) -> str:
    return upcoming.name if upcoming is not None else ""
