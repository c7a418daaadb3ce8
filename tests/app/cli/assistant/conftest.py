from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.reader_in_thread import documents_read_in_threads
from twofold.app.blocking_client import BlockingClient
from twofold.app.cli.assistant.tools import LibraryTools
from twofold.app.paths import default_paths
from twofold.engine.api import AddFolder, RequestDone, Settings

OpenTools = Callable[[Path], Iterator[LibraryTools]]


@pytest.fixture(scope="package", autouse=True)
def _documents_read_in_threads():
    with documents_read_in_threads():
        yield


@pytest.fixture
def tools_of(home) -> OpenTools:
    """Return a function that indexes a folder by keywords and returns the tools of its library."""

    @contextmanager
    def tools(folder: Path) -> Iterator[LibraryTools]:
        library, settings = default_paths().library, Settings()
        with BlockingClient(library, settings, maintain=True, loads_model=False) as client:
            client.ask(AddFolder(folder), RequestDone)
            client.wait_until_done(with_vectors=False)
        with BlockingClient(library, settings, loads_model=False) as client:
            yield LibraryTools(client, settings)

    return tools
