"""The models of this computer, for a window: listed, fetched and added in the background."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path

from engine.embedding.catalogue import ModelDescription
from engine.embedding.known_models import KnownModels
from engine.embedding.model_fetching import (
    FetchCancelledError,
    FetchCommands,
    ModelFetch,
    add_file,
)
from engine.model.errors import EngineError
from engine.model.model_listing import (
    ModelEvent,
    ModelFetched,
    ModelFetchFailed,
    ModelFetchProgress,
    ModelListing,
)

logger = logging.getLogger(__name__)


class BackgroundModelShelf:
    """Implements `engine.api.ModelShelf`; one model comes at a time."""

    def __init__(
        self,
        known: KnownModels,
        on_event: Callable[[ModelEvent], None],
        commands: FetchCommands | None = None,
    ) -> None:
        self._known = known
        self._on_event = on_event
        self._commands = commands or FetchCommands()
        self._fetch: ModelFetch | None = None
        self._thread: threading.Thread | None = None

    def listings(self) -> tuple[ModelListing, ...]:
        """Return every model."""
        return self._known.listings()

    def fetch(self, name: str) -> None:
        """Begin to fetch a model of the catalogue, unless one is coming; its end is told."""
        if self._is_busy:
            return

        def on_progress(done: int, whole: int) -> None:
            self._on_event(ModelFetchProgress(name, done, whole))

        def work() -> str:
            fetch.run()
            return name

        description = self._known.find(name)
        fetch = ModelFetch(description, self._known.models_dir, on_progress, self._commands)
        self._fetch = fetch
        self._start(name, work)

    def add_file(self, path: Path) -> None:
        """Begin to copy and check a GGUF file of the person's own; its end is told."""
        if self._is_busy:
            return

        def work() -> str:
            wanted = ModelDescription(name="", title="", languages="")
            return add_file(path, self._known, wanted, command=self._commands.probe).name

        self._start(path.name, work)

    def remove(self, name: str) -> int:
        """Delete a model's file and return how many bytes that frees; ModelError when it stays."""
        return self._known.remove(name)

    def cancel(self) -> None:
        """Stop what is being fetched."""
        if self._fetch is not None:
            self._fetch.cancel()

    def close(self) -> None:
        """Stop everything and wait for its end."""
        self.cancel()
        if self._thread is not None:
            self._thread.join()

    @property
    def _is_busy(self) -> bool:
        return self._thread is not None and self._thread.is_alive()

    def _start(self, name: str, work: Callable[[], str]) -> None:
        arguments = (name, work)
        thread = threading.Thread(target=self._run, args=arguments, name="models", daemon=True)
        self._thread = thread
        thread.start()

    def _run(self, name: str, work: Callable[[], str]) -> None:
        try:
            event: ModelEvent = ModelFetched(work())
        except FetchCancelledError:
            event = ModelFetchFailed(name, "")
        except EngineError as error:
            event = ModelFetchFailed(name, error.message, error.hint)
        except Exception as error:
            logger.exception("model %s cannot be added", name)
            message = f"The model cannot be added ({type(error).__name__})."
            event = ModelFetchFailed(name, message, "The log has the details.")
        self._on_event(event)
