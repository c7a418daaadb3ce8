"""A folder is indexed and published by Dask workers, with the same result as a single library.

The result is also complete if a worker is killed.
"""

import importlib.util
import json
import os
import subprocess
import sys
from contextlib import redirect_stdout, suppress
from io import StringIO
from itertools import islice

import psutil
import pytest
from watchfiles import watch

from tests.engine.sharing.milvus import needs_milvus, running_server
from tests.support.patience import PATIENCE
from tests.support.tiny_gguf import tiny_model
from twofold.app.__main__ import main

pytestmark = [
    pytest.mark.slow,
    needs_milvus,
    pytest.mark.skipif(
        importlib.util.find_spec("distributed") is None, reason="distributed is not installed"
    ),
]
_WORDS = ("memory", "tomato", "pension", "violin", "harbour")


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """A runner with a test server, 30 files and a tiny model.

    The files are also published as the collection 'whole'.
    """
    place = tmp_path_factory.mktemp("bulk")
    path, _ = tiny_model(place)
    for number in range(30):
        file = place / "docs" / f"{number % 3}" / f"{number}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        words = " ".join(_WORDS[number % 5 :] + _WORDS[: number % 5])
        file.write_text(f"# Note {number}\n\nThe {words} of {number} said so.\n", encoding="utf-8")
    with running_server(place / "milvus") as server:
        run = Runner(place, f"milvus://127.0.0.1:{server.port}")
        run("model", "add", str(path), "--name", "tiny")
        run.settings()
        run("folder", "add", str(place / "docs"))
        run("share", "publish", run.address("whole"))
        yield run


class Runner:
    """Runs command lines, each in its own process, because Dask's threads outlive a test."""

    def __init__(self, place, server):
        self.place, self.server = place, server
        self.environment = os.environ | {"TWOFOLD_HOME": str(place / "home")}

    def address(self, collection):
        return f"{self.server}/{collection}"

    def settings(self):
        (self.place / "home" / "settings.yaml").write_text("embedding:\n  model: tiny\n")

    def start(self, *words):
        return subprocess.Popen(
            [sys.executable, "-m", "twofold", *words],
            env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def __call__(self, *words):
        if "--from" not in words:
            with pytest.MonkeyPatch.context() as patch, redirect_stdout(StringIO()) as printed:
                patch.setenv("TWOFOLD_HOME", self.environment["TWOFOLD_HOME"])
                assert main(list(words)) == 0
            return printed.getvalue()
        process = self.start(*words)
        out, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, err
        return out

    def share_words(self, collection):
        docs, work = str(self.place / "docs"), str(self.place / collection)
        named = ("--from", docs, "--name", "a", "--parts", "4", "--work", work)
        return ("share", "publish", self.address(collection), *named)

    def passages(self, collection):
        status = json.loads(self("--library", self.address(collection), "status", "--json"))
        return status["shared"][0]["passages"]

    def hits(self, collection):
        """Return the hits of each word. Equal passages are sorted by path."""
        found = {}
        for word in _WORDS[:2]:
            out = self("--library", self.address(collection), "search", word, "--json",
                       "--limit", "50")  # fmt: skip
            found[word] = sorted(
                (hit["doc_path"], hit["snippet"]) for hit in json.loads(out)["hits"]
            )
        return found


def test_a_killed_worker_loses_nothing_and_missing_files_are_deleted_only_after_confirmation(place):
    process = place.start(*place.share_words("parts"))
    work = place.place / "parts"
    for _ in watch(place.place, rust_timeout=500, yield_on_timeout=True):
        if list(work.glob("*/library/catalog.sqlite")) or process.poll() is not None:
            break
    with suppress(psutil.NoSuchProcess):  # on a busy machine, all may have ended
        workers = (
            child
            for child in psutil.Process(process.pid).children()
            if "spawn_main" in " ".join(child.cmdline())
        )
        for worker in islice(workers, 1):
            worker.kill()
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert "30 documents, 30 passages in all, 0 not indexed" in out
    assert place.hits("parts") == place.hits("whole")

    docs, away = place.place / "docs", place.place / "away"
    away.mkdir()
    for name in ("1", "2"):
        (docs / name).rename(away / name)
    try:
        process = place.start(*place.share_words("parts"))
        _, err = process.communicate(timeout=PATIENCE)
        assert process.returncode == 2
        assert "would be left" in err
        assert "--allow-empty" in err
        assert place.passages("parts") == 30
        done = place(*place.share_words("parts"), "--allow-empty")
        assert ": 0 documents sent, " in done
        assert "deleted; 10 documents" in done
        assert place.passages("parts") == 10
    finally:
        for name in ("1", "2"):
            (away / name).rename(docs / name)
    assert "Nothing" in place("share", "withdraw", *place.share_words("parts")[2:7])


def test_a_published_part_of_a_source_remains_a_part(place):
    out = place(*place.share_words("some"), "--only", "path:1/*.md")
    assert "Published" in out
    assert "10 documents sent" in out
    process = place.start(*place.share_words("some"))
    _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, "Only a part of this source" in err) == (2, True)
