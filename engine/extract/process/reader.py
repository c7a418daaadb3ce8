"""Reading documents safely: every file is parsed in a worker process that may crash."""

from __future__ import annotations

import math
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import TypeVar

from twofold.engine.extract.errors import invalid_result_error
from twofold.engine.extract.limits import ReaderLimits
from twofold.engine.extract.process.answers import (
    RETRIED_REASONS,
    EmbeddedAnswers,
    unpack_answer,
    unpack_text,
)
from twofold.engine.extract.process.embedded import EmbeddedSelection
from twofold.engine.extract.process.frames import FrameAllowance, Header, plain
from twofold.engine.extract.process.pages import (
    RenderedPage,
    ScannedPages,
    plain_recognised,
    unpack_lines,
    unpack_page,
    unpack_scanned_pages,
)
from twofold.engine.extract.process.reader_process import (
    DEFAULT_COMMAND,
    Folder,
    ReaderProcess,
    no_sandbox_error,
)
from twofold.engine.model.document import CutText, ExtractedText, OcrLine, OcrText
from twofold.engine.model.errors import DocumentError, EngineError
from twofold.engine.model.localized import message, system_reason
from twofold.engine.processes.sandbox import SandboxPolicy, sandbox_gap, sandbox_problem

Answer = TypeVar("Answer")

# The number of idle workers kept; each is bound to one folder, and few folders are in use at a
# time.
_MAX_IDLE = 2
# More files than a commit contains, so that the worker has work during a commit.
_MAX_AHEAD = 1024
# Several hundred waiting answers mean that indexing is slower than reading. Then the worker is
# asked to tokenise the passages for the lexical index, so that indexing does not have to.
_BACKLOG_BYTES = 1_000_000
_ALL_EMBEDDED = EmbeddedSelection()


class DocumentReader:
    """Reads documents in worker processes; safe to share between threads.

    Only files below the folders that `folders` returns are read; the sandbox of a worker contains
    one of these folders.

    A worker is reused for the next file and replaced after it fails. `command` starts a worker (the
    application passes another one than DEFAULT_COMMAND). With `cuts`, the worker returns passages
    instead of whole texts; a worker that cannot cut returns whole texts. `recognised` returns the
    OCR text of a file or of one of its embedded documents.
    """

    def __init__(
        self,
        limits: ReaderLimits | None = None,
        command: tuple[str, ...] | None = None,
        *,
        folders: Callable[[], Iterable[Path]],
        cuts: bool = False,
        recognised: Callable[[Path, str], OcrText | None] = lambda _path, _member: None,
    ) -> None:
        self._folders = folders
        self._recognised = recognised
        self._cuts = cuts
        self._limits = limits or ReaderLimits()
        self._command = command or DEFAULT_COMMAND
        self._lock = threading.Lock()
        self._idle: list[ReaderProcess] = []
        self._busy: set[ReaderProcess] = set()
        self._closed = False
        # Why a worker was outside its sandbox although the system has one.
        self.sandbox_failure = ""

    def use_limits(self, limits: ReaderLimits) -> None:
        """Use other limits from the next file on; files being read keep the former limits."""
        with self._lock:
            if limits == self._limits:
                return
            self._limits = limits
        self.end_idle()

    def read(self, path: Path, member: str = "") -> ExtractedText:
        """Return the text of a file or an embedded document, without documents embedded in it.

        Raise DocumentError with the reason if there is none.
        """
        return self._ask(self._request_of(path, member), unpack_text)

    def read_with_ocr_text(
        self, path: Path, member: str, recognised: OcrText
    ) -> ExtractedText | CutText:
        """Return the passages (or the text) of a document with this OCR text.

        Raise DocumentError if there are none.
        """
        request = self._request(path, selection=EmbeddedSelection(only=member))
        options = {"cut": self._cuts, "recognised": plain_recognised(recognised)}
        return self._ask({**request, **options}, unpack_answer)

    def scanned_pages(self, path: Path, member: str = "") -> ScannedPages:
        """Return which pages of a document are pictures; raise DocumentError on failure."""
        request = self._request(path, selection=EmbeddedSelection(only=member))
        return self._ask({**request, "operation": "scanned pages"}, unpack_scanned_pages)

    def recognise(self, path: Path, page: int, member: str = "") -> tuple[OcrLine, ...]:
        """Return the OCR text of a page; raise DocumentError on failure."""
        request = self._request(path, selection=EmbeddedSelection(only=member))
        return self._ask({**request, "operation": "recognise", "page": page}, unpack_lines)

    def carry_out(
        self,
        operation: str,
        path: Path,
        unpack: Callable[[Header, bytes], Answer],
        *,
        max_bytes: int,
        seconds: float,
    ) -> Answer:
        """Return the result of an additional operation of the worker on a file.

        `unpack` raises ValueError for an invalid answer. Raise DocumentError if the file cannot be
        read, has more than `max_bytes`, or takes longer than `seconds`.
        """
        request = {
            **self._request(path),
            "operation": operation,
            "max_bytes": min(max_bytes, self._limits.max_bytes),
        }
        return self._ask(request, unpack, seconds)

    def read_all(
        self, paths: Iterable[Path]
    ) -> Iterator[tuple[Path, ExtractedText | CutText | DocumentError]]:
        """Yield every path, in order, with its text or the reason why there is none.

        A worker reads ahead while the caller processes earlier results. If the reader is closed,
        the iteration ends early without results for the remaining paths.
        """
        folders = tuple(self._folders())
        try:
            for folder, paths_inside in groupby(
                paths, key=lambda path: _folder_around(path, folders)
            ):
                yield from self._read_in(folder, paths_inside)
        except _ReaderClosedError:
            return

    def _read_in(
        self, folder: Path, paths: Iterator[Path]
    ) -> Iterator[tuple[Path, ExtractedText | CutText | DocumentError]]:
        """Yield files of one folder, as `read_all` does."""
        process = self._take(folder)
        asked: deque[Path] = deque()
        try:
            while True:
                while len(asked) < _MAX_AHEAD:
                    if (path := next(paths, None)) is None:
                        break
                    pretokenise = process.waiting_bytes >= _BACKLOG_BYTES
                    request = self._request_to_index(folder, path)
                    process.send({**request, "pretokenise": pretokenise})
                    asked.append(path)
                if asked:
                    path = asked.popleft()
                    answer = self._answer(process, path)
                    if process.has_failed:
                        process = self._replacement(process, folder, asked)
                    yield path, answer
                else:
                    return
        finally:
            self._release(process)

    def _replacement(
        self, process: ReaderProcess, folder: Path, asked: Iterable[Path]
    ) -> ReaderProcess:
        """Return a new worker in place of `process`, with the same pending requests."""
        self._release(process)
        fresh = self._take(folder)
        for path in asked:
            fresh.send(self._request_to_index(folder, path))
        return fresh

    def render_page(
        self, path: Path, page: int, width: int, passage: str = "", *, member: str = ""
    ) -> RenderedPage:
        """Return page `page` (1-based, clipped to the existing pages), `width` pixels wide.

        Boxes mark the lines of `passage`. The document is `path` or its embedded document `member`.
        Raise DocumentError if it cannot be read or has no pages.
        """
        request = {
            **self._request_of(path, member),
            "operation": "render",
            "page": page,
            "width": width,
            "passage": passage,
        }
        return self._ask(request, unpack_page)

    def _ask(
        self,
        request: Header,
        unpack: Callable[[Header, bytes], Answer],
        seconds: float = math.inf,
    ) -> Answer:
        """Return the answer to one request; after a crash, retry once in a new worker."""
        while True:
            process = self._take(Path(str(request["folder"])))
            is_fresh = process.answered == 0
            try:
                process.send(request)
                allowance = FrameAllowance(process.limits.answer)
                answer = self._receive(process, unpack, allowance, seconds=seconds)
            finally:
                self._release(process)
            if not isinstance(answer, DocumentError):
                return answer
            if is_fresh or not process.has_failed or answer.reason not in RETRIED_REASONS:
                raise answer

    def end_idle(self) -> None:
        """End the idle workers."""
        with self._lock:
            idle, self._idle = self._idle, []
        for process in idle:
            process.stop()

    def close(self) -> None:
        """Stop every worker; requests in progress end without an answer."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
            for process in self._busy:
                process.kill()
        for process in idle:
            process.stop()

    def _answer(
        self, process: ReaderProcess, path: Path
    ) -> ExtractedText | CutText | DocumentError:
        """Return the answer about `path`; after a crash, new workers continue at the same point."""
        members = EmbeddedAnswers(process.limits.answer)
        is_fresh = process.answered == 0
        answer = self._receive(process, unpack_answer, members.allowance, members)
        while isinstance(answer, DocumentError) and process.has_failed:
            selection = members.retry(answer, was_fresh=is_fresh)
            if selection is None:
                return answer
            folder = process.folder.path
            process, is_fresh = self._take(folder), True
            try:
                process.send(self._request_to_index(folder, path, selection))
                answer = self._receive(process, unpack_answer, members.allowance, members)
            finally:
                self._release(process)
        return answer if isinstance(answer, DocumentError) else members.complete(answer)

    def _receive(
        self,
        process: ReaderProcess,
        unpack: Callable[[Header, bytes], Answer],
        allowance: FrameAllowance,
        members: EmbeddedAnswers | None = None,
        *,
        seconds: float = math.inf,
    ) -> Answer | DocumentError:
        """Return the next answer; frames about embedded documents are added to `members`."""
        try:
            frame = process.receive(allowance, seconds)
            while members is not None and not frame.is_last:
                members.take(frame.header, frame.tail)
                frame = process.receive(allowance, seconds)
            return unpack(frame.header, frame.tail)
        except DocumentError as error:
            if self._closed:
                raise _ReaderClosedError from error
            return error
        except (ValueError, MemoryError):
            process.stop()
            return invalid_result_error()

    def _request(
        self,
        path: Path,
        folder: Path | None = None,
        selection: EmbeddedSelection = _ALL_EMBEDDED,
    ) -> Header:
        return {
            "operation": "extract",
            "path": str(path),
            "folder": str(folder or _folder_around(path, self._folders())),
            "max_bytes": self._limits.max_bytes,
            "selection": plain(selection),
        }

    def _request_of(self, path: Path, member: str) -> Header:
        """Return a request about one document, with its OCR text."""
        request = self._request(path, selection=EmbeddedSelection(only=member))
        recognised = self._recognised(path, member)
        if recognised is None:
            return request
        return {**request, "recognised": plain_recognised(recognised)}

    def _request_to_index(
        self, folder: Path, path: Path, selection: EmbeddedSelection = _ALL_EMBEDDED
    ) -> Header:
        return {**self._request(path, folder, selection), "cut": self._cuts}

    def _take(self, path: Path) -> ReaderProcess:
        """Return a worker whose sandbox contains only the folder at `path`.

        A folder that hangs, such as a network folder, does not block the others.
        """
        folder = Folder.at(path)
        with self._lock:
            if self._closed:
                raise _ReaderClosedError
            ended = [process for process in self._idle if process.has_ended]
            self._idle = [process for process in self._idle if process not in ended]
            same = [process for process in self._idle if process.folder == folder]
            if same:
                self._idle.remove(same[-1])
            process = same[-1] if same else self._start(folder)
            self._busy.add(process)
        for one in ended:
            one.stop()
        return process

    def _start(self, folder: Folder) -> ReaderProcess:
        is_required = self._limits.sandbox is SandboxPolicy.REQUIRED
        if is_required and (sandbox_problem() or sandbox_gap()):
            raise no_sandbox_error()
        try:
            return ReaderProcess(self._limits, folder, self._command)
        except OSError as error:
            raise EngineError(
                message(
                    "The process that reads documents could not be started: {strerror}.",
                    strerror=system_reason(error),
                ),
                message("Run 'twofold doctor'."),
            ) from error

    def _release(self, process: ReaderProcess) -> None:
        """Keep a worker for the next file; stop one that failed or is still busy."""
        with self._lock:
            self.sandbox_failure = process.sandbox_failure or self.sandbox_failure
            self._busy.discard(process)
            is_done = process.has_failed or not process.is_idle
            keep = not (self._closed or is_done) and process.limits == self._limits
            surplus = [process]
            if keep:
                self._idle.append(process)
                surplus, self._idle = self._idle[:-_MAX_IDLE], self._idle[-_MAX_IDLE:]
        for one in surplus:
            one.stop()


def _folder_around(path: Path, folders: Iterable[Path]) -> Path:
    """Return the innermost folder around a path; links below it are not followed."""
    around = [folder for folder in folders if path.is_relative_to(folder)]
    return max(around, key=lambda folder: len(folder.parts), default=path.parent)


class _ReaderClosedError(EngineError):
    """The reader was closed before or during a request."""

    def __init__(self) -> None:
        super().__init__(message("The document reader was closed."))
