"""An engine that is still being opened: the window shows at once, requests wait their turn."""

from __future__ import annotations

import dataclasses
import itertools
import logging
import threading
from collections.abc import Callable

from engine.api import (
    Engine,
    EngineError,
    Event,
    EventCallback,
    Notice,
    Request,
    RequestFailed,
    StatusChanged,
)

_log = logging.getLogger(__name__)

OpenEngine = Callable[[EventCallback], Engine]


class OpeningEngine:
    """Opens an engine on a thread of its own and is that engine from the first moment on.

    Opening may check, repair or rebuild a library, which takes long for a large one. Requests get
    their ids here; they are handed on in order once the engine is open. When it cannot be opened
    a Notice says why and every request fails with that sentence.
    """

    def __init__(self, open_engine: OpenEngine, on_event: EventCallback) -> None:
        self._open_engine = open_engine
        self._on_event = on_event
        self._ids = itertools.count(1)
        self._lock = threading.RLock()
        self._waiting: list[tuple[int, Request]] = []
        self._own_ids: dict[int, int] = {}
        self._engine: Engine | None = None
        self._failure: EngineError | None = None
        self._thread = threading.Thread(target=self._open, name="opening the library")
        self._thread.start()

    def submit(self, request: Request) -> int:
        """Queue a request and return its id."""
        own_id = next(self._ids)
        with self._lock:
            if self._engine is not None:
                self._hand_on(self._engine, own_id, request)
            elif self._failure is None:
                self._waiting.append((own_id, request))
            else:
                self._fail(own_id, self._failure)
        return own_id

    def close(self) -> None:
        """Wait until opening has ended, then close the engine."""
        self._thread.join()
        if self._engine is not None:
            self._engine.close()

    def _open(self) -> None:
        try:
            engine = self._open_engine(self._forward)
        except EngineError as error:
            _log.warning("the library cannot be opened: %s", error.message)
            self._give_up(error)
            return
        except Exception:
            self._give_up(EngineError("The library cannot be opened.", "The log says why."))
            raise
        with self._lock:
            self._engine = engine
            for own_id, request in self._waiting:
                self._hand_on(engine, own_id, request)
            self._waiting.clear()

    def _give_up(self, error: EngineError) -> None:
        with self._lock:
            self._failure = error
            self._on_event(Notice(error.message, error.hint, is_warning=True))
            for own_id, _request in self._waiting:
                self._fail(own_id, error)
            self._waiting.clear()

    def _hand_on(self, engine: Engine, own_id: int, request: Request) -> None:
        """Submit under the lock, so that no answer comes before its id is known."""
        self._own_ids[engine.submit(request)] = own_id

    def _fail(self, own_id: int, error: EngineError) -> None:
        self._on_event(RequestFailed(own_id, error.message, error.hint))

    def _forward(self, event: Event) -> None:
        if not isinstance(event, StatusChanged | Notice):
            with self._lock:
                own_id = self._own_ids.pop(event.request_id, None)
            if own_id is None:
                _log.warning("an answer to no request: %s", type(event).__name__)
                return
            event = dataclasses.replace(event, request_id=own_id)
        self._on_event(event)
