"""The program of an indexer process with the tiny model."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn


def main() -> None:
    """Run the indexer.

    The first line of input has options. With `die_beside`, the process exits immediately if that
    file exists. With `die_in_first_request`, it exits once, at its first request. With
    `slow_model`, the model is never loaded.
    """
    start = json.loads(sys.stdin.buffer.readline())
    if Path(start.get("die_beside", "")).is_file():
        os._exit(1)
    died = Path(start["home"]) / "died"
    if start.get("die_in_first_request") and not died.exists():
        sys.stdin.buffer.readline()
        died.parent.mkdir(parents=True)
        died.touch()
        os._exit(1)
    _serve(start)


def _serve(start: dict[str, Any]) -> None:
    """Keep the library up to date.

    Imports are local, so that a process that exits early skips them.
    """
    # ruff: noqa: PLC0415
    from tests.support.running_engine import library_opener
    from tests.support.tiny_embedder import tiny_embedder_loader
    from twofold.engine.api import EventCallback, Settings
    from twofold.engine.processes.this_process import end_process
    from twofold.engine.service.engine import BackgroundEngine
    from twofold.engine.service.protocol import IndexerServer

    load_embedder = tiny_embedder_loader(Path(start["model"]))
    if start.get("slow_model"):
        load_embedder = _never
    settings = Settings.from_mapping(start.get("settings", {}))
    opener = library_opener(Path(start["home"]), load_embedder, maintain=True, settings=settings)

    def open_engine(on_event: EventCallback) -> BackgroundEngine:
        return BackgroundEngine(opener, on_event)

    IndexerServer(sys.stdin.buffer, sys.stdout.buffer).serve(open_engine)
    end_process()


def _never(_name: str, _progress: Callable[[str], None]) -> NoReturn:
    while True:
        threading.Event().wait()


if __name__ == "__main__":
    main()
