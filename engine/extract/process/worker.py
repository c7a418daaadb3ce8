"""The process that reads documents: `python -P -m engine.extract.process.worker MEMORY_MB SECONDS`.

It limits its resources before it reads a document, answers one request at a time on its standard
output, and ends when its input ends. Documents are read in forked processes
(`engine.extract.process.fork_server`). If a document crashes its process, the worker continues.
"""

from __future__ import annotations

import math
import os
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path, PurePath
from types import MappingProxyType

from twofold.engine.extract.errors import memory_error
from twofold.engine.extract.extraction import NeedsOwnProcessError, open_document, read_bytes
from twofold.engine.extract.file_format import PageRenderer
from twofold.engine.extract.limits import REQUEST_LIMITS, ReaderLimits
from twofold.engine.extract.process.answers import (
    Cut,
    MakeStreams,
    pack_answer,
    pack_embedded,
    pack_failure,
)
from twofold.engine.extract.process.embedded import (
    EmbeddedSelection,
    EmbeddedStarted,
    FileReading,
    document_bytes,
    read_document,
)
from twofold.engine.extract.process.fork_server import (
    NEEDS_OWN_PROCESS,
    TEXTS_PER_PROCESS,
    Document,
    ForkServer,
    Work,
    can_fork,
    read_exactly,
    write_all,
)
from twofold.engine.extract.process.frames import (
    FrameAllowance,
    Header,
    MalformedFrameError,
    checked,
    pack_frame,
    read_frame,
)
from twofold.engine.extract.process.pages import checked_recognised, pack_lines, pack_scanned_pages
from twofold.engine.extract.registry import find_format, isolated_formats
from twofold.engine.model.document import EmbeddedDocument, content_digest
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import message
from twofold.engine.processes.limits import TimeLimit, limit_this_process
from twofold.engine.processes.sandbox import ConfineFork, enter_sandbox
from twofold.engine.processes.this_process import collect_garbage_rarely, follow_niceness

# An additional operation of the worker: it makes an answer from the content and the name of a
# document, and raises DocumentError on failure.
Operation = Callable[[bytes, PurePath], tuple[Header, bytes]]
# With less memory, all of it is reserved for the documents.
_MIN_STREAMS_MEMORY_MB = 512
# A process that reads many documents, or many of one archive, may use this many times the processor
# time allowed for one document.
_MAX_SECONDS_FACTOR = 10
_EXTRACT, _RECOGNISE = "extract", "recognise"
# The exit status of a worker that must be replaced.
_MUST_BE_REPLACED = 4
_SAMPLE = b"---\ntitle: Sample\n---\n\n# Sample\n\nA built-in text in the English language.\n"


def main(
    arguments: list[str],
    cut: Cut | None = None,
    streams: MakeStreams | None = None,
    operations: Mapping[str, Operation] = MappingProxyType({}),
) -> int:
    """Serve requests until the input ends; return an exit status.

    If a request asks for them, `cut` splits a text into passages and `streams` tokenises a passage
    for the lexical index. `operations` are additional operations by name.
    """
    # At the end of the user's session every process gets this signal; the file would be reported as
    # damaged.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    # A process with threads must not be forked; numpy starts some when it is imported.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    memory_mb, seconds = int(arguments[0]), int(arguments[1])
    has_memory_for_streams = memory_mb >= _MIN_STREAMS_MEMORY_MB
    follow_niceness()
    confine_fork = enter_sandbox(forks=can_fork())
    requests, answers = _private_channels()
    limits = limit_this_process(memory_mb * 1_000_000)
    reader_limits = ReaderLimits(seconds, memory_mb)
    cutting = cut, streams if has_memory_for_streams else None
    collect_garbage_rarely()
    worker = _Worker(limits, reader_limits, cutting, operations, confine_fork)
    if can_fork():
        return ForkServer(requests, answers, worker.work()).serve()
    return worker.serve_alone(requests, answers)


def _private_channels() -> tuple[int, int]:
    """Make the pipes private, so that output printed by a library does not become an answer."""
    requests, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    return requests, answers


class _Worker:
    """Answers requests, in forked processes if the system supports them."""

    def __init__(
        self,
        limits: TimeLimit,
        reader_limits: ReaderLimits,
        cutting: tuple[Cut | None, MakeStreams | None],
        operations: Mapping[str, Operation],
        confine_fork: ConfineFork,
    ) -> None:
        self._limits = limits
        self._reader_limits = reader_limits
        self._cut, self._streams = cutting
        self._operations = operations
        self._confine_fork = confine_fork

    def work(self) -> Work:
        """Return the functions that the fork server needs."""
        return Work(_document_of, _load, self._warm_up, self._run)

    def serve_alone(self, requests: int, answers: int) -> int:
        """Answer requests in this process, on systems that cannot fork one for each document.

        After a native parser has read a document, return before reading another one; the parent
        then starts a new worker.
        """
        document: Document | None = None
        for _ in range(TEXTS_PER_PROCESS):
            try:
                request = _read_request(requests)
            except EOFError:
                return 0
            wanted = _document_of(request)
            if document not in {None, wanted}:
                return _MUST_BE_REPLACED
            serving = self._serving(answers, is_shared=wanted is None)
            if not serving.answer(request):
                wanted = Document(str(request["path"]))
                self._serving(answers, is_shared=False).answer(request)
            document = wanted
        return _MUST_BE_REPLACED

    def _run(self, requests: int, answers: int, document: Document | None) -> None:
        """Answer requests in a forked process until they end."""
        self._confine_fork(document is not None and document.is_recognised)
        self._limits.limit_all_seconds(_MAX_SECONDS_FACTOR * math.ceil(self._reader_limits.seconds))
        serving = self._serving(answers, is_shared=document is None)
        with suppress(EOFError):
            while True:
                if not serving.answer(_read_request(requests)):
                    write_all(answers, NEEDS_OWN_PROCESS)

    def _serving(self, answers: int, *, is_shared: bool) -> _Serving:
        return _Serving(
            answers,
            self._limits,
            self._reader_limits,
            (self._cut, self._streams),
            self._operations,
            is_shared=is_shared,
        )

    def _warm_up(self) -> None:
        """Read a built-in text, so that processes forked later have the needed modules loaded."""
        text = open_document(_SAMPLE, PurePath("sample.md")).text
        chunks = self._cut(text) if text is not None and self._cut is not None else ()
        if self._streams is not None:
            for chunk in chunks:
                self._streams(chunk)


def _document_of(request: Header) -> Document | None:
    """Return the document of a request; None for a file that is probably a text.

    The decision by name only saves a fork: a shared process reads nothing but texts.
    """
    selection, path = _selection(request), str(request["path"])
    is_indexed = request.get("operation") == _EXTRACT and selection.only is None
    if is_indexed and not isolated_formats(_extension(path)):
        return None
    return Document(path, selection.only or "", request.get("operation") == _RECOGNISE)


def _load(request: Header) -> None:
    """Import the modules for the format that the name of a document suggests."""
    name = _selection(request).only or str(request["path"])
    shows_pages = request.get("operation") in {"render", "scanned pages", _RECOGNISE}
    for found in isolated_formats(_extension(name)):
        found.load(shows_pages=shows_pages)


def _extension(name: str) -> str:
    return os.path.splitext(name)[1][1:].lower()  # noqa: PTH122 (many times faster)


def _read_request(requests: int) -> Header:
    allowance = FrameAllowance(REQUEST_LIMITS)
    return read_frame(lambda size: read_exactly(requests, size), allowance).header


class _Serving:
    """Answers requests: first with frames about embedded documents, then with the answer itself."""

    def __init__(
        self,
        answers: int,
        limits: TimeLimit,
        reader_limits: ReaderLimits,
        cutting: tuple[Cut | None, MakeStreams | None],
        operations: Mapping[str, Operation],
        *,
        is_shared: bool,
    ) -> None:
        self._answers = answers
        self._limits = limits
        self._seconds = math.ceil(reader_limits.seconds)
        self._most = reader_limits.answer
        self._cut, self._streams = cutting
        self._operations = operations
        self._is_shared = is_shared

    def answer(self, request: Header) -> bool:
        """Answer a request, even if the document causes an error.

        Return False, without an answer, if the document needs its own process.
        """
        self._limits.limit_next_seconds(self._seconds)
        try:
            self._send(self._packed_answer(request))
        except NeedsOwnProcessError:
            return False
        return True

    def _packed_answer(self, request: Header) -> bytes:
        try:
            return self._packed(*self._result_of(request))
        except DocumentError as error:
            return _failure_of(error)
        except MalformedFrameError:
            return _failure_of(_too_many_parts())
        except MemoryError:
            return _failure_of(memory_error())
        except RecursionError:
            problem = message("The file is nested too deeply to be read.")
            return _failure_of(DocumentError(FailureReason.DAMAGED, problem))

    def _result_of(self, request: Header) -> tuple[Header, bytes]:
        name = str(request.get("operation"))
        match name:
            case "render":
                return self._render(request)
            case "scanned pages":
                return self._scanned_pages(request)
            case "recognise":
                return self._recognise(request)
        if name in self._operations:
            path, max_bytes, folder = _file(request)
            return self._operations[name](read_bytes(path, max_bytes, folder), path)
        return self._extract(request)

    def _packed(self, header: Header, tail: bytes, *, is_last: bool = True) -> bytes:
        """Return a frame; raise MalformedFrameError if the client would refuse it."""
        return pack_frame(header, tail, FrameAllowance(self._most), is_last=is_last)

    def _packed_embedded(
        self, member: EmbeddedStarted | EmbeddedDocument, cut: Cut | None
    ) -> bytes:
        try:
            return self._packed(*pack_embedded(member, cut), is_last=False)
        except MalformedFrameError:
            reason, detail = FailureReason.TOO_LARGE, _too_many_parts().message
            left_out = EmbeddedDocument(member.name, reason=reason, detail=detail)
            return pack_frame(*pack_embedded(left_out), is_last=False)

    def _extract(self, request: Header) -> tuple[Header, bytes]:
        selection = _selection(request)
        path, max_bytes, folder = _file(request)
        cut = self._cut if request.get("cut") is True else None
        if selection.only is not None:
            recognised = checked_recognised(request.get("recognised"))
            text = read_document(path, selection.only, max_bytes, folder, recognised)
            return pack_answer(text, cut)
        reading = FileReading(path, max_bytes, folder, only_texts=self._is_shared)
        for member in reading.members(selection):
            if isinstance(member, EmbeddedStarted):
                self._limits.limit_next_seconds(self._seconds)
            self._send(self._packed_embedded(member, cut))
        streams = self._streams if request.get("pretokenise") is True else None
        return pack_answer(reading.text, cut, streams)

    @staticmethod
    def _render(request: Header) -> tuple[Header, bytes]:
        data, renderer = _page_renderer(request)
        page, width = int(str(request["page"])), int(str(request["width"]))
        recognised = checked_recognised(request.get("recognised"))
        is_same = recognised is not None and recognised.digest == content_digest(data)
        lines = recognised.pages.get(page, ()) if recognised is not None and is_same else ()
        return renderer.render_page(data, page, width, str(request.get("passage", "")), lines)

    @staticmethod
    def _scanned_pages(request: Header) -> tuple[Header, bytes]:
        data, renderer = _page_renderer(request)
        return pack_scanned_pages(content_digest(data), renderer.scanned_pages(data))

    @staticmethod
    def _recognise(request: Header) -> tuple[Header, bytes]:
        from twofold.engine.extract import ocr  # noqa: PLC0415  optional, and large

        data, renderer = _page_renderer(request)
        page = int(str(request["page"]))
        return pack_lines(ocr.recognise(partial(renderer.page_picture, data, page)))

    def _send(self, frame: bytes) -> None:
        write_all(self._answers, frame)


def _page_renderer(request: Header) -> tuple[bytes, PageRenderer]:
    """Return the content of the document in a request, and the module that renders its pages."""
    member = _selection(request).only or ""
    path, max_bytes, folder = _file(request)
    data, name = document_bytes(path, member, max_bytes, folder)
    renderer = find_format(data, name).page_renderer
    if renderer is None:
        raise DocumentError(FailureReason.UNSUPPORTED, message("This file has no pages to show."))
    return data, renderer


def _selection(request: Header) -> EmbeddedSelection:
    return checked(EmbeddedSelection, request.get("selection"))


def _too_many_parts() -> DocumentError:
    return DocumentError(
        FailureReason.TOO_LARGE,
        message("The document has more parts than allowed."),
        message("Divide it into smaller files."),
    )


def _failure_of(error: DocumentError) -> bytes:
    return pack_frame(pack_failure(error))


def _file(request: Header) -> tuple[Path, int, Path]:
    """Return the file, its maximum size in bytes, and the folder from which it is opened."""
    max_bytes = int(str(request["max_bytes"]))
    return Path(str(request["path"])), max_bytes, Path(str(request["folder"]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
