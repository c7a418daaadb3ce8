import json
import re

import pytest
import yaml

from tests.support.random_gguf import write_random_gguf
from tests.support.tiny_gguf import tiny_model, tiny_reranker
from twofold.app.cli.model import DownloadProgress
from twofold.app.cli.progress import ProgressLine

DEFAULT, RERANKER = "multilingual-e5-small", "mmarco-mminilmv2-l12-h384-v1"


@pytest.mark.real_model
@pytest.mark.slow
def test_using_a_model_prepares_it_and_changes_the_settings(twofold, home):
    (home / "models").unlink()  # the shared folder is not changed
    printed = twofold("model", "use", "all-minilm-l6-v2")
    assert printed.code == 0
    assert (home / "models" / "all-minilm-l6-v2.gguf").is_file()
    settings = yaml.safe_load((home / "settings.yaml").read_text())
    assert settings["embedding"]["model"] == "all-minilm-l6-v2"
    assert "twofold index" in printed.out
    assert re.search(r"\* all-minilm-l6-v2 +ready \(", twofold("model", "list").out)


@pytest.fixture
def own_models(home):
    """A models folder for this test. The shared one is not changed."""
    (home / "models").unlink()
    return home / "models"


def test_the_list_shows_download_sizes_and_using_a_model_downloads_nothing(
    twofold, own_models, monkeypatch
):
    monkeypatch.delenv("HF_ENDPOINT", raising=False)
    assert "146 MB to download" in twofold("model", "list").out
    listed = {one["name"]: one for one in json.loads(twofold("model", "list", "--json").out)}
    assert listed["bge-m3"]["host"] == "huggingface.co"
    assert listed["embeddinggemma-300m"]["restriction"].startswith("The Gemma Terms of Use forbid")
    assert not listed["embeddinggemma-2"]["supported"]
    assert listed["embeddinggemma-2"]["host"] == ""
    assert "embeddinggemma-300m-256d" not in listed, "its file is not on this computer"
    assert listed["bge-m3"]["license"] == "MIT"
    assert listed["multilingual-e5-small"]["host"] == ""
    printed = twofold("model", "use", "bge-m3")
    assert printed.code == 1
    assert "BGE-M3 is not on this computer. Download it" in printed.err
    assert "twofold model add bge-m3" in printed.err


def test_a_model_file_is_added_listed_and_used(twofold, own_models, tmp_path):
    path, _ = tiny_model(tmp_path)
    printed = twofold("model", "add", str(path), "--name", "mine", "--query-prompt", "query: ")
    assert (printed.code, printed.out) == (0, "mine is ready (1 MB)\n")
    assert "ready (1 MB)" in twofold("model", "list").out
    assert twofold("model", "use", "mine").code == 0
    assert "* mine" in twofold("model", "list").out


def test_a_file_becomes_the_listed_model_of_its_name(twofold, own_models, tmp_path):
    path = tiny_reranker(tmp_path)
    assert "add its file" in twofold("model", "list").out
    printed = twofold("model", "use", RERANKER)
    assert printed.code == 1
    assert f"twofold model add FILE.gguf --name {RERANKER}" in printed.err
    assert twofold("model", "add", str(path), "--name", RERANKER).code == 0
    assert (own_models / f"{RERANKER}.gguf").is_file()
    assert not (own_models / f"{RERANKER}.model.json").exists(), "it is described already"
    printed = twofold("model", "use", RERANKER)
    assert "To rerank: twofold search --rerank" in printed.out
    listed = {one["name"]: one for one in json.loads(twofold("model", "list", "--json").out)}
    assert [name for name, one in listed.items() if one["used"]] == [DEFAULT, RERANKER]
    assert listed[RERANKER]["kind"] == "reranking"
    again = twofold("model", "add", str(path), "--name", RERANKER)
    assert f"There is already a model named '{RERANKER}'" in again.err
    other = twofold("model", "add", str(tiny_model(tmp_path)[0]), "--name", "bge-m3")
    assert "It is a different model." in other.err


def test_an_unsupported_model_is_not_offered(twofold, own_models):
    for action in ("use", "add"):
        printed = twofold("model", action, "embeddinggemma-2")
        assert printed.code == 1
        assert "does not support EmbeddingGemma 2 yet. Choose another model." in printed.err


def test_a_hostile_architecture_does_not_reach_the_terminal(twofold, own_models, tmp_path):
    path = tmp_path / "evil.gguf"
    evil = "\x1b[31m\x1b]0;owned\x07\nmodel"
    write_random_gguf(path, "gemma-embedding", tokenizer="llama", real_architecture=evil)
    printed = twofold("model", "add", str(path))
    assert printed.code == 1
    assert "does not support models of type" in printed.err
    assert not {"\x1b", "\x07"} & set(printed.err + printed.out)


def test_vectors_of_a_file_are_shortened_on_request(twofold, own_models, tmp_path):
    path = str(tiny_model(tmp_path)[0])
    assert twofold("model", "add", path, "--name", "mine", "--dimension", "16").code == 0
    listed = {one["name"]: one for one in json.loads(twofold("model", "list", "--json").out)}
    assert listed["mine"]["dimension"] == 16
    assert twofold("model", "add", path, "--name", "whole").code == 0
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "a.txt").write_text("The automobile needs new tyres.\n")
    assert twofold("model", "use", "whole").code == 0
    assert twofold("folder", "add", str(folder)).code == 0
    for name, dimension in (("mine", 16), ("whole", 64)):
        assert twofold("model", "use", name).code == 0
        assert twofold("index").code == 0
        assert json.loads(twofold("status", "--json").out)["model"]["dimension"] == dimension
        found = json.loads(twofold("search", "--mode", "vector", "--json", "vehicle").out)
        assert len(found["hits"]) == 1
    printed = twofold("model", "add", path, "--name", "other", "--dimension", "65")
    assert printed.code == 1
    assert "has 64 dimensions. They cannot be shortened to 65." in printed.err


def test_a_model_is_tried_on_the_library_without_changing_anything(twofold, own_models, tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    for topic in ("cars", "dogs", "ovens", "lakes", "zebras", "violins"):
        text = f"All {topic} are easy.\n\nThe reader knows {topic} well and uses {topic} daily.\n"
        (folder / f"{topic}.txt").write_text(text)
    assert twofold("model", "add", str(tiny_model(tmp_path)[0]), "--name", "mine").code == 0
    assert twofold("model", "use", "mine").code == 0
    assert twofold("folder", "add", str(folder)).code == 0
    other = tmp_path / "other.gguf"
    write_random_gguf(other, "modern-bert", tokenizer="llama")
    before = files_below(own_models.parent / "library", own_models, tmp_path / "other.gguf")
    printed = twofold("model", "try", str(other), "--passages", "50")
    assert printed.code == 0
    assert "6 sentences to find in 6 passages of this library" in printed.out
    assert re.search(r"mine \(in use\) +\d+ %", printed.out)
    assert re.search(r"(finds (more|less)|No clear difference): nearer to the top", printed.out)
    assert "Embedding the 6 passages of this library takes about 1 s" in printed.out
    described = json.loads(twofold("model", "try", str(other), "--json").out)
    assert described["tried"]["dimension"] == 32
    assert described["used"]["name"] == "mine"
    assert files_below(own_models.parent / "library", own_models, other) == before
    alone = twofold("model", "try", "mine")
    assert "mine was measured alone." in alone.out
    assert "model use" not in alone.out
    missing = twofold("model", "try", str(tmp_path / "none.gguf"))
    assert (missing.code, missing.err.count("There is no file")) == (1, 1)


def files_below(*places):
    """The files below some folders, with their content."""
    files = [one for place in places for one in (place, *place.rglob("*")) if one.is_file()]
    return {
        str(one): one.read_bytes()
        for one in files
        if one.suffix not in {".sqlite-shm", ".sqlite-wal", ".json"}  # opened, but not written
    }


def test_adding_reports_the_host_and_the_failure(twofold, own_models, monkeypatch):
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("no_proxy", "127.0.0.1")  # the one that is requested first
    printed = twofold("model", "add", "nomic-embed-text-v1.5")
    assert printed.code == 1
    assert "Downloading Nomic Embed Text v1.5 (Apache-2.0, 146 MB) from 127.0.0.1." in printed.err
    assert "127.0.0.1 cannot be reached." in printed.err
    assert "Traceback" not in printed.err


def test_a_damaged_model_is_downloaded_again(twofold, own_models, monkeypatch):
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    own_models.mkdir()
    damaged = own_models / "nomic-embed-text-v1.5.gguf"
    damaged.write_bytes(b"damaged")
    printed = twofold("model", "add", "nomic-embed-text-v1.5")
    assert printed.code == 1
    assert "is not a GGUF model file. It is being downloaded again." in printed.err
    assert "127.0.0.1 cannot be reached." in printed.err
    assert damaged.read_bytes() == b"damaged"


def test_a_download_shows_its_progress(capsys):
    line = ProgressLine()
    DownloadProgress(line).show(30_000_000, 100_000_000)
    assert capsys.readouterr().err == "30 %, 30 of 100 MB\n"
