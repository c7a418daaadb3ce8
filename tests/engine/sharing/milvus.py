"""Shared collections for tests: a milvus-lite file or server, or the server at MILVUS_TEST_URI."""

import importlib
import os
import random
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from uuid import uuid4

import pytest

from tests.engine.stores.passages import document as document_of
from tests.engine.stores.passages import passage
from tests.support.patience import PATIENCE
from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.sharing.address import Address
from twofold.engine.sharing.collection import SharedCollection
from twofold.engine.sharing.lexical import MilvusLexical
from twofold.engine.sharing.publishing import Publishing
from twofold.engine.sharing.rows import Facts, Passage, mean_lengths, row_of
from twofold.engine.sharing.server import Server
from twofold.engine.sharing.terms import Publisher, Terms
from twofold.engine.sharing.vectors import MilvusVectors
from twofold.engine.stores.lexical.index import LexicalIndex

needs_milvus = pytest.mark.skipif(
    any(find_spec(name) is None for name in ("pymilvus", "milvus_lite")),
    reason="pymilvus or milvus-lite is not installed: there is none for this system",
)
TEST_URI = os.environ.get("MILVUS_TEST_URI", "")


def free_port() -> int:
    """Return a port that systems do not give to outgoing connections, because it is used later."""
    for port in random.SystemRandom().sample(range(20_000, 32_000), 1_000):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")


class LiteServer:
    """A `milvus-lite server` on a local port, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.process: subprocess.Popen | None = None

    @property
    def uri(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        words = ["server", "--data-dir", str(self.folder), "--host", "127.0.0.1"]
        start = "import sys; from milvus_lite.cmdline import main; sys.exit(main())"
        self.process = subprocess.Popen(
            [sys.executable, "-c", start, *words, "--port", str(self.port)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        import grpc  # noqa: PLC0415 (comes with pymilvus)

        with grpc.insecure_channel(f"127.0.0.1:{self.port}") as channel:
            grpc.channel_ready_future(channel).result(timeout=PATIENCE)

    def kill(self) -> None:
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None


@contextmanager
def running_server(folder: Path):
    server = LiteServer(folder)
    server.start()
    try:
        yield server
    finally:
        server.kill()


def release_file(uri: str) -> None:
    """Stop the milvus-lite server of a file in this process."""
    importlib.import_module("milvus_lite.server_manager").server_manager_instance.release_server(
        uri
    )


def server_of(uri: str, collection: str = "", *, token: str = "", seconds: float = 20.0) -> Server:
    name = collection or f"test_{uuid4().hex[:12]}"
    address = Address(uri, name, f"milvus://{uri.partition('://')[2] or 'file'}/{name}")
    return Server(address, token or os.environ.get("MILVUS_TEST_TOKEN", ""), seconds=seconds,
                  consistency="Strong")  # fmt: skip


PUBLISHER = "p1"


class _Publisher:
    """Publishes passages with the chunk numbers of the test, as a store's contract requires."""

    def __init__(self, server: Server, dimension: int, model: str, *, read_only: bool) -> None:
        self.collection = SharedCollection(server)
        self.read_only = read_only
        if not read_only:
            self.collection.create(Facts(model, dimension, "1", mean_lengths([])))

    def write(self, passages, deleted, generation: int, terms: Terms) -> None:
        if self.read_only:
            raise IndexUnavailableError("A shared library is changed by publishing only.")
        facts, server = self.collection.facts, self.collection.server
        rows = {
            one.stored.number: row_of(one, PUBLISHER, "v", facts)
            | {"id": one.stored.number, "document": one.stored.document.number}
            for one in passages
        }
        if gone := [number for number in deleted if number not in rows]:
            server.call("delete", self.collection.name, filter=f"id in {gone}")
        if rows:
            server.call("upsert", self.collection.name, list(rows.values()))
        count = server.count(self.collection.name)
        publisher = Publisher(PUBLISHER, "test", generation, count, count, (), "")
        Publishing(self.collection, PUBLISHER, lambda _numbers: {}).announce(publisher, terms)


class PublishedLexical(MilvusLexical):
    """A collection's lexical store that also publishes to the collection.

    The published terms come from a local index.
    """

    def __init__(self, server: Server, folder: Path, *, read_only: bool) -> None:
        self._publisher = _Publisher(server, 4, "model-a", read_only=read_only)
        super().__init__(self._publisher.collection)
        self._own = None if read_only else LexicalIndex.open(folder / "own")

    def apply(self, put, deleted, generation, ready=None):
        every, gone = list(put), list(deleted)
        if self._own is not None:
            self._own.apply(every, gone, generation)
        self._write(every, gone, generation)

    def rewrite(self, every, generation):
        kept = list(every)
        self._own.rewrite(kept, generation)
        self._write(kept, [], generation)

    deleted_docs = 0

    def _write(self, put, deleted, generation):
        vector = b"\x00\x3c" + bytes(6)
        passages = [Passage(one, vector, b"") for one in put]
        terms = Terms() if self._own is None else Terms(self._own.term_counts())
        self._publisher.write(passages, deleted, generation, terms)
        self.refresh()

    def close(self):
        if self._own is not None:
            self._own.close()
        self._collection.server.close()


class PublishedVectors(MilvusVectors):
    """A collection's vector store that also publishes to the collection."""

    def __init__(self, server: Server, *, dimension: int, model: str, read_only: bool) -> None:
        self._publisher = _Publisher(server, dimension, model, read_only=read_only)
        super().__init__(self._publisher.collection)
        self.refresh()

    def apply(self, added, deleted, generation):
        passages = [
            Passage(passage(chunk, "x", of=document_of(document)), vector, b"")
            for chunk, document, vector in added
        ]
        self._publisher.write(passages, deleted, generation, Terms())
        self.refresh()

    def close(self):
        self._collection.server.close()
