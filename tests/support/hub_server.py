"""A local server that behaves like the hub: one file, with optional errors."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.support.patience import PATIENCE
from twofold.engine.embedding.catalogue import Download

REPOSITORY, FILE = "somebody/tiny-GGUF", "t.gguf"
REVISION = "0123456789abcdef0123456789abcdef01234567"


@dataclass
class Hub:
    """The responses of the server, and the requests it received."""

    content: bytes
    etag: str = ""
    break_after: int = 0  # bytes of an answer before the connection breaks
    breaks: int = 0  # how many answers are interrupted
    hold_after: int = 0  # bytes, then the rest waits for `go_on`
    status: int = 200
    takes_ranges: bool = True
    asked: list[str] = field(default_factory=list)
    agents: set[str] = field(default_factory=set)
    held: threading.Event = field(default_factory=threading.Event)
    go_on: threading.Event = field(default_factory=threading.Event)
    endpoint: str = ""

    def download(self, **changed: object) -> Download:
        """Return the description of the file as in a catalogue."""
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
        self._answer(self.hub.status, self.hub.content)

    def do_GET(self) -> None:
        hub, wanted = self.hub, self.headers.get("Range", "")
        start = int(wanted.removeprefix("bytes=").partition("-")[0] or 0) if hub.takes_ranges else 0
        rest = hub.content[start:]
        self._answer(206 if start else hub.status, rest)
        cut = len(rest)
        if hub.hold_after:
            cut = min(hub.hold_after, cut)
        elif hub.breaks:
            hub.breaks -= 1
            cut = min(hub.break_after, cut)
        self.wfile.write(rest[:cut])
        self.wfile.flush()
        if cut < len(rest) and hub.hold_after:
            hub.held.set()
            hub.go_on.wait(PATIENCE)
            with suppress(OSError):  # the client may have disconnected, as intended
                self.wfile.write(rest[cut:])

    def _answer(self, status: int, body: bytes) -> None:
        hub = self.hub
        hub.asked.append(f"{self.command} {self.path} {self.headers.get('Range', '')}".strip())
        hub.agents.add(self.headers.get("User-Agent", ""))
        assert "Authorization" not in self.headers
        self.send_response(status)
        for name, value in (
            ("X-Repo-Commit", REVISION),
            ("X-Linked-Size", str(len(hub.content))),
            ("X-Linked-Etag", f'"{hub.etag or sha256(hub.content).hexdigest()}"'),
            ("Content-Length", str(len(body))),
            ("Connection", "close"),
        ):
            self.send_header(name, value)
        self.end_headers()
        self.close_connection = True

    def log_message(self, *_: object) -> None:
        """Print nothing to stderr."""


@contextmanager
def serving(content: bytes) -> Iterator[Hub]:
    """Serve a file until the end of the block."""
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
