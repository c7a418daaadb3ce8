"""One window a library: a second start raises the first and hands its query over."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QDir, QLockFile, QObject, QThread, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from app.instance_message import InstanceMessage, instance_name, is_of_another_user

_PATIENCE_MS = 1_000
_TRIES = 20
# Not that no lock can be made, as in a folder that is not there.
_HELD_BY_ANOTHER = QLockFile.LockError.LockFailedError
_MOST_BYTES = 1 << 16


class SingleInstance(QObject):
    """Listens for later starts with the same library, of the same person only.

    Signals:
        asked: a later start wants the window; the query it was started with, '' for none.
        quick_asked: a later start wants the quick search.
    """

    asked = Signal(str)
    quick_asked = Signal()

    def __init__(self, library: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = instance_name(library)
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(self._greet)
        # Of two starts at the same moment neither would find the other's server.
        self._lock = QLockFile(f"{QDir.tempPath()}/{self._name}.lock")
        self._read: dict[QLocalSocket, bytes] = {}

    def claim(self, query: str = "", *, quick: bool = False) -> bool:
        """Return True when this is the first window; else tell the one there is what is wanted."""
        message = InstanceMessage.of_this_start(query=query, quick=quick)
        if self._hand_over(message):
            return False
        is_another = not self._lock.tryLock(0) and self._lock.error() is _HELD_BY_ANOTHER
        if is_another and self._hand_over_soon(message):
            return False
        if not self._server.listen(self._name):
            QLocalServer.removeServer(self._name)  # one that was killed leaves its name behind
            self._server.listen(self._name)
        return True

    def close(self) -> None:
        """Give the name back."""
        self._server.close()
        self._lock.unlock()

    def _hand_over_soon(self, message: InstanceMessage) -> bool:
        """Tell a window that is being opened at this moment."""
        for _ in range(_TRIES):
            if self._hand_over(message):
                return True
            QThread.msleep(_PATIENCE_MS // _TRIES)
        return False

    def _hand_over(self, message: InstanceMessage) -> bool:
        if is_of_another_user(Path(QDir.tempPath()) / self._name):
            return False
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(_PATIENCE_MS):
            return False
        socket.write(message.as_line())
        socket.waitForBytesWritten(_PATIENCE_MS)
        socket.disconnectFromServer()
        return True

    def _greet(self) -> None:
        while (socket := self._server.nextPendingConnection()) is not None:
            self._read[socket] = b""
            socket.readyRead.connect(lambda socket=socket: self._take(socket))
            socket.disconnected.connect(lambda socket=socket: self._forget(socket))
            self._take(socket)

    def _take(self, socket: QLocalSocket) -> None:
        if socket not in self._read:
            return
        self._read[socket] += bytes(socket.read(_MOST_BYTES).data())
        line, end, _ = self._read[socket].partition(b"\n")
        if end or len(line) >= _MOST_BYTES:
            self._forget(socket)
            self._take_message(InstanceMessage.from_line(line))

    def _take_message(self, message: InstanceMessage | None) -> None:
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
