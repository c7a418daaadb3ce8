"""The dialog with all embedding models: download, add, use and delete a model."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QHeaderView,
    QMessageBox,
    QProgressBar,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from twofold.engine.api import (
    EngineError,
    LibraryStatus,
    ModelEvent,
    ModelFetched,
    ModelFetchProgress,
    ModelListing,
    ModelTrialProgress,
    ModelTried,
)
from twofold.ui.i18n.formatting import file_size, percent
from twofold.ui.i18n.label_text import isolated
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.library.models import (
    ModelManager,
    format_comparison,
    format_cost,
    format_facts,
    format_file_state,
    is_much_larger,
)
from twofold.ui.theme import Theme
from twofold.ui.widgets import layouts
from twofold.ui.widgets.decoration import make_label
from twofold.ui.widgets.dialogs import BaseDialog
from twofold.ui.widgets.messages import BarMessage, MessageBar
from twofold.ui.widgets.tables import show_rows

_STEPS = 1000


class ModelsDialog(BaseDialog):
    """Lists all models, and shows the source of a model before the user downloads it.

    `use_model` is called with the name of the semantic model to use, and `use_reranker` with that
    of the reranking model, '' for the built-in reranking. `reranker` is the one in use.
    """

    def __init__(
        self,
        manager: ModelManager,
        use_model: Callable[[str], None],
        theme: Theme,
        status: LibraryStatus,
        parent: QWidget | None = None,
        *,
        use_reranker: Callable[[str], None] = lambda _name: None,
        reranker: str = "",
    ) -> None:
        super().__init__(tr("Models"), parent, size=(880, 620))
        self._manager, self._use_model, self._status = manager, use_model, status
        self._use_reranker, self._reranker = use_reranker, reranker
        self._models: tuple[ModelListing, ...] = ()
        self._pending = ""  # name of the model being downloaded, added or tried
        self._is_trying = False
        self._results: dict[str, str] = {}  # of comparisons, by model
        self.table = self._make_table()
        self.messages = MessageBar(theme, self.table)
        self.words = make_label(theme, self, size=13, wrap=True)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.words.setMinimumHeight(84)
        self.bar = QProgressBar(self)
        self.bar.setRange(0, _STEPS)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Progress"))
        self.progress = make_label(theme, self, tone="text2")
        self.add = self.make_button(tr("Add a file…"), self._choose_file)
        self.delete = self.make_button(tr("Delete…"), self._ask_to_delete)
        self.trial = self.make_button(tr("Try"), self._try)
        self.trial.setToolTip(
            tr(
                "Compare the model with the one in use, on passages of your library. "
                "Nothing is changed"
            )
        )
        self.fetch = self.make_button("", self._fetch_or_cancel)
        self.use = self.make_button(tr("Use this model"), self._use)
        self.use.setProperty("kind", "primary")
        self.leave = self.make_button(tr("Close"), self.reject)
        self._lay_out()
        self.table.itemSelectionChanged.connect(self._show_chosen)
        manager.event_received.connect(self._on_event)
        self._fill(status.model.name)

    def _make_table(self) -> QTableWidget:
        table = QTableWidget(0, 5, self)
        table.setAccessibleName(tr("Semantic models"))
        names = (tr("Model"), tr("Languages"), tr("License"), tr("Size"), tr("State"))
        table.setHorizontalHeaderLabels(names)
        show_rows(table, 36)
        header = table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        return table

    def _lay_out(self) -> None:
        of_list = layouts.row(self.add, self.delete, ..., spacing=8)
        foot = layouts.row(..., self.trial, self.fetch, self.use, self.leave, spacing=8)
        parts = ((self.table, 1), of_list, self.words, self.progress, self.bar, foot)
        layouts.column(*parts, margins=(24, 20, 24, 20), spacing=12, parent=self)

    @property
    def chosen(self) -> ModelListing | None:
        """The selected model."""
        row = self.table.currentRow()
        return self._models[row] if 0 <= row < len(self._models) else None

    def choose(self, name: str) -> None:
        """Select a model."""
        for row, model in enumerate(self._models):
            if model.name == name:
                self.table.selectRow(row)

    def show_status(self, status: LibraryStatus) -> None:
        """Handle a new library status."""
        before, self._status = self._status, status
        if (before.model.name, _upcoming(before)) != (status.model.name, _upcoming(status)):
            self._fill("")
        elif before.chunks != status.chunks or before.embedding_rate != status.embedding_rate:
            self._show_chosen()

    def _fill(self, choose: str) -> None:
        name = choose or (self.chosen.name if self.chosen else "")
        self._models = tuple(sorted(self._manager.registry.listings(), key=lambda m: m.ranks))
        self.table.setRowCount(len(self._models))
        for row, model in enumerate(self._models):
            size = file_size(model.size_bytes) if model.size_bytes else "–"
            languages = translated(model.languages) or "–"
            words = tr("{title} (reranking)") if model.ranks else "{title}"
            title = words.format(title=model.title)
            cells = (title, languages, model.license or "–", size, self._state(model))
            for column, text in enumerate(cells):
                self.table.setItem(row, column, QTableWidgetItem(text))
        self.choose(name)
        self._show_chosen()

    def _state(self, model: ModelListing) -> str:
        if model.name in {self._status.model.name, self._reranker}:
            return tr("in use")
        if model.name == _upcoming(self._status):
            return tr("being prepared")
        if model.is_ready:
            return tr("ready")
        if not model.is_supported:
            return tr("not supported yet")
        if model.host:
            return tr("not downloaded")
        return tr("installed") if model.is_here else tr("file needed")

    def _show_chosen(self) -> None:
        model, used, upcoming = self.chosen, self._status.model.name, _upcoming(self._status)
        is_used = model is not None and model.name in {used, self._reranker}
        is_upcoming = model is not None and model.name == upcoming
        names = {used, upcoming, self._reranker}
        in_use = {one.base or one.name for one in self._models if one.name in names}
        host, pending = model.host if model is not None else "", bool(self._pending)
        self.words.setText(self._about(model) if model is not None else "")
        self.fetch.setVisible(pending or bool(host))
        self.fetch.setText(
            tr("Cancel") if pending else tr("Download from {host}").format(host=host)
        )
        self.add.setEnabled(not pending)
        self.add.setText(tr("Add its file…") if self._needs_file else tr("Add a file…"))
        has_file = model is not None and model.is_ready
        is_needed = model is not None and (model.name in in_use or bool(model.base))
        self.delete.setEnabled(has_file and not (pending or is_needed))
        kept = tr("A model that is in use or being prepared cannot be deleted.")
        self.delete.setToolTip("" if self.delete.isEnabled() else kept)
        is_usable = model is not None and model.is_usable and not is_upcoming
        keeps, ranks = is_used and bool(upcoming), model is not None and model.ranks
        self.use.setEnabled(is_usable and (keeps or ranks or not is_used))
        self.use.setText(tr("Keep this model") if keeps else tr("Use this model"))
        if ranks and is_used:
            self.use.setText(tr("Stop using it"))
        self.trial.setEnabled(is_usable and not (pending or is_used))
        for part in (self.bar, self.progress):
            part.setVisible(pending)

    def _about(self, model: ModelListing) -> str:
        used = next((m for m in self._models if m.name == self._status.model.name), None)
        facts = "\n".join(filter(None, (format_facts(model), self._results.get(model.name))))
        if model == used or model.name == self._reranker:
            in_use = tr("This model is in use.")
            return f"{in_use}\n{facts}"
        if model.ranks:
            purpose = tr(
                "A reranking model reads the first passages of a search again and puts the best "
                "ones first."
            )
            return f"{format_file_state(model)}\n{purpose}\n{facts}"
        if not model.is_supported:
            return f"{format_file_state(model)}\n{facts}"
        if model.name == _upcoming(self._status):
            return tr("This model is being prepared. The current model stays in use until then.")
        cost = format_cost(self._status, is_larger=is_much_larger(model, used))
        when_used = tr("If you switch to this model: {cost}").format(cost=cost)
        return f"{format_file_state(model)}\n{when_used}\n{facts}"

    def _use(self) -> None:
        model = self.chosen
        if model is None:
            return
        if not model.ranks:
            self._use_model(model.name)
            return
        self._reranker = "" if self._reranker == model.name else model.name
        self._use_reranker(self._reranker)
        self._fill(model.name)

    def _try(self) -> None:
        if self.chosen is not None:
            self._begin(self.chosen.name, tr("Comparing with the model in use"))
            self._is_trying = True
            self._manager.registry.try_model(self.chosen.name)

    # Downloading or adding a model

    def add_file(self, path: Path) -> None:
        """Add a GGUF file to the models, as the selected one if its file is needed."""
        self._begin(
            path.name, tr("Copying and verifying ‘{name}’").format(name=isolated(path.name))
        )
        name = self.chosen.name if self.chosen is not None and self._needs_file else ""
        self._manager.registry.add_file(path, name)

    @property
    def _needs_file(self) -> bool:
        """Whether the user has to get the file of the selected model."""
        model = self.chosen
        return model is not None and model.is_supported and not (model.is_here or model.host)

    def _begin(self, name: str, words: str) -> None:
        self._pending, self._is_trying = name, False
        self.messages.withdraw()
        self.bar.setValue(0)
        self.progress.setText(words)
        self._show_chosen()

    def _fetch_or_cancel(self) -> None:
        if self._pending:
            self._manager.registry.cancel()
        elif self.chosen is not None:
            words = tr("Connecting to {host}").format(host=self.chosen.host)
            self._begin(self.chosen.name, words)
            self._manager.registry.fetch(self.chosen.name)

    def _choose_file(self) -> None:
        dialog = QFileDialog(self, tr("Add a model"))
        dialog.setNameFilter(tr("Models (*.gguf)"))
        dialog.fileSelected.connect(lambda path: self.add_file(Path(path)))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _on_event(self, event: ModelEvent) -> None:
        if isinstance(event, ModelFetchProgress):
            self._show_progress(event)
            return
        if isinstance(event, ModelTrialProgress):
            self.bar.setValue(round(event.done / max(event.all, 1) * _STEPS))
            return
        self._pending = ""
        if self._is_trying:
            self.table.setFocus()  # otherwise Enter would switch to the model
        if isinstance(event, ModelTried):
            self._results[event.name] = format_comparison(event.comparison)
            self._show_chosen()
            return
        if isinstance(event, ModelFetched):
            self._fill(event.name)
            self._show_message(tr("The model was added and verified."))
            return
        self._show_chosen()
        if event.message:
            self.messages.show_message(BarMessage(translated(event.message, event.hint)))
        else:
            words = tr("Download stopped. It can be resumed later.")
            self._show_message(tr("Comparison stopped.") if self._is_trying else words)

    def _show_progress(self, progress: ModelFetchProgress) -> None:
        share = progress.done_bytes / max(progress.all_bytes, 1)
        self.bar.setValue(round(share * _STEPS))
        if share >= 1:
            self.progress.setText(tr("Download complete. Verifying…"))
            return
        done, whole = file_size(progress.done_bytes), file_size(progress.all_bytes)
        words = tr("{done} of {all}, {percent}")
        self.progress.setText(words.format(done=done, all=whole, percent=percent(share)))

    def _show_message(self, words: str) -> None:
        self.messages.show_message(BarMessage(words, is_warning=False, is_passing=True))

    # Deleting a model

    def _ask_to_delete(self) -> None:
        """Ask whether to delete a model's file, stating the space this frees."""
        model = self.chosen
        if model is None:
            return
        box = QMessageBox(self)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(tr("Delete the model?"))
        words = tr("Deleting ‘{title}’ from this computer frees {size}.")
        box.setText(words.format(title=model.title, size=file_size(model.size_bytes)))
        box.setInformativeText(
            tr(
                "You must download or add it again before you can use it. Until then, other "
                "libraries that use it can be searched by keywords only."
            )
        )
        delete = box.addButton(tr("Delete"), QMessageBox.ButtonRole.DestructiveRole)
        cancel = box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(cancel)
        box.setEscapeButton(cancel)
        delete.clicked.connect(lambda: self._delete(model))
        box.open()

    def _delete(self, model: ModelListing) -> None:
        self.messages.withdraw_passing()
        try:
            freed = self._manager.registry.remove(model.name)
        except EngineError as error:
            message = BarMessage(translated(error.message, error.hint))
        else:
            words = tr("‘{title}’ was deleted, which freed {size}.")
            said = words.format(title=model.title, size=file_size(freed))
            message = BarMessage(said, is_warning=False, is_passing=True)
        self._fill("")
        # Otherwise the next button gets the focus, and Enter would start a download.
        self.table.setFocus()
        self.messages.show_message(message)

    @property
    def holds_work(self) -> bool:
        """Whether a download or comparison is running that closing would cancel."""
        return bool(self._pending)

    def done(self, result: int) -> None:
        """Cancel a running download or comparison when the dialog closes."""
        if self._pending:
            self._manager.registry.cancel()
        super().done(result)


def _upcoming(status: LibraryStatus) -> str:
    return status.upcoming.name if status.upcoming is not None else ""
