"""Short commands load the model only if they embed something, because loading takes longest."""

import json
import os
import shutil

import pytest

from twofold.app.paths import HOME_VARIABLE
from twofold.engine.embedding.llama.embedder import GgufEmbedder
from twofold.engine.embedding.models import loading as model_loading

pytestmark = pytest.mark.real_model


@pytest.fixture
def loaded(indexed, monkeypatch):
    """The names of the models loaded since the library was indexed."""
    paths = []

    def load(path, *arguments, **options):
        paths.append(path.name)
        return GgufEmbedder(path, *arguments, **options)

    monkeypatch.setattr(model_loading, "GgufEmbedder", load)
    return paths


@pytest.mark.parametrize(
    ("words", "times"),
    [
        (["status"], 0),
        (["index"], 0),
        (["search", "E-4471", "--mode", "keyword"], 0),
        (["search", "E-4471", "--mode", "substring"], 0),
        (["search", "tag:ops"], 0),
        (["search", "memory"], 1),
        (["doctor"], 1),
    ],
)
def test_only_what_embeds_loads_the_model(indexed, loaded, words, times):
    assert indexed(*words).code == 0
    assert len(loaded) == times


@pytest.fixture
def unloadable(indexed_home, indexed, tmp_path, monkeypatch):
    """The indexed library with a model file that was zeroed after it was checked."""
    shutil.copytree(indexed_home / "home" / "library", tmp_path / "zeros" / "library")
    (tmp_path / "zeros" / "models").mkdir()
    for original in (indexed_home / "home" / "models").iterdir():
        copy = tmp_path / "zeros" / "models" / original.name
        if original.suffix in {".gguf", ".body"}:
            state = original.stat()
            copy.touch()
            os.truncate(copy, state.st_size)
            os.utime(copy, ns=(state.st_atime_ns, state.st_mtime_ns))
        else:
            shutil.copyfile(original, copy)
    for record in (tmp_path / "zeros" / "models").glob("*.checked.json"):
        known = json.loads(record.read_text())
        model = record.name.removesuffix(".checked.json")
        names = {"inode": "st_ino"} | {
            name: f"st_{name}" for name in ("size", "mtime_ns", "ctime_ns")
        }
        known["files"] = [
            {name: getattr(state, field) for name, field in names.items()}
            for ending in ("", ".body", ".pieces", ".scores")
            if (state := record.with_name(model + ending).stat())
        ]
        record.write_text(json.dumps(known))
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "zeros"))
    return indexed


def test_keywords_are_searched_if_the_model_cannot_be_loaded(unloadable):
    printed = unloadable("search", "memory")
    assert "Memory limits" in printed.out
    assert "cannot be loaded" in printed.err
    printed = unloadable("doctor")
    assert printed.code == 1
    (line,) = [line for line in printed.out.splitlines() if line.startswith("FAIL")]
    assert "cannot be loaded" in line
