"""The indexer's side of the pipe: requests in on one stream, events out on another."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO, NoReturn

from engine.api import Event, EventCallback
from engine.service.engine import BackgroundEngine
from engine.service.indexer_protocol import (
    OPENED,
    Message,
    as_line,
    as_message,
    event_message,
    request_of,
)

logger = logging.getLogger(__name__)

# To make a model may take half a minute, in which nobody would know what still runs.
_MODEL_PATIENCE = 0.1


def leave() -> NoReturn:
    """End this process and its children at once, whatever they still do: all work is saved."""
    import psutil  # noqa: PLC0415 (needed once)

    with suppress(psutil.Error):
        for child in psutil.Process().children(recursive=True):
            child.kill()
    logging.shutdown()
    os._exit(0)


class IndexerService:
    """Serves one engine to the process at the other end; ends when that process does."""

    def __init__(self, requests: BinaryIO, events: BinaryIO) -> None:
        self._requests = requests
        self._events = events
        self._writing = threading.Lock()

    def serve(self, open_engine: Callable[[EventCallback], BackgroundEngine]) -> None:
        """Carry out requests until the stream of requests ends.

        A model that is being made then is left where it is: the process is to `leave`.
        """
        engine = open_engine(self._send_event)
        opened = threading.Thread(target=self._tell_opened, args=(engine,), daemon=True)
        opened.start()
        try:
            for line in self._requests:
                self._take_line(engine, line)
        finally:
            engine.close(_MODEL_PATIENCE)
            opened.join()

    def _take_line(self, engine: BackgroundEngine, line: bytes) -> None:
        try:
            message = as_message(line)
        except ValueError:  # a window that was killed while it wrote
            logger.warning("a line that is no message")
        else:
            self._take(engine, message)

    def _take(self, engine: BackgroundEngine, message: Message) -> None:
        if "hold" in message:
            engine.hold_background_work(float(message["hold"]))
            return
        request = request_of(message)
        if request is None:
            logger.warning("a message that is no request: %s", list(message))
            return
        engine.carry_out(*request)

    def _tell_opened(self, engine: BackgroundEngine) -> None:
        engine.wait_until_opened()
        self._send(OPENED)

    def _send_event(self, event: Event) -> None:
        message = event_message(event)
        if message is not None:
            self._send(message)

    def _send(self, message: Message) -> None:
        with self._writing:
            try:
                self._events.write(as_line(message))
                self._events.flush()
            except (OSError, ValueError):
                # The window is gone; its end of the requests ends too, and that stops us.
                logger.debug("nobody listens any more")
