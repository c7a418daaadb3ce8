"""The meaning models: their registry on the UI thread, and what they are and cost, in words."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal

from engine.api import LibraryStatus, ModelEvent, ModelFetchProgress, ModelListing, ModelRegistry
from ui.i18n import counts
from ui.i18n.formatting import duration, file_size
from ui.i18n.translation import tr

ListModels = Callable[[], tuple[ModelListing, ...]]


OpenRegistry = Callable[[Callable[[ModelEvent], None]], ModelRegistry]


class ModelManager(QObject):
    """Tells on the UI thread what the registry tells on its own.

    Signals:
        progressed: a `ModelFetchProgress`.
        ended: the `ModelFetched` or `ModelFetchFailed` of what was begun last.
    """

    progressed = Signal(object)
    ended = Signal(object)
    _posted = Signal(object)

    def __init__(self, open_registry: OpenRegistry, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._posted.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._open_registry = open_registry
        self._registry: ModelRegistry | None = None

    @property
    def registry(self) -> ModelRegistry:
        """The models; opened when they are first asked for, as few starts need them."""
        if self._registry is None:
            self._registry = self._open_registry(self._posted.emit)
        return self._registry

    def close(self) -> None:
        """Stop what is being fetched."""
        if self._registry is not None:
            self._registry.close()

    def _deliver(self, event: ModelEvent) -> None:
        if isinstance(event, ModelFetchProgress):
            self.progressed.emit(event)
        else:
            self.ended.emit(event)


_MUCH_LARGER = 2


def cost_in_words(status: LibraryStatus, *, is_larger: bool = False) -> str:
    """Say what reading everything by meaning again means, with the pace that was measured."""
    passages = counts.passages(status.chunks)
    rate = status.embedding_rate
    if rate <= 0:
        words = tr(
            "All {passages} are read by meaning again; until then the present model answers."
        )
        return words.format(passages=passages)
    words = tr(
        "All {passages} are read by meaning again, which takes about {time}; until then the "
        "present model answers."
    )
    if is_larger:
        words = tr(
            "All {passages} are read by meaning again, which takes well over {time}, as this "
            "model is larger; until then the present model answers."
        )
    return words.format(passages=passages, time=duration(status.chunks / rate))


def is_much_larger(model: ModelListing, than: ModelListing | None) -> bool:
    """Say whether a model's file is so much larger that it is surely slower."""
    return than is not None and 0 < than.size_bytes * _MUCH_LARGER < model.size_bytes


def file_in_words(model: ModelListing) -> str:
    """Say what has to be done for a model's file."""
    if model.is_ready:
        return tr("Its file is here and is checked before it is used.")
    if model.host:
        words = tr(
            "Its file is not on this computer. It would be fetched from {host}: {size}, under the "
            "licence {licence}. Only the file's name and the versions of the programs involved "
            "are sent there; nothing else in Twofold uses the network."
        )
        size = file_size(model.size_bytes)
        return words.format(host=model.host, size=size, licence=model.license)
    return tr("Its file is made first, from what is installed, and checked.")


def state_in_words(model: ModelListing, used: str, upcoming: str = "") -> str:
    """Return the state of a model in a word or two."""
    if model.name == used:
        return tr("in use")
    if model.name == upcoming:
        return tr("being prepared")
    if model.is_ready:
        return tr("ready")
    return tr("to be fetched") if model.host else tr("installed")
