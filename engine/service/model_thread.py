"""Loading the embedding model beside everything else: keywords answer meanwhile."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable

from engine.embedding.catalogue import title_of
from engine.embedding.ports import Embedder
from engine.model.errors import EngineError
from engine.model.messages import ModelStatus

logger = logging.getLogger(__name__)

Progress = Callable[[str], None]
EmbedderLoader = Callable[[str, Progress], Embedder]


class ModelThread:
    """Loads one model after another on a thread of its own.

    `on_change` is called on that thread with every new status. A loaded model waits in `take`
    until the indexing thread fetches it and calls `settle`, which lets waiting searches go on.
    """

    def __init__(self, load: EmbedderLoader, on_change: Callable[[ModelStatus], None]) -> None:
        self._load = load
        self._on_change = on_change
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._arrived: Embedder | None = None
        self._settled = threading.Event()
        self._waiting: deque[str] = deque()
        self._queueing = threading.Lock()
        self._is_running = self._is_ended = False

    def start(self, name: str) -> None:
        """Load the model called `name`, after those that were asked for before.

        Returns at once: to make a model takes half a minute, in which a person changes things.
        """
        with self._queueing:
            if self._is_ended:
                return
            self._settled.clear()
            self._waiting.append(name)
            if not self._is_running:
                self._begin()

    def end(self) -> None:
        """Load nothing more after the model that is being loaded, and let nobody wait for it."""
        with self._queueing:
            self._is_ended = True
            self._waiting.clear()
            self._settled.set()

    def take(self) -> Embedder | None:
        """Return the model that was loaded since the last call, if any."""
        with self._lock:
            embedder, self._arrived = self._arrived, None
            return embedder

    def settle(self) -> None:
        """Meaning can be searched now, or is known to be unavailable."""
        self._settled.set()

    def wait(self, seconds: float) -> None:
        """Wait until the model has settled, but not longer."""
        self._settled.wait(seconds)

    def join(self, patience: float | None = None) -> None:
        """Wait until nothing is being loaded, `patience` seconds at most (None: for good)."""
        if self._thread is not None:
            self._thread.join(patience)

    def _begin(self) -> None:
        if self._thread is not None:
            self._thread.join()  # it has nothing left to load
        self._thread = threading.Thread(target=self._run, name="model", daemon=True)
        self._thread.start()
        self._is_running = True

    def _run(self) -> None:
        while (name := self._next()) is not None:
            try:
                self._load_one(name)
            except Exception:  # others wait to be loaded
                logger.exception("the state of model %s cannot be told", name)

    def _next(self) -> str | None:
        with self._queueing:
            self._is_running = bool(self._waiting)
            return self._waiting.popleft() if self._waiting else None

    def _load_one(self, name: str) -> None:
        title = name
        try:
            title = title_of(name)
            self._on_change(ModelStatus(name, title))
            embedder = self._load(name, logger.info)
        except EngineError as error:
            logger.info("model %s: %s", name, error.message)
            self._on_change(ModelStatus(name, title, problem=f"{error.message} {error.hint}"))
        except Exception as error:
            logger.exception("model %s cannot be loaded", name)
            problem = f"The model cannot be loaded ({type(error).__name__})."
            self._on_change(ModelStatus(name, title, problem=problem))
        else:
            status = ModelStatus(name, title, embedder.dimension, embedder.fingerprint, ready=True)
            with self._lock:  # whoever takes it knows its status
                displaced, self._arrived = self._arrived, embedder
                self._on_change(status)
            if displaced is not None:
                displaced.close()
