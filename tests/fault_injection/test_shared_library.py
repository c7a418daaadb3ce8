"""Processes are killed while publishing and searching: no passage is lost or duplicated."""

import shutil
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from uuid import uuid4

import numpy as np
import pytest

from bench.synthetic_library import build, words
from tests.engine.sharing.milvus import needs_milvus, running_server
from tests.support.patience import PATIENCE
from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.search.query_language import parse
from twofold.engine.sharing.address import Address
from twofold.engine.sharing.collection import SharedCollection
from twofold.engine.sharing.lexical import MilvusLexical
from twofold.engine.sharing.server import Server, text, whole
from twofold.engine.sharing.share import share
from twofold.engine.sharing.vectors import MilvusVectors
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.sync.opening import open_lexical

pytestmark = [pytest.mark.slow, needs_milvus]
ROOT = Path(__file__).parents[2]
QUERY = parse(f"{words(20)} {words(300)}")


@pytest.fixture(scope="module")
def lite(tmp_path_factory):
    with running_server(tmp_path_factory.mktemp("milvus")) as server:
        yield server


def make(library: Path) -> Path:
    """Create a library of twelve documents with twenty passages each."""
    build(library, 240, SimpleNamespace(dimension=8, fingerprint="model-a@1"))
    return library


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return make(tmp_path_factory.mktemp("made") / "library")


@pytest.fixture
def library(made, tmp_path):
    return shutil.copytree(made, tmp_path / "library")


@pytest.fixture
def address(lite):
    return f"milvus://127.0.0.1:{lite.port}/test_{uuid4().hex[:12]}"


def start(library: Path, address: str, call: str = "", number: int = 1, killed: int = 0):
    """Publish in a separate process, which kills a process before a call of the server."""
    about = map(str, (library, address, call, number, killed))
    command = [sys.executable, "-m", "tests.fault_injection.publisher", *about]
    return subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)


def publish(library: Path, address: str) -> None:
    with opened(library) as catalog, closing(open_lexical(catalog, library / "lexical", [])) as own:
        share(catalog, own, server_of(address), "p")


def server_of(address: str, seconds: float = 20.0) -> Server:
    return Server(Address.parse(address), seconds=seconds, consistency="Strong")


def opened(library: Path, *, read_only: bool = True):
    return closing(Catalog.open(library / "catalog.sqlite", read_only=read_only))


def change(library: Path) -> None:
    """Delete two documents."""
    with opened(library, read_only=False) as catalog:
        some = list(catalog.documents(catalog.facet_table().documents.tolist()).values())
        with catalog.change() as changed:
            for document in some[:2]:
                changed.delete_file(document.folder, document.path)


def passages_of(library: Path) -> list[tuple[str, int, str]]:
    with opened(library) as catalog:
        chunks = catalog.chunks(catalog.chunk_numbers()).values()
        return sorted((one.document.path, one.chunk.position, one.chunk.text) for one in chunks)


def rows_at(address: str) -> list[tuple[str, int, str]]:
    server = server_of(address)
    rows = server.every(server.address.collection, "id >= 0", ("path", "position", "text"))
    return sorted((text(row, "path"), whole(row, "position"), text(row, "text")) for row in rows)


def test_killed_publisher_resumes_without_loss_or_duplicates(library, address):
    for call, number in (("upsert", 3), ("flush", 1)):
        process = start(library, address, call, number)
        process.communicate()
        assert process.returncode == -signal.SIGKILL
    publish(library, address)
    assert rows_at(address) == passages_of(library)
    change(library)
    process = start(library, address, "delete", 2)
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    publish(library, address)
    assert rows_at(address) == passages_of(library)


def test_publisher_reports_a_killed_server_and_resumes_later(library, address, lite):
    process = start(library, address, "upsert", 4, lite.process.pid)
    reported = process.communicate()[1]
    assert process.returncode == 1
    assert f"127.0.0.1:{lite.port} does not respond." in reported
    assert "Traceback" not in reported
    lite.kill()
    lite.start()
    publish(library, address)
    assert rows_at(address) == passages_of(library)


def test_two_publishers_and_a_search_run_in_parallel(library, address, tmp_path):
    other = make(tmp_path / "other")
    publish(library, address)
    lexical = MilvusLexical(SharedCollection(server_of(address)))
    change(library)
    both = [start(library, address), start(other, address)]
    while any(process.poll() is None for process in both):
        lexical.refresh()
        assert lexical.search(QUERY, 50, SearchFilters()).candidates
    assert [(process.communicate(), process.returncode)[1] for process in both] == [0, 0]
    assert rows_at(address) == sorted([*passages_of(library), *passages_of(other)])
    lexical.refresh()
    assert lexical.size == len(rows_at(address))


def test_server_killed_during_a_search_is_reported_and_used_again_later(
    library, address, lite, monkeypatch
):
    publish(library, address)
    server = server_of(address, seconds=1.0)
    lexical = MilvusLexical(collection := SharedCollection(server))
    vectors = MilvusVectors(collection)
    vector = np.ones(8, dtype=np.float32)

    def search():
        found = lexical.search(QUERY, 50, SearchFilters()).candidates
        return found, vectors.search(vector, 50).candidates

    before = search()
    search_of = server._connected().search

    def killed(*arguments, **options):
        lite.kill()
        return search_of(*arguments, **options)

    monkeypatch.setattr(server._client, "search", killed)
    with pytest.raises(IndexUnavailableError, match=f"127.0.0.1:{lite.port} does not respond."):
        search()
    monkeypatch.undo()
    lite.start()
    server._closed_until, server._seconds = 0.0, PATIENCE  # starting takes a while
    assert search() == before
