"""The server of the indexer process, which the window's process starts and sends requests to."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import BinaryIO

from twofold.engine.api import Event, EventCallback
from twofold.engine.service.engine import BackgroundEngine
from twofold.engine.service.messages import (
    OPENED,
    Line,
    as_line,
    as_message,
    event_message,
    request_of,
)

logger = logging.getLogger(__name__)


class IndexerServer:
    """Serves one engine to the process at the other end, until that process ends."""

    def __init__(self, requests: BinaryIO, events: BinaryIO) -> None:
        self._requests = requests
        self._events = events
        self._writing = threading.Lock()

    def serve(self, open_engine: Callable[[EventCallback], BackgroundEngine]) -> None:
        """Carry out requests until the input ends.

        Background work may still run then; exit the process with `end_process`.
        """
        engine = open_engine(self._send_event)
        opened = threading.Thread(target=self._report_opened, args=(engine,), daemon=True)
        opened.start()
        try:
            for line in self._requests:
                self._take_line(engine, line)
        finally:
            engine.prepare_exit()

    def _take_line(self, engine: BackgroundEngine, line: bytes) -> None:
        try:
            message = as_message(line)
        except ValueError:  # the window was killed while writing
            logger.warning("invalid line")
            return
        if "hold" in message:
            engine.hold_background_work(float(message["hold"]))
            return
        request = request_of(message)
        if request is None:
            logger.warning("unknown message: %s", list(message))
            return
        engine.carry_out(*request)

    def _report_opened(self, engine: BackgroundEngine) -> None:
        engine.wait_until_opened()
        self._send(OPENED)

    def _send_event(self, event: Event) -> None:
        self._send(event_message(event))

    def _send(self, message: Line) -> None:
        with self._writing:
            try:
                self._events.write(as_line(message))
                self._events.flush()
            except (OSError, ValueError):
                # The window has exited. Its requests end too, which stops this process.
                logger.debug("the window has closed the connection")
