"""Kills a library at random moments and compares what is left with a fresh index.

    python -m tests.fault_injection.kill_runs --runs 500 [--seed 1]

Each round changes the folder (and sometimes the model), kills the process that follows, opens the
library again, lets it finish, and asks both libraries the same questions.
"""

from __future__ import annotations

import argparse
import random
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from engine.api import ChangeTags, CheckLibrary, LibraryChecked, ListFailures, SearchMode
from tests.fault_injection.changing_folder import ChangingFolder
from tests.fault_injection.library_run import MODELS, bring_up_to_date, run_library
from tests.support.running_engine import RunningEngine

ROOT = Path(__file__).parents[2]
# Kills are drawn from the time that the work of the last completed round took, and from a little
# more after each kill, as the next change may be more work: so most rounds are killed, anywhere.
_SHORTEST, _LATER = 0.3, 1.05
QUERIES = ("car", "physician winter", "memory limit", "hound", "note more", "apple river stone")
MODES = (SearchMode.LEXICAL, SearchMode.VECTOR, SearchMode.HYBRID)


@dataclass
class Tally:
    """What many rounds came to; every list is empty when all is well."""

    rounds: int = 0
    killed: int = 0
    lost: list[str] = field(default_factory=list)
    embedded_twice: list[str] = field(default_factory=list)
    wrong_answers: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Whether nothing went wrong."""
        return not (self.lost or self.embedded_twice or self.wrong_answers or self.problems)


class KillRuns:
    """One library over many rounds."""

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
        """Change, kill, finish, compare."""
        number = self.tally.rounds
        what = self._folder.change() if number else "first index"
        if self._random.random() < 0.25:
            self._model = 1 - self._model
            what += " and another model"
        self._round(what)
        self.tally.rounds += 1

    def _round(self, what: str) -> None:
        seconds = self._random.uniform(0.02, self._seconds)
        name = f"round {self.tally.rounds} ({what}, killed after {seconds:.2f} s)"
        if self._run_and_kill(seconds):
            self.tally.killed += 1
        self._finish_and_compare(name)

    def _run_and_kill(self, seconds: float) -> bool:
        command = (sys.executable, "-m", "tests.fault_injection.library_run")
        words = (str(self._home), str(self._folder.root), MODELS[self._model], f"{seconds}")
        done = subprocess.run((*command, *words), cwd=ROOT, stdout=subprocess.PIPE, check=False)
        if done.returncode == -signal.SIGKILL:
            self._seconds *= _LATER
            return True
        done.check_returncode()
        self._seconds = max(_SHORTEST, float(done.stdout))
        return False

    def _finish_and_compare(self, name: str) -> None:
        model = MODELS[self._model]
        with run_library(self._home, model) as survivor:
            bring_up_to_date(survivor, self._folder.root, model)
            self._tag_one(survivor)
            self._compare_with_fresh(name, survivor)
        self._count_embedded(name)

    def _compare_with_fresh(self, name: str, survivor: RunningEngine) -> None:
        model = MODELS[self._model]
        with tempfile.TemporaryDirectory(dir=self._place) as fresh_home:
            (Path(fresh_home) / "home").mkdir()
            with run_library(Path(fresh_home) / "home", model) as fresh:
                bring_up_to_date(fresh, self._folder.root, model)
                for path in sorted(self._folder.tagged):
                    fresh.ask(ChangeTags(f"Notes/{path}", add=("mine",)))
                self._compare(name, survivor, fresh)

    def _tag_one(self, survivor: RunningEngine) -> None:
        path = self._random.choice(self._folder.notes())
        self._folder.tagged.add(path)
        survivor.ask(ChangeTags(f"Notes/{path}", add=("mine",)))

    def _compare(self, name: str, survivor: RunningEngine, fresh: RunningEngine) -> None:
        tally = self.tally
        checked = survivor.ask(CheckLibrary())
        if not isinstance(checked, LibraryChecked) or checked.problems:
            tally.problems.append(f"{name}: {checked}")
        accounted = survivor.status()
        expected = fresh.status()
        if (accounted.documents_indexed, accounted.chunks, accounted.documents_failed) != (
            expected.documents_indexed,
            expected.chunks,
            expected.documents_failed,
        ):
            tally.lost.append(f"{name}: {accounted} instead of {expected}")
        if _failures(survivor) != _failures(fresh):
            tally.lost.append(f"{name}: failures {_failures(survivor)}")
        for query in QUERIES:
            for mode in MODES:
                found, wanted = _hits(survivor, query, mode), _hits(fresh, query, mode)
                if found != wanted:
                    tally.wrong_answers.append(
                        f"{name}: {mode} {query!r}: {found[:1]} instead of {wanted[:1]}"
                    )

    def _count_embedded(self, name: str) -> None:
        counts = Counter(self._log.read_text(encoding="utf-8").splitlines())
        twice = [line for line, times in counts.items() if times > 1]
        if twice:
            self.tally.embedded_twice.append(f"{name}: {twice[:3]}")


def _failures(running: RunningEngine) -> list[tuple[str, str]]:
    listed = running.ask(ListFailures())
    return [(failure.path, failure.reason) for failure in listed.failures]  # type: ignore[union-attr]


def _hits(running: RunningEngine, query: str, mode: SearchMode) -> list[tuple[object, ...]]:
    hits = running.search(query, mode=mode, k=50).hits
    return [(hit.chunk_id, hit.doc_path, hit.score, hit.tags, hit.snippet) for hit in hits]


def kill_runs(
    place: Path,
    rounds: int,
    seed: int,
    after_each: Callable[[Tally], None] = lambda _tally: None,
) -> Tally:
    """Run many rounds on one library below `place`."""
    runs = KillRuns(place, seed)
    for _ in range(rounds):
        runs.round()
        after_each(runs.tally)
    return runs.tally


def _show(tally: Tally) -> None:
    wrong = "" if tally.is_clean else f", NOT clean: {tally}"
    sys.stderr.write(f"{tally.rounds} rounds, {tally.killed} killed{wrong}\n")
    sys.stderr.flush()


def run_from_command_line() -> None:
    """Run as many rounds as asked for and print what they came to."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        tally = kill_runs(Path(place), options.runs, options.seed, _show)
    sys.stdout.write(f"{tally}\n")
    sys.exit(0 if tally.is_clean else 1)


if __name__ == "__main__":
    run_from_command_line()
