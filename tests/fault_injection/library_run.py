"""Brings a library up to date, and may be killed on the way.

    python -m tests.fault_injection.library_run HOME FOLDER MODEL SECONDS

After SECONDS it kills itself as `kill -9` would; 0 lets it end. At the end it prints how many
seconds the work took. Texts are noted in HOME/embedded.log once their vectors are saved, with the
model's name.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from engine.api import LibraryStatus, RefreshLibrary, Settings
from engine.embedding.llama.embedder import GgufEmbedder
from engine.embedding.ports import Embedder, PassageBatch
from tests.support.running_engine import RunningEngine
from tests.support.tiny_gguf import tiny_model

MODELS = ("multilingual-e5-small", "all-minilm-l6-v2")


class NotingEmbedder(GgufEmbedder):
    """The tiny model under a name, noting which texts' vectors have been saved."""

    def __init__(self, folder: Path, name: str, log: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        path, description = tiny_model(folder, seed=MODELS.index(name))
        super().__init__(path, replace(description, name=name), threads=1, batch_tokens=128)
        self._name, self._log = name, log

    def passage_batches(
        self,
        texts: Sequence[str],
        should_stop: Callable[[], bool] | None = None,
        gives_way: Callable[[], bool] | None = None,
    ) -> Iterator[PassageBatch]:
        for batch in super().passage_batches(texts, should_stop, gives_way):
            yield batch
            # A batch has been saved once the next one is asked for.
            with self._log.open("a", encoding="utf-8") as file:
                file.writelines(f"{self._name} {texts[row]!r}\n" for row in batch.indices)


def run_library(home: Path, model: str) -> RunningEngine:
    """Open the library in `home`."""

    def load(name: str, _progress: object) -> Embedder:
        return NotingEmbedder(home.parent / f"model-{name}", name, home / "embedded.log")

    settings = Settings.from_mapping({"embedding.model": model})
    return RunningEngine.over(home, load, settings=settings)


def bring_up_to_date(running: RunningEngine, folder: Path, model: str) -> None:
    """Return when all of the folder can be found, by words and by the vectors of the model."""
    running.add(folder)
    running.ask(RefreshLibrary())

    def is_complete(status: LibraryStatus) -> bool:
        is_ready = status.model.ready and status.model.name == model
        return is_ready and status.upcoming is None and not status.vectors_pending

    running.wait_for_vectors()
    running.wait_for_status(is_complete)


def kill_after(seconds: float) -> None:
    """Kill this process in so many seconds."""
    kill = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGKILL))
    kill.daemon = True
    kill.start()


def main(home: str, folder: str, model: str, seconds: str) -> None:
    """Do the work, or die."""
    if float(seconds):
        kill_after(float(seconds))
    began = time.monotonic()
    with run_library(Path(home), model) as running:
        bring_up_to_date(running, Path(folder), model)
        sys.stdout.write(f"{time.monotonic() - began}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
