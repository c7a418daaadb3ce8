"""Changes of a library while another process has it open for writing.

The writing process listens on a local socket (a named pipe on Windows) and carries out the changes
that other processes of the user send. The file `changes.json` in the library, which only the user
can read, contains the address and a key, which both sides prove to know.
"""

from __future__ import annotations

import json
import logging
import os
import secrets
import shutil
import socket
import sys
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import AuthenticationError  # noqa: TID251 (starts no process)
from multiprocessing.connection import Client, Connection, Listener  # noqa: TID251 (as above)
from pathlib import Path
from typing import Any

from twofold.engine.api import (
    BadRequestError,
    EngineError,
    Event,
    EventCallback,
    Request,
    RequestDone,
    RequestFailed,
)
from twofold.engine.model.localized import Message, message
from twofold.engine.service.messages import (
    as_line,
    as_message,
    event_message,
    event_of,
    request_message,
    request_of,
)
from twofold.engine.service.routes import ROUTES

logger = logging.getLogger(__name__)

# Carries out a change on the thread of its route, and sends one event.
Submit = Callable[[Request, EventCallback], None]

_FILE = "changes.json"
_SOCKET = "changes.socket"
_MAX_BYTES = 4_000_000
_KEY_BYTES = 32
_MAX_FILE_BYTES = 10_000
_LOCAL_PIPE = "\\\\.\\pipe\\"
_MAX_CONNECTIONS = 16
_SECONDS_BETWEEN_WAITS = 0.5
_SECONDS_TO_CLOSE = 1.0
_SECONDS_TO_CONNECT = 0.5
# The limit for the path of a socket: 108 bytes with the final 0 on Linux, 104 on macOS.
_MAX_PATH = 103
_NO_WRITER = (
    OSError,
    EOFError,
    ValueError,
    KeyError,
    TypeError,
    RecursionError,
    AuthenticationError,
)


class ChangeServer:
    """Receives changes from other processes until `close`. `folder` is that of the library."""

    def __init__(self, folder: Path, submit: Submit) -> None:
        self._submit = submit
        self._file = folder / _FILE
        self._key = secrets.token_bytes(_KEY_BYTES)
        self._closing = threading.Event()
        self._own_folder: Path | None = None
        self._listener = self._listen(folder)
        self._places = threading.BoundedSemaphore(_MAX_CONNECTIONS)
        self._write_address()
        self._thread = threading.Thread(target=self._accept, name="changes", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening. Changes in progress are still answered by their threads."""
        self._closing.set()
        with suppress(*_NO_WRITER):  # wakes up the thread, which may have ended
            Client(self._listener.address).close()
        self._thread.join(_SECONDS_TO_CLOSE)  # a stopped client may hold it
        self._listener.close()
        with suppress(OSError):
            self._file.unlink()
        if self._own_folder is not None:
            shutil.rmtree(self._own_folder, ignore_errors=True)

    def _listen(self, folder: Path) -> Listener:
        if sys.platform == "win32":
            return Listener(None, "AF_PIPE", authkey=self._key)
        path = folder / _SOCKET
        if len(os.fsencode(path)) <= _MAX_PATH:
            with suppress(OSError):
                path.unlink(missing_ok=True)  # of a killed process; this one holds the lock
                listener = Listener(str(path), "AF_UNIX", authkey=self._key)
                path.chmod(0o600)
                return listener
        # File systems without sockets, and long paths. Only the user may enter the folder.
        self._own_folder = Path(tempfile.mkdtemp(prefix="twofold-"))
        return Listener(str(self._own_folder / _SOCKET), "AF_UNIX", authkey=self._key)

    def _write_address(self) -> None:
        described = {"address": self._listener.address, "key": self._key.hex()}
        temporary = self._file.with_name(f"{_FILE}.tmp")
        with suppress(OSError):
            temporary.unlink()
        handle = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(described, file)
        temporary.replace(self._file)

    def _accept(self) -> None:
        while not self._closing.is_set():
            try:
                connection = self._listener.accept()
            except _NO_WRITER as error:
                logger.info("a connection was refused: %s", type(error).__name__)
                # A client may leave at once. Too many open files, for example, last longer.
                if isinstance(error, OSError) and not isinstance(error, ConnectionError):
                    self._closing.wait(_SECONDS_BETWEEN_WAITS)
                continue
            if self._closing.is_set() or not self._places.acquire(blocking=False):
                connection.close()
                continue
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: Connection) -> None:
        answered = threading.Event()

        def answer(event: Event) -> None:
            with suppress(OSError):
                connection.send_bytes(as_line(event_message(event)))
            answered.set()

        try:
            received = request_of(as_message(connection.recv_bytes(_MAX_BYTES)))
            if received is None or not ROUTES[type(received[1])].is_relayed:
                raise ValueError("not a change")
            self._submit(received[1], answer)
            answered.wait()
        except _NO_WRITER as error:
            logger.warning("an invalid change was received: %s", type(error).__name__)
        finally:
            connection.close()
            self._places.release()


def _address(file: Path) -> tuple[str, bytes]:
    """Return the address and the key in `file`.

    Raise one of _NO_WRITER if this user's Twofold did not write the file: a library may have been
    copied from elsewhere.
    """
    with file.open("rb") as opened:
        described = json.loads(opened.read(_MAX_FILE_BYTES))
    address, key = described["address"], bytes.fromhex(described["key"])
    if sys.platform == "win32":
        if not str(address).startswith(_LOCAL_PIPE):
            raise ValueError("not a pipe of this computer")
        return address, key
    for path in (file, Path(address)):
        if path.lstat().st_uid != os.geteuid() or path.name not in {_FILE, _SOCKET}:
            raise ValueError("not written by this user")
    return address, key


def _connected(file: Path) -> Any:  # noqa: ANN401 (the type depends on the platform)
    """Return a connection to the process that wrote `file`; raise one of _NO_WRITER."""
    address, key = _address(file)
    return Client(address, "AF_PIPE" if sys.platform == "win32" else "AF_UNIX", authkey=key)


def has_writer(folder: Path) -> bool:
    """Return whether a process of this computer accepts changes of the library in `folder`.

    On a shared drive, the file may be of another computer.
    """
    try:
        address, _ = _address(folder / _FILE)
        if sys.platform == "win32":
            return Path(address).exists()
        with socket.socket(socket.AF_UNIX) as tried:
            tried.settimeout(_SECONDS_TO_CONNECT)
            tried.connect(address)
    except _NO_WRITER:
        return False
    return True


def send_change(
    folder: Path, request: Request, is_closing: Callable[[], bool] = lambda: False
) -> Message | None:
    """Send a change to the process that writes to a library and return its message.

    Return None if there is no such process, or if it does not accept this change. Raise EngineError
    if the change failed there. Once `is_closing` returns True, the answer is not waited for.
    """
    if not ROUTES[type(request)].is_relayed:
        return None
    try:
        connection = _connected(folder / _FILE)
    except _NO_WRITER as error:
        logger.info("no process accepts changes: %s", type(error).__name__)
        return None
    with connection:
        try:
            connection.send_bytes(as_line(request_message(0, request)))
            while not connection.poll(_SECONDS_BETWEEN_WAITS):
                if is_closing():
                    return message("The other Twofold process continues with this change.")
            event = event_of(as_message(connection.recv_bytes(_MAX_BYTES)))
        except _NO_WRITER as error:
            raise EngineError(
                message("The other Twofold process ended before it answered."),
                message("Try again."),
            ) from error
    if isinstance(event, RequestFailed):
        problem = BadRequestError if event.is_bad_request else EngineError
        raise problem(event.message, event.hint)
    return event.message if isinstance(event, RequestDone) else None
