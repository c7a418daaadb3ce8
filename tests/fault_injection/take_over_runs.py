"""Kills a busy process beside one that goes on with its library; compares with a fresh index.

    python -m tests.fault_injection.take_over_runs --runs 100 [--seed 1]

Each round changes the folder (and sometimes the model) and starts a process in which a person
changes the model and pauses. A second one opens the library meanwhile, follows, and takes over when
the first is killed or ends; see `kill_runs` for what is compared.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from engine.api import UseModel
from tests.fault_injection.busy_library_run import hurry
from tests.fault_injection.kill_runs import ROOT, KillRuns, run_from_command_line
from tests.fault_injection.library_run import MODELS, bring_up_to_date, run_library

_SHORTEST, _LONGEST = 0.3, 4.5


class TakeOverRuns(KillRuns):
    """One library over many rounds, in each of which it changes hands."""

    def _round(self, what: str) -> None:
        seconds, model = self._random.uniform(_SHORTEST, _LONGEST), MODELS[self._model]
        name = f"round {self.tally.rounds} ({what}, killed after {seconds:.2f} s)"
        with self._busy(model, seconds) as other:
            threading.Event().wait(self._random.uniform(0, seconds))
            with run_library(self._home, model) as survivor:
                self.tally.killed += other.wait() == -signal.SIGKILL
                survivor.wait_for_status(lambda status: not status.read_only)
                survivor.ask(UseModel(model))
                bring_up_to_date(survivor, self._folder.root, model)
                self._tag_one(survivor)
                self._compare_with_fresh(name, survivor)
        self._count_embedded(name)

    @contextmanager
    def _busy(self, model: str, seconds: float) -> Iterator[subprocess.Popen[bytes]]:
        module = "tests.fault_injection.busy_library_run"
        words = (str(self._home), str(self._folder.root), model, f"{seconds}")
        seed = str(self._random.randrange(1_000_000))
        with subprocess.Popen((sys.executable, "-m", module, *words, seed), cwd=ROOT) as process:
            try:
                yield process
            finally:
                process.kill()


if __name__ == "__main__":
    hurry()
    run_from_command_line(TakeOverRuns)
