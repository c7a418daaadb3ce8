"""The crossing point between the models' thread and the window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal

from engine.api import ModelEvent, ModelFetchProgress, ModelRegistry

OpenRegistry = Callable[[Callable[[ModelEvent], None]], ModelRegistry]


class ModelDesk(QObject):
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
