"""Asking for many files ahead, so that a worker never waits for who handles its answers."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

from engine.extract.frames import Header
from engine.extract.reader_process import ReaderProcess


class ReadAhead:
    """The files that were asked for, in order, each with the worker that was asked.

    `take` and `give_back` lend workers; `request` makes what is sent about a file. Indexing takes
    longer than reading for some formats: a worker that is ahead is asked to pre-tokenise as well.
    """

    def __init__(
        self,
        take: Callable[[], ReaderProcess],
        give_back: Callable[[ReaderProcess], None],
        request: Callable[[Path], Header],
    ) -> None:
        self._take = take
        self._give_back = give_back
        self._request = request
        self._waiting: deque[tuple[ReaderProcess, Path]] = deque()
        self._last = take()

    def asked(self, paths: Iterator[Path]) -> Iterator[tuple[ReaderProcess, Path]]:
        """Yield each file when its answer is next; `answered` is called before the following."""
        while True:
            while not self._is_full and (path := next(paths, None)) is not None:
                self._ask(path)
            if not self._waiting:
                return
            yield self._waiting[0]

    def answered(self) -> None:
        """Go on behind the first file; what a worker that is lost left open is asked again."""
        process, _ = self._waiting.popleft()
        if process.is_spent:
            self._ask_again(process)
        elif process is not self._last and not self._asks(process):
            self._give_back(process)

    def close(self) -> None:
        """Give all workers back."""
        for process in {self._last, *(process for process, _ in self._waiting)}:
            self._give_back(process)
        self._waiting.clear()

    @property
    def _is_full(self) -> bool:
        """Whether enough is asked; a worn worker has one successor, which may be worn meanwhile."""
        if not self._waiting:
            return False
        is_draining = self._last.is_worn and self._waiting[0][0] is not self._last
        return is_draining or len(self._waiting) >= self._last.most_ahead

    def _ask(self, path: Path) -> None:
        if self._last.is_worn:
            worn, self._last = self._last, self._take()
            if not self._asks(worn):
                self._give_back(worn)
        self._last.send({**self._request(path), "pretokenise": self._last.is_ahead})
        self._waiting.append((self._last, path))

    def _ask_again(self, spent: ReaderProcess) -> None:
        self._give_back(spent)
        if spent is not self._last and not self._asks(spent):
            return
        fresh = self._take()
        for place, (process, path) in enumerate(self._waiting):
            if process is spent:
                fresh.send(self._request(path))
                self._waiting[place] = fresh, path
        if spent is self._last:
            self._last = fresh

    def _asks(self, process: ReaderProcess) -> bool:
        return any(one is process for one, _ in self._waiting)
