"""Kills a library's process at random moments and compares the library with a fresh index.

    python -m tests.fault_injection.kill_runs --runs 500 [--seed 1]

Each round changes the folder (and sometimes the model), kills the process that updates the library,
opens the library again, waits until it is up to date, and runs the same queries on both libraries.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from pathlib import Path

from tests.support.running_engine import RunningEngine
from tests.support.tiny_gguf import tiny_model
from twofold.engine.api import (
    ChangeTags,
    CheckLibrary,
    LibraryStatus,
    ListFailures,
    RefreshLibrary,
    SearchMode,
    Settings,
)
from twofold.engine.embedding.llama.embedder import GgufEmbedder

ROOT = Path(__file__).parents[2]
MODELS = ("multilingual-e5-small", "all-minilm-l6-v2")
# Random kill times are based on the duration of the last completed round. The range grows
# after each kill, because the next change may take longer. Thus most rounds are killed.
_SHORTEST, _LATER = 0.3, 1.05
QUERIES = ("car", "physician winter", "memory limit", "hound", "note more", "apple river stone")
MODES = (SearchMode.LEXICAL, SearchMode.VECTOR, SearchMode.HYBRID)
_WORDS = tuple(
    "car vehicle doctor physician memory limit dog hound buy purchase garden winter piano "  # noqa: SIM905
    "letter bread river apple window paper stone".split()
)


# --- The killed process, which brings a library up to date ---


class LoggingEmbedder(GgufEmbedder):
    """The tiny model with another name. Logs the texts whose vectors have been saved."""

    def __init__(self, folder: Path, name: str, log: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        path, description = tiny_model(folder, seed=MODELS.index(name))
        super().__init__(path, replace(description, name=name), threads=1, batch_tokens=128)
        self._name, self._log = name, log

    def passage_batches(self, texts, should_stop=None, gives_way=None):
        for batch in super().passage_batches(texts, should_stop, gives_way):
            yield batch
            # A batch has been saved once the next one is requested.
            with self._log.open("a", encoding="utf-8") as file:
                file.writelines(f"{self._name} {texts[row]!r}\n" for row in batch.indices)


def run_library(home: Path, model: str) -> RunningEngine:
    """Open the library in `home`."""

    def load(name: str, _progress: object) -> LoggingEmbedder:
        return LoggingEmbedder(home.parent / f"model-{name}", name, home / "embedded.log")

    return RunningEngine.over(
        home, load, settings=Settings.from_mapping({"embedding.model": model})
    )


def bring_up_to_date(running: RunningEngine, folder: Path, model: str) -> None:
    """Return when all files can be found by keywords and by the vectors of the model."""
    running.add(folder)
    running.ask(RefreshLibrary())

    def is_complete(status: LibraryStatus) -> bool:
        is_ready = status.model.ready and status.model.name == model
        return is_ready and status.upcoming is None and not status.vectors_pending

    running.wait_for_vectors()
    running.wait_for_status(is_complete)


def work_until_killed(home: str, folder: str, model: str, seconds: str) -> None:
    """Bring a library up to date, and kill this process after some seconds, as `kill -9` would.

    Prints the seconds that the work took if it was completed.
    """
    kill = threading.Timer(float(seconds), os.kill, (os.getpid(), signal.SIGKILL))
    kill.daemon = True
    kill.start()
    began = time.monotonic()
    with run_library(Path(home), model) as running:
        bring_up_to_date(running, Path(folder), model)
        sys.stdout.write(f"{time.monotonic() - began}\n")
        sys.stdout.flush()


# --- The folder, with reproducible changes for the same seed ---


class ChangingFolder:
    """Notes below `root`. `tagged` contains the notes that the user has tagged, by path."""

    def __init__(self, root: Path, seed: int) -> None:
        self.root = root
        self.tagged: set[str] = set()
        self._random = random.Random(seed)
        self._written = 0
        for number in range(40):
            self._write(f"part{number % 4}/note{number}.md")
        (root / "broken.pdf").write_bytes(b"%PDF-1.7\nbroken")

    def change(self) -> str:
        """Change some files on the disk and return a short description."""
        change = self._random.choice(
            (self._add, self._edit, self._rename, self._rename_part, self._delete, self._move)
        )
        change()
        return change.__name__.strip("_")

    def notes(self) -> list[str]:
        """Return the paths of all notes, sorted."""
        return sorted(path.relative_to(self.root).as_posix() for path in self.root.rglob("*.md"))

    def _add(self) -> None:
        for _ in range(8):
            self._write(f"part{self._random.randrange(4)}/new{self._written}.md")

    def _edit(self) -> None:
        for path in self._some(6):
            self._write(path)

    def _delete(self) -> None:
        for path in self._some(3):
            (self.root / path).unlink()
            self.tagged.discard(path)

    def _rename(self) -> None:
        for path in self._some(4):
            self._moved(path, f"{Path(path).parent}/renamed{self._written}.md")

    def _move(self) -> None:
        for path in self._some(4):
            self._moved(path, f"moved{self._written}/{Path(path).name}")

    def _rename_part(self) -> None:
        old = self._random.choice(sorted({path.split("/")[0] for path in self.notes()}))
        new = f"part{self._written}renamed"
        for path in self.notes():
            if path.startswith(f"{old}/"):
                self._moved(path, new + path.removeprefix(old))
        for folder in sorted((self.root / old).rglob("*"), reverse=True):
            folder.rmdir()
        (self.root / old).rmdir()

    def _moved(self, old: str, new: str) -> None:
        self._written += 1
        target = self.root / new
        target.parent.mkdir(parents=True, exist_ok=True)
        (self.root / old).rename(target)
        if old in self.tagged:
            self.tagged.remove(old)
            self.tagged.add(new)

    def _some(self, number: int) -> list[str]:
        notes = self.notes()
        return self._random.sample(notes, min(number, len(notes)))

    def _write(self, name: str) -> None:
        self._written += 1
        words = " ".join(self._random.choice(_WORDS) for _ in range(12))
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        text = f"# Note {self._written}\n\n{words}.\n\n## More {self._written}\n\n{words[::-1]}\n"
        path.write_text(text, encoding="utf-8")


# --- The rounds ---


@dataclass
class Tally:
    """The totals of all rounds. `wrong` lists the errors found."""

    rounds: int = 0
    killed: int = 0
    wrong: list[str] = field(default_factory=list)


class KillRuns:
    """A library that is used for many rounds."""

    def __init__(self, place: Path, seed: int) -> None:
        self._place = place
        self._random = random.Random(seed)
        self._home = place / "home"
        self._home.mkdir()
        self._folder = ChangingFolder(place / "Notes", seed)
        self._model = 0
        self._seconds = _SHORTEST
        self._log = self._home / "embedded.log"
        self._log.touch()
        self.tally = Tally()

    def round(self) -> None:
        """Change the folder, kill the process, complete the work, and compare."""
        what = self._folder.change() if self.tally.rounds else "first index"
        if self._random.random() < 0.25:
            self._model = 1 - self._model
            what += " and another model"
        seconds = self._random.uniform(0.02, self._seconds)
        name = f"round {self.tally.rounds} ({what}, killed after {seconds:.2f} s)"
        self._run_and_kill(seconds)
        for problem in self._finish_and_compare():
            self.tally.wrong.append(f"{name}: {problem}")
        self.tally.rounds += 1

    def _run_and_kill(self, seconds: float) -> None:
        words = (str(self._home), str(self._folder.root), MODELS[self._model], f"{seconds}")
        command = (sys.executable, "-m", "tests.fault_injection.kill_runs", "--child", *words)
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=False)
        if done.returncode == -signal.SIGKILL:
            self._seconds *= _LATER
            self.tally.killed += 1
        else:
            done.check_returncode()
            self._seconds = max(_SHORTEST, float(done.stdout))

    def _finish_and_compare(self) -> list[str]:
        model = MODELS[self._model]
        with (
            run_library(self._home, model) as survivor,
            tempfile.TemporaryDirectory(dir=self._place) as place,
        ):
            bring_up_to_date(survivor, self._folder.root, model)
            path = self._random.choice(self._folder.notes())
            self._folder.tagged.add(path)
            survivor.ask(ChangeTags(f"Notes/{path}", add=("mine",)))
            fresh_home = Path(place) / "home"
            fresh_home.mkdir()
            with run_library(fresh_home, model) as fresh:
                bring_up_to_date(fresh, self._folder.root, model)
                for path in sorted(self._folder.tagged):
                    fresh.ask(ChangeTags(f"Notes/{path}", add=("mine",)))
                wrong = _differences(survivor, fresh)
        texts = Counter(self._log.read_text(encoding="utf-8").splitlines())
        return wrong + [f"embedded twice: {text}" for text, times in texts.items() if times > 1]


def _differences(survivor: RunningEngine, fresh: RunningEngine) -> list[str]:
    wrong = list(survivor.ask(CheckLibrary()).problems)

    def compare(what: str, of: Callable[[RunningEngine], object]) -> None:
        found, wanted = of(survivor), of(fresh)
        if found != wanted:
            wrong.append(f"{what}: {found!r:.300} instead of {wanted!r:.300}")

    def counts(running: RunningEngine) -> object:
        status = running.status()
        return status.documents_indexed, status.chunks, status.documents_failed

    compare("documents, passages, failures", counts)
    compare("failures", _failures)
    for query, mode in product(QUERIES, MODES):
        compare(f"{mode} {query!r}", partial(_hits, query=query, mode=mode))
    return wrong


def _failures(running: RunningEngine) -> object:
    return [(failure.path, failure.reason) for failure in running.ask(ListFailures()).failures]


def _hits(running: RunningEngine, query: str, mode: SearchMode) -> object:
    hits = running.search(query, mode=mode, limit=50).hits
    return [(hit.chunk_id, hit.doc_path, hit.score, hit.tags, hit.snippet) for hit in hits]


def kill_runs(
    place: Path,
    rounds: int,
    seed: int,
    after_each: Callable[[Tally], None] = lambda _tally: None,
) -> Tally:
    """Run many rounds on one library below `place`, and return the totals."""
    runs = KillRuns(place, seed)
    for _ in range(rounds):
        runs.round()
        after_each(runs.tally)
    return runs.tally


def _show(tally: Tally) -> None:
    sys.stderr.write(f"{tally.rounds} rounds, {tally.killed} killed, wrong: {tally.wrong}\n")
    sys.stderr.flush()


def run_from_command_line() -> None:
    """Run the requested number of rounds and print the totals."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        tally = kill_runs(Path(place), options.runs, options.seed, _show)
    sys.exit(1 if tally.wrong else 0)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        work_until_killed(*sys.argv[2:])
    else:
        run_from_command_line()
