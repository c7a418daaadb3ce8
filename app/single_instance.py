"""One window a library: a second start raises the first and hands its query over.

`twofold search` has the window answer, too.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from threading import Thread

from PySide6.QtCore import QLockFile, QObject, QThread, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from twofold.app.instance_message import (
    MOST_BYTES,
    STILL_SEARCHING,
    InstanceMessage,
    answer_line,
    instance_socket,
    search_of,
)
from twofold.engine.api import (
    LibraryStatus,
    ModelStatus,
    RequestFailed,
    SearchFinished,
    SearchRequest,
    SearchResponse,
)
from twofold.ui.client import EngineClient

_PATIENCE_MS = 1_000
_TRIES = 20
# Not that no lock can be made, as in a folder that is not there.
_HELD_BY_ANOTHER = QLockFile.LockError.LockFailedError
# A start sends its message at once and hangs up. What does neither is no start.
_MOST_CONNECTIONS = 8
# Who asked for a search has searched without the window by then.
_LONGEST_SEARCH_MS = 10_000
_PULSE_MS = 500


class SingleInstance(QObject):
    """Listens for later starts with the same library, of the same person only.

    Signals:
        asked: a later start wants the window; the query it was started with, '' for none.
        quick_asked: a later start wants the quick search.
    """

    asked = Signal(str)
    quick_asked = Signal()
    _answer_written = Signal(int, bytes)

    def __init__(self, library: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._place = instance_socket(library)
        # Windows wants the bare name of a pipe, Unix the path of a socket.
        place = self._place or Path()
        self._name = place.name if sys.platform == "win32" else str(place)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)
        # Of two starts at the same moment neither would find the other's server.
        self._lock = QLockFile(f"{self._place}.lock")
        self._read: dict[QLocalSocket, bytes] = {}
        self._waiting: set[QLocalSocket] = set()  # of these, those of the last time it was looked
        self._client: EngineClient | None = None
        self._numbers = count(1)
        self._searches: dict[int, QLocalSocket] = {}  # that the engine is to answer
        self._answer_written.connect(self._send_answer)
        self._model = ModelStatus("", "")
        self._for_model: dict[int, SearchRequest] = {}  # those that wait until it is loaded
        self._pulse = QTimer(self, interval=_PULSE_MS)
        self._pulse.timeout.connect(self._tell_that_searching)
        self._patience = QTimer(self, interval=_PATIENCE_MS)
        self._patience.timeout.connect(self._close_silent)

    def claim(self, query: str = "", *, quick: bool = False) -> bool:
        """Return True when this is the first window; else tell the one there is what is wanted."""
        if self._place is None:
            return True
        message = InstanceMessage.of_this_start(query=query, quick=quick)
        if self._hand_over(message):
            return False
        is_another = not self._lock.tryLock(0) and self._lock.error() is _HELD_BY_ANOTHER
        for _ in range(_TRIES if is_another else 0):  # a window is being opened at this moment
            if self._hand_over(message):
                return False
            QThread.msleep(_PATIENCE_MS // _TRIES)
        if not self._server.listen(self._name):
            QLocalServer.removeServer(self._name)  # one that was killed leaves its name behind
            self._server.listen(self._name)
        return True

    def answer_searches(self, client: EngineClient) -> None:
        """Have the engine of `client` answer the searches of commands; until then none is."""
        self._client = client
        if client is not None:
            client.status_changed.connect(self._on_status)

    def close(self) -> None:
        """Give the name back."""
        self._server.close()
        self._lock.unlock()

    def _hand_over(self, message: InstanceMessage) -> bool:
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(_PATIENCE_MS):
            return False
        socket.write(message.as_line())
        socket.waitForBytesWritten(_PATIENCE_MS)
        socket.disconnectFromServer()
        return True

    def _on_connection(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            if len(self._read) + len(self._searches) >= _MOST_CONNECTIONS:
                socket.deleteLater()
                continue
            self._read[socket] = b""
            socket.setReadBufferSize(MOST_BYTES)
            # Methods, not functions that hold this object: it may go before the socket does.
            socket.readyRead.connect(self._on_ready_read)
            socket.disconnected.connect(self._on_disconnected)
        self._on_ready_read()
        if self._read and not self._patience.isActive():
            self._patience.start()

    def _close_silent(self) -> None:
        """Close the connections that were there a moment ago and have still not said anything."""
        for socket in self._waiting.intersection(self._read):
            self._forget(socket)
        self._waiting = set(self._read)
        if not self._waiting:
            self._patience.stop()

    def _on_ready_read(self) -> None:
        for socket in list(self._read):
            if socket in self._read and socket.bytesAvailable():
                self._read_from(socket)

    def _on_disconnected(self) -> None:
        for socket in list(self._read):
            if socket.state() is QLocalSocket.LocalSocketState.UnconnectedState:
                self._forget(socket)
        for number, socket in list(self._searches.items()):
            if socket.state() is QLocalSocket.LocalSocketState.UnconnectedState:
                self._end_search(number)

    def _read_from(self, socket: QLocalSocket) -> None:
        self._read[socket] += bytes(socket.read(MOST_BYTES).data())
        line, end, _ = self._read[socket].partition(b"\n")
        if end or len(line) >= MOST_BYTES:
            search = search_of(line[:MOST_BYTES])
            if search is not None and self._client is not None:
                self._search(self._client, socket, search)
                return
            self._forget(socket)
            message = InstanceMessage.from_line(line[:MOST_BYTES])
            if message is None:
                return
            message.use_token()
            if message.quick:
                self.quick_asked.emit()
            else:
                self.asked.emit(message.query)

    def _forget(self, socket: QLocalSocket) -> None:
        if self._read.pop(socket, None) is not None:
            socket.deleteLater()

    def _search(self, client: EngineClient, socket: QLocalSocket, request: SearchRequest) -> None:
        """Have a search answered, and tell the command that it is being answered meanwhile."""
        number = next(self._numbers)
        self._searches[number] = socket
        del self._read[socket]
        self._ask(client, number, request)
        QTimer.singleShot(_LONGEST_SEARCH_MS, socket, partial(self._end_search, number))
        self._tell_that_searching()
        self._pulse.start()

    def _ask(self, client: EngineClient, number: int, request: SearchRequest) -> None:
        """Ask the engine as a client of its own: no search of the window is replaced.

        What could not be searched without the model is searched again when that is loaded.
        """

        def on_failure(_failed: RequestFailed) -> None:  # the command finds out itself, and says it
            self._end_search(number)

        def on_found(found: SearchFinished) -> None:
            if found.response.warnings and not (self._model.ready or self._model.problem):
                self._for_model[number] = request
                return
            writing = partial(self._write_answer, number, found.response)
            with suppress(RuntimeError):  # the system gives no further thread
                Thread(target=writing, name="answer", daemon=True).start()

        if socket := self._searches.get(number):
            client.request(request, socket, on_found, on_failure, caller=f"command {number}")

    def _on_status(self, status: LibraryStatus) -> None:
        self._model = status.model
        if self._client is not None and (self._model.ready or self._model.problem):
            waiting, self._for_model = self._for_model, {}
            for number, request in waiting.items():
                self._ask(self._client, number, request)

    def _tell_that_searching(self) -> None:
        for socket in self._searches.values():
            if socket.state() is QLocalSocket.LocalSocketState.ConnectedState:
                socket.write(STILL_SEARCHING)
        if not self._searches:
            self._pulse.stop()

    def _write_answer(self, number: int, response: SearchResponse) -> None:
        """Write an answer on a thread: thousands of values take a moment."""
        line = answer_line(response)
        with suppress(RuntimeError):  # the window has been closed
            self._answer_written.emit(number, line)

    def _send_answer(self, number: int, line: bytes) -> None:
        if socket := self._searches.get(number):
            socket.write(line)
            socket.disconnectFromServer()

    def _end_search(self, number: int) -> None:
        if socket := self._searches.pop(number, None):
            socket.deleteLater()
