from contextlib import contextmanager
from pathlib import Path
from threading import Event

import pytest

from tests.support.patience import PATIENCE
from tests.support.reader_in_thread import documents_read_in_threads
from tests.support.running_engine import RunningEngine
from tests.support.tiny_embedder import tiny_embedder_loader
from twofold.engine.service import library_host, live_updates
from twofold.engine.service.scheduler import Job


def write_notes(folder: Path) -> Path:
    texts = {
        "garage.md": "# Garage\n\nThe automobile needs new tyres before winter.\n",
        "health.md": "---\ntags: [body]\n---\n# Health\n\nSee the physician in May.\n",
        "deep/plan.txt": "Buy bread and call the bank about the loan.\n",
    }
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def notes(tmp_path) -> Path:
    return write_notes(tmp_path / "notes")


@pytest.fixture
def open_engine(tmp_path):
    """Return a function that opens an engine over the same library each time."""
    loader = tiny_embedder_loader(tmp_path / "model")
    return lambda **options: RunningEngine.over(tmp_path / "home", loader, **options)


@pytest.fixture
def running(open_engine):
    """An engine over an empty library."""
    with open_engine() as engine:
        yield engine


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """An engine with indexed and embedded notes. Tests must not change its library."""
    place = tmp_path_factory.mktemp("shared")
    with RunningEngine.over(place / "home", tiny_embedder_loader(place / "model")) as engine:
        engine.add(write_notes(place / "notes"))
        (place / "Garden").mkdir()
        text = "The beds are dug in March. The roses are new and red. It rained all day."
        (place / "Garden/year.txt").write_text(text, encoding="utf-8")
        engine.add(place / "Garden")
        engine.wait_for_vectors()
        engine.search("a search starts the threads")
        yield engine


@pytest.fixture
def short_intervals(monkeypatch):
    """Shorten the intervals of folder checks and of attempts to become the writer."""
    monkeypatch.setattr(library_host, "_SECONDS_UNTIL_NEXT_TRY", 0.02)
    for module in (live_updates, library_host):
        monkeypatch.setattr(module, "SECONDS_BETWEEN_CHECKS", 0.05)


@contextmanager
def held(running, lane):
    """Keep the thread of a lane busy."""
    began, goes_on = Event(), Event()
    job = Job(lambda: (began.set(), goes_on.wait(PATIENCE)))
    running.engine._workers[lane].put(job)
    assert began.wait(PATIENCE)
    try:
        yield
    finally:
        goes_on.set()


def wait_until_closing(worker):
    """Return when a worker has been asked to stop."""
    with worker._changed:
        assert worker._changed.wait_for(lambda: worker.is_closing, PATIENCE)


@pytest.fixture(scope="package", autouse=True)
def _documents_read_in_threads():
    with documents_read_in_threads():
        yield
