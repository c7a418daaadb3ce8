"""Downloading a model from a fake of the hub, and adding a user's own model file."""

import sys
import threading
from dataclasses import replace

import pytest

from tests.support.hub_server import FILE, REPOSITORY, REVISION, serving
from tests.support.patience import PATIENCE
from twofold.engine.embedding.catalogue import ModelDescription
from twofold.engine.embedding.models.fetching import (
    FetchCancelledError,
    FetchCommands,
    ModelFetch,
    add_file,
)
from twofold.engine.embedding.models.loading import is_checked, load_model
from twofold.engine.embedding.models.probe import STRICT_TRIAL, ModelTrial
from twofold.engine.embedding.models.registry import KnownModels
from twofold.engine.model.errors import ModelError

PLACE = f"/{REPOSITORY}/resolve/{REVISION}/{FILE}"


@pytest.fixture
def hub(tiny, monkeypatch):
    with serving(tiny[0].read_bytes()) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        monkeypatch.setenv("no_proxy", "127.0.0.1")  # the one that is requested first
        monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
        yield hub


@pytest.fixture
def models(tmp_path):
    return tmp_path / "models"


def fetch(tiny, download, models, on_progress=lambda _done, _all: None):
    description = replace(tiny[1], name="fetched", title="Fetched", download=download)
    return ModelFetch(description, models, on_progress)


def test_model_is_downloaded_completely_and_checked_without_other_requests(tiny, hub, models):
    reported = []
    path = fetch(tiny, hub.download(), models, lambda *so_far: reported.append(so_far)).run()
    assert path.read_bytes() == hub.content
    assert is_checked(path)
    assert reported[-1] == (len(hub.content), len(hub.content))
    assert [done for done, _ in reported] == sorted(done for done, _ in reported)
    assert hub.asked == [f"HEAD {PLACE}", f"GET {PLACE}"], "no telemetry, no look for news"
    assert all("torch" not in agent and "agent/" not in agent for agent in hub.agents)
    beside = {f"{path.name}{ending}" for ending in (".checked.json", ".body")}
    assert {one.name for one in models.iterdir()} == {path.name, *beside}


def test_interrupted_download_is_resumed(tiny, hub, models):
    hub.break_after, hub.breaks = len(hub.content) // 3, 2
    path = fetch(tiny, hub.download(), models).run()
    assert path.read_bytes() == hub.content
    places = [line.rpartition("bytes=")[2] for line in hub.asked if "bytes=" in line]
    assert places == [f"{hub.break_after}-", f"{2 * hub.break_after}-"]


def test_repeatedly_interrupted_download_is_reported_and_can_be_resumed(tiny, hub, models):
    hub.break_after, hub.breaks = 0, 9
    with pytest.raises(ModelError, match=r"cannot be reached|broke off") as caught:
        fetch(tiny, hub.download(), models).run()
    assert "kept" in caught.value.hint
    hub.breaks = 0
    assert fetch(tiny, hub.download(), models).run().read_bytes() == hub.content


def test_cancelled_download_stops_immediately_and_can_be_resumed(tiny, hub, models):
    hub.hold_after = len(hub.content) // 2
    arriving = threading.Event()
    going = fetch(tiny, hub.download(), models, lambda *_: arriving.set())
    canceller = threading.Thread(
        target=lambda: (hub.held.wait(PATIENCE), arriving.wait(PATIENCE), going.cancel())
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
def test_invalid_output_of_a_download_process_is_rejected(tiny, hub, models, printed):
    commands = FetchCommands(download=(sys.executable, "-c", f"print('{printed}')"))
    description = replace(tiny[1], name="fetched", download=hub.download())
    with pytest.raises(ModelError, match="ended unexpectedly"):
        ModelFetch(description, models, lambda *_: None, commands).run()


def test_server_without_range_requests_sends_the_whole_file(tiny, hub, models):
    models.mkdir()
    (models / ".fetched.gguf.part").write_bytes(hub.content[:1000])
    hub.takes_ranges = False
    assert fetch(tiny, hub.download(), models).run().read_bytes() == hub.content


@pytest.mark.parametrize("lies", [False, True])
def test_downloaded_file_with_another_hash_is_deleted(tiny, hub, models, lies):
    """The server either declares another hash, or the expected one with other content."""
    wanted = hub.download(sha256="0" * 64)
    hub.etag = wanted.sha256 if lies else ""
    with pytest.raises(ModelError, match="provides a different file"):
        fetch(tiny, wanted, models).run()
    assert [one.name for one in models.iterdir()] == []
    assert any(line.startswith("GET") for line in hub.asked) is lies


def test_downloaded_model_with_another_dimension_is_deleted(tiny, hub, models):
    description = replace(tiny[1], name="fetched", dimension=12, download=hub.download())
    with pytest.raises(ModelError, match="12"):
        ModelFetch(description, models, lambda *_: None).run()
    assert [one.name for one in models.iterdir()] == []


def test_missing_network_or_file_is_reported_in_one_sentence(tiny, hub, models, monkeypatch):
    wanted = hub.download()
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")  # no server is listening
    with pytest.raises(ModelError, match=r"127\.0\.0\.1 cannot be reached") as caught:
        fetch(tiny, wanted, models).run()
    assert "network" in caught.value.hint
    assert hub.asked == []
    monkeypatch.setenv("HF_ENDPOINT", hub.endpoint)
    hub.status = 404
    with pytest.raises(ModelError, match=f"cannot provide the file {FILE} \\(status 404\\)"):
        fetch(tiny, wanted, models).run()


def test_insufficient_disk_space_is_reported_before_any_request(tiny, hub, models):
    with pytest.raises(ModelError, match="are free in"):
        fetch(tiny, hub.download(size_bytes=10**18), models).run()
    assert hub.asked == []


def test_added_model_file_is_checked_copied_and_registered(tiny, models):
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


def test_an_error_of_the_last_check_names_the_file_that_was_added(tiny, models):
    failing = ModelTrial((sys.executable, "-c", "raise SystemExit(3)"))
    wanted = ModelDescription("mine", "", "")
    with pytest.raises(ModelError) as reported:
        add_file(tiny[0], KnownModels(models), wanted, trial=failing)
    assert "The model file mine.gguf is unusable" in reported.value.message
    assert not list(models.iterdir())


def test_invalid_model_descriptions_are_ignored(models):
    models.mkdir()
    for name, text in (("a", "not json"), ("b", "[1]"), ("c", '{"name": "other"}'), ("d", "{}")):
        (models / f"{name}.model.json").write_text(text)
    assert len(KnownModels(models).all()) == 2
