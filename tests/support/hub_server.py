"""A server that answers as the hub does, on this computer: one file, and what can go wrong."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from engine.embedding.catalogue import Download

REPOSITORY, REVISION, FILE = (
    "somebody/tiny-GGUF",
    "0123456789abcdef0123456789abcdef01234567",
    "t.gguf",
)


@dataclass
class Hub:
    """What the server gives, and what it was asked."""

    content: bytes
    etag: str = ""
    break_after: int = 0  # bytes of an answer, then the connection breaks off
    breaks: int = 0  # how many answers break off
    hold_after: int = 0  # bytes, then the rest waits for `go_on`
    status: int = 200
    takes_ranges: bool = True
    asked: list[str] = field(default_factory=list)
    agents: set[str] = field(default_factory=set)
    held: threading.Event = field(default_factory=threading.Event)
    go_on: threading.Event = field(default_factory=threading.Event)
    endpoint: str = ""

    def download(self, **changed: object) -> Download:
        """Return how the file is described in a catalogue."""
        values = {
            "repository": REPOSITORY,
            "revision": REVISION,
            "file": FILE,
            "sha256": sha256(self.content).hexdigest(),
            "size_bytes": len(self.content),
        }
        return Download(**(values | changed))  # type: ignore[arg-type]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    hub: Hub

    def do_HEAD(self) -> None:
        self._note()
        self._answer(self.hub.status, len(self.hub.content))
        self.close_connection = True

    def do_GET(self) -> None:
        hub, start = self.hub, self._start()
        self._note()
        rest = hub.content[start:]
        self._answer(206 if start else hub.status, len(rest))
        cut = self._cut(len(rest))
        self.wfile.write(rest[:cut])
        self.wfile.flush()
        if cut < len(rest) and hub.hold_after:
            hub.held.set()
            hub.go_on.wait(30)
            with suppress(OSError):  # the other side may have gone, as it should
                self.wfile.write(rest[cut:])
        self.close_connection = True

    def _cut(self, length: int) -> int:
        hub = self.hub
        if hub.hold_after:
            return min(hub.hold_after, length)
        if hub.breaks:
            hub.breaks -= 1
            return min(hub.break_after, length)
        return length

    def _start(self) -> int:
        wanted = self.headers.get("Range", "")
        if not wanted or not self.hub.takes_ranges:
            return 0
        return int(wanted.removeprefix("bytes=").partition("-")[0])

    def _note(self) -> None:
        wanted = self.headers.get("Range", "")
        self.hub.asked.append(f"{self.command} {self.path} {wanted}".strip())
        self.hub.agents.add(self.headers.get("User-Agent", ""))
        assert "Authorization" not in self.headers

    def _answer(self, status: int, length: int) -> None:
        hub = self.hub
        self.send_response(status)
        self.send_header("X-Repo-Commit", REVISION)
        self.send_header("X-Linked-Size", str(len(hub.content)))
        self.send_header("X-Linked-Etag", f'"{hub.etag or sha256(hub.content).hexdigest()}"')
        self.send_header("Content-Length", str(length))
        self.send_header("Connection", "close")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing on stderr."""


@contextmanager
def serving(content: bytes) -> Iterator[Hub]:
    """Serve one file until the end of the block."""
    hub = Hub(content)
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"hub": hub}))
    hub.endpoint = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield hub
    finally:
        hub.go_on.set()
        server.shutdown()
        server.server_close()
        thread.join()
