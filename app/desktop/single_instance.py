"""One window per library: a second start passes its query to the open window and raises it."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, QThread, QTimer, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from twofold.app.desktop.instance_message import MAX_BYTES, InstanceMessage, instance_socket

_PATIENCE_MS = 1_000
_TRIES = 20
# Another process has the lock; other errors mean that it could not be created.
_HELD_BY_ANOTHER = QLockFile.LockError.LockFailedError
# A client sends its message at once and disconnects. Others are disconnected.
_MAX_CONNECTIONS = 8


class SingleInstance(QObject):
    """Listens for later starts of the same user with the same library.

    Signals:
        asked: A later start requests the window, with its query or ''.
        quick_asked: A later start requests the quick search.
    """

    asked = Signal(str)
    quick_asked = Signal()

    def __init__(self, library: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._place = instance_socket(library)
        # Windows expects the name of a pipe, Unix the path of a socket.
        place = self._place or Path()
        self._name = place.name if sys.platform == "win32" else str(place)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._on_connection)
        # Without a lock, two simultaneous starts would not find each other's server.
        self._lock = QLockFile(f"{self._place}.lock")
        self._read: dict[QLocalSocket, bytes] = {}
        self._waiting: set[QLocalSocket] = set()  # open at the last timeout
        self._patience = QTimer(self, interval=_PATIENCE_MS)
        self._patience.timeout.connect(self._close_silent)

    def claim(self, query: str = "", *, quick: bool = False) -> bool:
        """Return whether this is the first window; if not, send the request to the open one."""
        if self._place is None:
            return True
        message = InstanceMessage.of_this_start(query=query, quick=quick)
        if self._hand_over(message):
            return False
        is_another = not self._lock.tryLock(0) and self._lock.error() is _HELD_BY_ANOTHER
        for _ in range(_TRIES if is_another else 0):  # another window is just opening
            if self._hand_over(message):
                return False
            QThread.msleep(_PATIENCE_MS // _TRIES)
        if not self._server.listen(self._name):
            QLocalServer.removeServer(self._name)  # a killed process leaves its socket behind
            self._server.listen(self._name)
        return True

    def close(self) -> None:
        """Stop listening and release the lock."""
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
            if len(self._read) >= _MAX_CONNECTIONS:
                socket.deleteLater()
                continue
            self._read[socket] = b""
            socket.setReadBufferSize(MAX_BYTES)
            # Bound methods: this object may be destroyed before the socket.
            socket.readyRead.connect(self._on_ready_read)
            socket.disconnected.connect(self._on_disconnected)
        self._on_ready_read()
        if self._read and not self._patience.isActive():
            self._patience.start()

    def _close_silent(self) -> None:
        """Close connections that have sent nothing since the last timeout."""
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

    def _read_from(self, socket: QLocalSocket) -> None:
        self._read[socket] += bytes(socket.read(MAX_BYTES).data())
        line, end, _ = self._read[socket].partition(b"\n")
        if end or len(line) >= MAX_BYTES:
            self._forget(socket)
            message = InstanceMessage.from_line(line[:MAX_BYTES])
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
