"""Fetching a model from a server that answers as the hub does, and adding one's own file."""

import sys
import threading
from dataclasses import replace

import pytest

from tests.support.hub_server import FILE, REPOSITORY, REVISION, serving
from twofold.engine.embedding.catalogue import ModelDescription
from twofold.engine.embedding.models.fetching import (
    FetchCancelledError,
    FetchCommands,
    ModelFetch,
    add_file,
)
from twofold.engine.embedding.models.loading import is_checked, load_model
from twofold.engine.embedding.models.probe import STRICT_TRIAL
from twofold.engine.embedding.models.registry import KnownModels
from twofold.engine.model.errors import ModelError

PLACE = f"/{REPOSITORY}/resolve/{REVISION}/{FILE}"


@pytest.fixture
def hub(tiny, monkeypatch):
    with serving(tiny[0].read_bytes()) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        monkeypatch.setenv("no_proxy", "127.0.0.1")  # the one that is asked first
        monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
        yield hub


@pytest.fixture
def models(tmp_path):
    return tmp_path / "models"


def fetch(tiny, download, models, on_progress=lambda _done, _all: None):
    description = replace(tiny[1], name="fetched", title="Fetched", download=download)
    return ModelFetch(description, models, on_progress)


def test_a_model_comes_whole_is_proven_and_nothing_else_is_asked(tiny, hub, models):
    told = []
    path = fetch(tiny, hub.download(), models, lambda *so_far: told.append(so_far)).run()
    assert path.read_bytes() == hub.content
    assert is_checked(path)
    assert told[-1] == (len(hub.content), len(hub.content))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert hub.asked == [f"HEAD {PLACE}", f"GET {PLACE}"], "no telemetry, no look for news"
    assert all("torch" not in agent and "agent/" not in agent for agent in hub.agents)
    beside = {f"{path.name}{ending}" for ending in (".checked.json", ".body")}
    assert {one.name for one in models.iterdir()} == {path.name, *beside}


def test_a_connection_that_breaks_off_goes_on_where_it_was(tiny, hub, models):
    hub.break_after, hub.breaks = len(hub.content) // 3, 2
    path = fetch(tiny, hub.download(), models).run()
    assert path.read_bytes() == hub.content
    places = [line.rpartition("bytes=")[2] for line in hub.asked if "bytes=" in line]
    assert places == [f"{hub.break_after}-", f"{2 * hub.break_after}-"]


def test_one_that_breaks_off_again_and_again_is_said_and_the_next_try_goes_on(tiny, hub, models):
    hub.break_after, hub.breaks = 0, 9
    with pytest.raises(ModelError, match=r"cannot be reached|broke off") as caught:
        fetch(tiny, hub.download(), models).run()
    assert "kept" in caught.value.hint
    hub.breaks = 0
    assert fetch(tiny, hub.download(), models).run().read_bytes() == hub.content


def test_a_cancelled_download_ends_at_once_and_goes_on_later(tiny, hub, models):
    hub.hold_after = len(hub.content) // 2
    arriving = threading.Event()
    going = fetch(tiny, hub.download(), models, lambda *_: arriving.set())
    canceller = threading.Thread(
        target=lambda: (hub.held.wait(60), arriving.wait(60), going.cancel())
    )
    canceller.start()
    with pytest.raises(FetchCancelledError):
        going.run()
    canceller.join()
    assert not (models / "fetched.gguf").exists()
    have = (models / ".fetched.gguf.part").stat().st_size
    assert have
    hub.go_on.set()
    hub.hold_after = 0
    assert fetch(tiny, hub.download(), models).run().read_bytes() == hub.content
    assert hub.asked[-1].endswith(f"bytes={have}-")


@pytest.mark.parametrize(
    "printed", ["nonsense", "[1]", "[" * 50_000, '{"done": "x"}', '{"problem": 1}', "x" * 100_000]
)
def test_a_download_process_that_writes_nonsense_is_not_believed(tiny, hub, models, printed):
    commands = FetchCommands(download=(sys.executable, "-c", f"print('{printed}')"))
    description = replace(tiny[1], name="fetched", download=hub.download())
    with pytest.raises(ModelError, match="ended unexpectedly"):
        ModelFetch(description, models, lambda *_: None, commands).run()


def test_a_server_that_gives_no_parts_is_asked_for_the_whole(tiny, hub, models):
    models.mkdir()
    (models / ".fetched.gguf.part").write_bytes(hub.content[:1000])
    hub.takes_ranges = False
    assert fetch(tiny, hub.download(), models).run().read_bytes() == hub.content


@pytest.mark.parametrize("lies", [False, True])
def test_another_file_than_the_checked_one_is_not_kept(tiny, hub, models, lies):
    """The server may say so, or pretend that its file is the right one."""
    wanted = hub.download(sha256="0" * 64)
    hub.etag = wanted.sha256 if lies else ""
    with pytest.raises(ModelError, match="provides a different file"):
        fetch(tiny, wanted, models).run()
    assert [one.name for one in models.iterdir()] == []
    assert any(line.startswith("GET") for line in hub.asked) is lies


def test_a_model_of_another_dimension_is_not_kept(tiny, hub, models):
    description = replace(tiny[1], name="fetched", dimension=12, download=hub.download())
    with pytest.raises(ModelError, match="12"):
        ModelFetch(description, models, lambda *_: None).run()
    assert [one.name for one in models.iterdir()] == []


def test_without_a_network_or_the_file_one_sentence_says_so(tiny, hub, models, monkeypatch):
    wanted = hub.download()
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")  # nothing listens there
    with pytest.raises(ModelError, match=r"127\.0\.0\.1 cannot be reached") as caught:
        fetch(tiny, wanted, models).run()
    assert "network" in caught.value.hint
    assert hub.asked == []
    monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
    hub.status = 404
    with pytest.raises(ModelError, match=f"cannot provide the file {FILE} \\(status 404\\)"):
        fetch(tiny, wanted, models).run()


def test_too_little_room_is_said_before_anything_is_asked(tiny, hub, models):
    with pytest.raises(ModelError, match="are free in"):
        fetch(tiny, hub.download(size_bytes=10**18), models).run()
    assert hub.asked == []


def test_a_file_of_ones_own_is_proven_copied_and_known_from_then_on(tiny, models):
    known = KnownModels(models)
    wanted = ModelDescription("My Model!", "", "", query_prompt="query: ")
    added = add_file(tiny[0], known, wanted, trial=STRICT_TRIAL)
    assert added.name == "my-model"
    found = known.find("my-model")
    assert found == added
    assert found.dimension == tiny[1].dimension
    assert found.query_prompt == "query: "
    embedder = load_model(models / "my-model.gguf", found, threads=1)
    assert embedder.embed_query("car").shape == (found.dimension,)
    embedder.close()
    with pytest.raises(ModelError, match="already"):
        add_file(tiny[0], known, wanted, trial=STRICT_TRIAL)
    letter = models.parent / "letter.gguf"
    letter.write_text("Dear Ada")
    with pytest.raises(ModelError):
        add_file(letter, known, ModelDescription("", "", ""), trial=STRICT_TRIAL)
    assert not list(models.glob("letter*"))


def test_odd_descriptions_beside_the_models_are_passed_over(models):
    models.mkdir()
    for name, text in (("a", "not json"), ("b", "[1]"), ("c", '{"name": "other"}'), ("d", "{}")):
        (models / f"{name}.model.json").write_text(text)
    assert len(KnownModels(models).all()) == 2
