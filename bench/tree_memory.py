"""The memory of a process and all its children, sampled while something runs (Linux)."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import psutil

_SECONDS_BETWEEN_LOOKS = 0.2


class TreeMemory:
    """Samples the memory periodically and stores the peak. `pss` counts shared pages once.

    Values are in MB (10^6 bytes). `peak_pss` is 0 if the system does not report it. `process` is
    the root of the process tree, by default this process.
    """

    def __init__(self, process: int | None = None, seconds: float = _SECONDS_BETWEEN_LOOKS) -> None:
        self._root = psutil.Process(process)
        self._seconds = seconds
        self.peak_rss = 0.0
        self.peak_pss = 0.0
        self.last_pss = 0.0
        # The name and PSS of each process at the peak.
        self.parts: list[tuple[str, float]] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="memory", daemon=True)

    def __enter__(self) -> TreeMemory:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def print_peaks(self) -> None:
        """Print the peaks."""
        print(f"memory of all processes    {self.peak_pss:.0f} MB at most (PSS; RSS ", end="")
        print(f"{self.peak_rss:.0f} MB), {self.last_pss:.0f} MB at the end")
        print("  at the peak:", ", ".join(f"{name} {pss:.0f}" for name, pss in self.parts))

    def _watch(self) -> None:
        while not self._stop.wait(self._seconds):
            self._look()

    def _look(self) -> None:
        rss, parts = 0.0, []
        for number in _tree(self._root):
            rss += _kilobytes(number, "Rss:") / 1000
            parts.append((number, _kilobytes(number, "Pss:") / 1000))
        self.last_pss = sum(pss for _, pss in parts)
        self.peak_rss = max(self.peak_rss, rss)
        if self.last_pss > self.peak_pss:
            self.peak_pss = self.last_pss
            self.parts = [(_name(number), pss) for number, pss in parts]


def _tree(root: psutil.Process) -> Iterator[int]:
    yield root.pid
    with suppress(psutil.NoSuchProcess):
        yield from (child.pid for child in root.children(recursive=True))


def _name(number: int) -> str:
    """Return the module that a Python process runs."""
    with suppress(psutil.Error, ValueError, IndexError):
        words = psutil.Process(number).cmdline()
        return words[words.index("-m") + 1].rpartition(".")[2]
    return str(number)


def _kilobytes(number: int, key: str) -> float:
    with suppress(OSError, ValueError, IndexError):
        text = Path(f"/proc/{number}/smaps_rollup").read_text(encoding="ascii")
        return 1.024 * int(text.split(key)[1].split()[0])
    return 0.0
