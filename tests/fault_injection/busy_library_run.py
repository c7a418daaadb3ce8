"""Brings a library up to date while a person changes the model and pauses, and is killed.

    python -m tests.fault_injection.busy_library_run HOME FOLDER MODEL SECONDS SEED

After SECONDS it kills itself as `kill -9` would, if it has not ended before. The person's last wish
is that MODEL answers and that everything goes on.
"""

from __future__ import annotations

import random
import sys
import threading
from pathlib import Path

from engine.api import (
    PauseEmbedding,
    PauseIndexing,
    RefreshLibrary,
    Request,
    SearchRequest,
    UseModel,
)
from engine.service import library_host
from engine.stores.vectors import index
from tests.fault_injection.library_run import MODELS, bring_up_to_date, kill_after, run_library
from tests.support.running_engine import RunningEngine

_LONGEST_BUSY, _LONGEST_BETWEEN = 3.0, 0.15
_SHARE_OF_COMPLETE = 0.7


def hurry() -> None:
    """Let this process ask for its turn often, and build graphs of few vectors."""
    library_host._SECONDS_UNTIL_NEXT_TURN = 0.05
    index._LEAST_FOR_GRAPH = 20


def _be_busy(running: RunningEngine, model: str, chance: random.Random) -> None:
    other = MODELS[1 - MODELS.index(model)]
    wishes: tuple[Request, ...] = (
        *(UseModel(name) for name in (other, model)),
        *(PauseEmbedding(paused=paused) for paused in (True, False)),
        *(PauseIndexing(paused=paused) for paused in (True, False)),
        SearchRequest("car"),
        RefreshLibrary(),
    )
    left = chance.uniform(0, _LONGEST_BUSY)
    while left > 0:
        running.engine.submit(chance.choice(wishes))
        between = chance.uniform(0, _LONGEST_BETWEEN)
        threading.Event().wait(between)
        left -= between
    for wish in (PauseEmbedding(paused=False), PauseIndexing(paused=False), UseModel(model)):
        running.engine.submit(wish)


def main(home: str, folder: str, model: str, seconds: str, seed: str) -> None:
    """Do the work, or die."""
    hurry()
    kill_after(float(seconds))
    chance = random.Random(int(seed))
    with run_library(Path(home), model) as running:
        _be_busy(running, model, chance)
        if chance.random() < _SHARE_OF_COMPLETE:
            bring_up_to_date(running, Path(folder), model)


if __name__ == "__main__":
    main(*sys.argv[1:])
