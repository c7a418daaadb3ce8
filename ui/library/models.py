"""Embedding models: the registry, the cost of using one, and the panel of the current model."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QWidget,
)

from twofold.engine.api import (
    LibraryStatus,
    ModelComparison,
    ModelEvent,
    ModelListing,
    ModelRegistry,
    ModelVerdict,
)
from twofold.ui.i18n import counts
from twofold.ui.i18n.formatting import decimal, duration, file_size, grouped, percent
from twofold.ui.i18n.library_texts import upcoming_time_left
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.theme import Theme
from twofold.ui.widgets.decoration import make_label
from twofold.ui.widgets.wheel import scroll_past

OpenRegistry = Callable[[Callable[[ModelEvent], None]], ModelRegistry]


class ModelManager(QObject):
    """Opens the registry of models on first use, because few sessions need it.

    Signals:
        event_received: a `ModelEvent` of the registry, emitted from another thread.
    """

    event_received = Signal(object)

    def __init__(self, open_registry: OpenRegistry, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open_registry = open_registry
        self._registry: ModelRegistry | None = None

    @property
    def registry(self) -> ModelRegistry:
        """The registry of models."""
        if self._registry is None:
            self._registry = self._open_registry(self.event_received.emit)
        return self._registry

    def close(self) -> None:
        """Cancel a running download."""
        if self._registry is not None:
            self._registry.close()


_MUCH_LARGER = 2


def format_cost(status: LibraryStatus, *, is_larger: bool = False) -> str:
    """Return what embedding everything again costs, based on the measured rate."""
    passages = counts.passages(status.chunks)
    rate = status.embedding_rate
    if rate <= 0:
        words = tr(
            "All {passages} must be indexed by meaning again. "
            "The current model stays in use until then."
        )
        return words.format(passages=passages)
    words = tr(
        "All {passages} must be indexed by meaning again, which takes about {time}. "
        "The current model stays in use until then."
    )
    if is_larger:
        words = tr(
            "All {passages} must be indexed by meaning again, which takes well over {time} "
            "because this model is larger. The current model stays in use until then."
        )
    return words.format(passages=passages, time=duration(status.chunks / rate))


def is_much_larger(model: ModelListing, than: ModelListing | None) -> bool:
    """Return whether a model's file is so much larger that it is certainly slower."""
    return than is not None and 0 < than.size_bytes * _MUCH_LARGER < model.size_bytes


def format_file_state(model: ModelListing) -> str:
    """Return what has to be done to get a model's file."""
    if not model.is_supported:
        return tr("This version of Twofold does not support the model yet.")
    if model.is_ready:
        return tr("The model is on this computer. It is verified before use.")
    if model.host:
        words = tr(
            "The model is not on this computer. It can be downloaded from {host} ({size}, "
            "license: {licence}). Only the file name and the versions of the programs involved "
            "are sent."
        )
        size = file_size(model.size_bytes)
        return words.format(host=model.host, size=size, licence=model.license)
    if not model.is_here:
        words = tr("The model is not on this computer. Get a GGUF file from {page} and add it.")
        return words.format(page=model.page)
    return tr("The model is first built from installed files and verified.")


def format_facts(model: ModelListing) -> str:
    """Return what is published about a model: quality, dimensions, limits of the licence."""
    facts = [
        tr("Published quality: {quality}").format(quality=translated(model.quality))
        if model.quality
        else "",
        tr("Dimensions: {n}").format(n=grouped(model.cut_to or model.dimension))
        if model.dimension
        else "",
        translated(model.restriction),
    ]
    return " \u00b7 ".join(filter(None, facts))


def format_comparison(comparison: ModelComparison) -> str:
    """Return what a model found in this library, compared with the one in use, and its cost."""
    tried = comparison.tried
    words = {
        ModelVerdict.BETTER: tr(
            "In your library, it finds more than the model in use: nearer to the top {better} "
            "times, further away {worse} times."
        ),
        ModelVerdict.WORSE: tr(
            "In your library, it finds less than the model in use: nearer to the top {better} "
            "times, further away {worse} times."
        ),
        ModelVerdict.SIMILAR: tr(
            "In your library, there is no clear difference to the model in use: nearer to the top "
            "{better} times, further away {worse} times."
        ),
        ModelVerdict.ALONE: tr("In your library, the passage of a sentence is the first {first}."),
    }[comparison.verdict]
    verdict = words.format(
        better=grouped(comparison.better),
        worse=grouped(comparison.worse),
        first=percent(tried.found_first),
    )
    if not tried.dimension:  # a reranking model
        seconds = decimal(tried.query_ms / 1000, 1)
        cost = tr("Reranking ten passages takes {seconds} s.").format(seconds=seconds)
    else:
        cost = tr("Embedding the library takes about {time}.").format(
            time=duration(tried.library_seconds)
        )
    return f"{verdict} {cost}"


_MIN_CHOICE = 160
_MIN_WORDS = 280


class ModelPanel(QFrame):
    """The current model, a choice of models, and the cost of the selected one, in one or two rows.

    `use_model` is called with the name of the selected model.
    """

    def __init__(
        self,
        theme: Theme,
        use_model: Callable[[str], None],
        manager: ModelManager,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme, self._use_model, self._manager = theme, use_model, manager
        self._status = LibraryStatus()
        self.setProperty("surface", "panel")
        self._sign = QLabel(self)
        self._words = make_label(theme, self, wrap=True)
        self.choice = QComboBox(self)
        self.choice.setAccessibleName(tr("Semantic model"))
        scroll_past(self.choice)
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.choice.setMinimumWidth(_MIN_CHOICE)
        self.use = QPushButton(tr("Use this model"), self)
        self.more = QPushButton(tr("Models…"), self)
        said = QHBoxLayout()
        said.setSpacing(12)
        said.addWidget(self._sign)
        said.addWidget(self._words, 1)
        self._tools = QHBoxLayout()
        self._tools.setSpacing(12)
        for part in (self.choice, self.use, self.more):
            self._tools.addWidget(part)
        self._rows = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._rows.setContentsMargins(16, 10, 16, 10)
        self._rows.setSpacing(12)
        self._rows.addLayout(said, 1)
        self._rows.addLayout(self._tools)
        self.choice.currentIndexChanged.connect(lambda _: self._show())
        self.use.clicked.connect(self._use_chosen)
        theme.changed.connect(self._show)
        self._show()

    @property
    def words(self) -> str:
        """The text that is shown."""
        return self._words.text()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Move the choice below the text if both do not fit in one row."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        self._tools.invalidate()  # its size hint is outdated after changes of visibility or text
        is_wide = self.width() >= self._tools.sizeHint().width() + _MIN_WORDS
        sides, below = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._rows.setDirection(sides if is_wide else below)
        edge = Qt.AlignmentFlag.AlignRight if not is_wide else Qt.AlignmentFlag(0)
        self._rows.setAlignment(self._tools, edge)

    def refresh(self) -> None:
        """List the models on this computer; requires disk access."""
        blocker = QSignalBlocker(self.choice)
        self.choice.clear()
        for model in self._manager.registry.listings():
            if model.is_usable and not model.ranks:
                self.choice.addItem(f"{model.title} ({translated(model.languages)})", model)
        self._choose(self._status.model.name)
        blocker.unblock()
        self._show()

    def show_status(self, status: LibraryStatus) -> None:
        """Handle a new library status."""
        before, self._status = self._status, status
        if before.model.name != status.model.name:
            self._choose(status.model.name)
        self._show()

    def _choose(self, name: str) -> None:
        for place in range(self.choice.count()):
            if self.choice.itemData(place).name == name:
                self.choice.setCurrentIndex(place)

    def _show(self) -> None:
        chosen = self.choice.currentData()
        model, coming = self._status.model, self._status.upcoming
        is_other = isinstance(chosen, ModelListing) and chosen.name != model.name
        has_choice, keeps = self.choice.count() > 1, coming is not None and bool(model.name)
        self.choice.setVisible(has_choice)
        self.choice.setEnabled(has_choice and coming is None)
        self.choice.setToolTip(self.choice.currentText())
        self.use.setVisible(has_choice or keeps)
        self.use.setEnabled(keeps or is_other)
        self.use.setText(tr("Keep the current model") if keeps else tr("Use this model"))
        icon, tone = ("triangle-alert", "warn") if model.problem else ("circle-check", "ok")
        self._sign.setPixmap(self._theme.pixmap(icon, tone, 16, self.devicePixelRatioF()))
        self._sign.setVisible(model.ready or bool(model.problem))
        if coming is not None:
            words = tr("{title} is being prepared: {done} of {passages}.")
            shown = words.format(
                title=coming.title,
                done=grouped(coming.vectors_ready),
                passages=counts.passages(coming.vectors_ready + coming.vectors_pending),
            )
            left = upcoming_time_left(self._status)
            shown = f"{shown.removesuffix('.')}, {left}." if left else shown
        elif is_other:
            shown = f"{format_cost(self._status)} {format_file_state(chosen)}"
        elif model.problem:
            shown = translated(model.problem)
        elif not model.ready:
            shown = tr("The semantic model is loading.")
        else:
            words = tr("{title} is in use and was verified.")
            shown = words.format(title=model.title or model.name)
        self._words.setText(shown)
        self._arrange()

    def _use_chosen(self) -> None:
        chosen = self.choice.currentData()
        if self._status.upcoming is not None:
            self._use_model(self._status.model.name)
        elif isinstance(chosen, ModelListing):
            self._use_model(chosen.name)
