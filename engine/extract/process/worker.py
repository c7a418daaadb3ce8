"""The process that reads documents: `python -P -m engine.extract.process.worker MEMORY_MB SECONDS`.

It limits itself before it sees a document, answers one request at a time on its standard output
and ends when its input does. Whatever a document makes of it, only this process is lost.
"""

from __future__ import annotations

import math
import os
import signal
import sys
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path, PurePath
from types import MappingProxyType
from typing import BinaryIO

from engine.extract.errors import document_error, memory_error
from engine.extract.extraction import read_bytes
from engine.extract.file_format import Scans
from engine.extract.limits import REQUEST_LIMITS, ReaderLimits
from engine.extract.process.answers import Cut, MakeStreams, pack_answer, pack_failure, pack_member
from engine.extract.process.frames import (
    FrameAllowance,
    Header,
    MalformedFrameError,
    checked,
    pack_frame,
    read_frame,
)
from engine.extract.process.members import (
    FileReading,
    MemberBegun,
    MemberSelection,
    document_bytes,
    read_document,
)
from engine.extract.process.pages import checked_recognised, pack_lines, pack_scanned_pages
from engine.extract.registry import find_format
from engine.model.document import FailureReason, Member, content_digest
from engine.model.errors import DocumentError
from engine.model.message import message
from engine.processes.limits import TimeLimit, limit_this_process
from engine.processes.sandbox import enter_sandbox
from engine.processes.this_process import collect_garbage_seldom, follow_niceness

# What a worker can be given to do besides its own: it makes an answer of the content and the name
# of a document, and raises DocumentError when it cannot.
Operation = Callable[[bytes, PurePath], tuple[Header, bytes]]
# With less, all of it is for the documents.
_ROOM_FOR_STREAMS_MB = 512


def main(
    arguments: list[str],
    cut: Cut | None = None,
    streams: MakeStreams | None = None,
    operations: Mapping[str, Operation] = MappingProxyType({}),
) -> int:
    """Serve requests until the input ends; the status is 0.

    `cut` makes passages of a text, and `streams` pre-tokenises a passage for the lexical index,
    for the requests that ask for it.
    `operations` are what else can be asked for, by name.
    """
    # The end of a person's session asks every process to end; the file would be called damaged.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    memory_mb, seconds = int(arguments[0]), int(arguments[1])
    has_room = memory_mb >= _ROOM_FOR_STREAMS_MB
    follow_niceness()
    enter_sandbox()
    requests, answers = _private_channels()
    limits = limit_this_process(memory_mb * 1_000_000)
    reader_limits = ReaderLimits(seconds, memory_mb)
    cutting = cut, streams if has_room else None
    collect_garbage_seldom()
    serving = _Serving(answers, limits, reader_limits, cutting, operations)
    while True:
        try:
            allowance = FrameAllowance(REQUEST_LIMITS)
            request, _ = read_frame(lambda size: _read_exactly(requests, size), allowance)
        except EOFError:
            return 0
        serving.answer(request)


def _private_channels() -> tuple[BinaryIO, BinaryIO]:
    """Keep the pipes to ourselves: what a library prints must not become an answer."""
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    return requests, answers


def _read_exactly(channel: BinaryIO, size: int) -> bytes:
    data = channel.read(size)
    if len(data) < size:
        raise EOFError
    return data


class _Serving:
    """Answers requests: frames about members first, if there are any, then the answer."""

    def __init__(
        self,
        answers: BinaryIO,
        limits: TimeLimit,
        reader_limits: ReaderLimits,
        cutting: tuple[Cut | None, MakeStreams | None],
        operations: Mapping[str, Operation],
    ) -> None:
        self._answers = answers
        self._limits = limits
        self._seconds = math.ceil(reader_limits.seconds)
        self._most = reader_limits.answer
        self._cut, self._streams = cutting
        self._operations = operations

    def answer(self, request: Header) -> None:
        """Carry out a request, whatever a document makes of it."""
        self._limits.limit_next_seconds(self._seconds)
        self._send(self._answered(request))

    def _answered(self, request: Header) -> bytes:
        try:
            return self._packed(*self._carried_out(request))
        except DocumentError as error:
            return _failure_of(error)
        except MalformedFrameError:
            return _failure_of(_too_many_parts())
        except MemoryError:
            return _failure_of(memory_error())
        except RecursionError:
            problem = message("The file is nested too deeply to be read.")
            return _failure_of(document_error(FailureReason.DAMAGED, problem))

    def _carried_out(self, request: Header) -> tuple[Header, bytes]:
        name = str(request.get("operation"))
        match name:
            case "render":
                return self._render(request)
            case "scanned pages":
                return self._scanned_pages(request)
            case "recognise":
                return self._recognise(request)
        if name in self._operations:
            path, most_bytes, folder = _file(request)
            return self._operations[name](read_bytes(path, most_bytes, folder), path)
        return self._extract(request)

    def _packed(self, header: Header, tail: bytes) -> bytes:
        """Return a frame; raise MalformedFrameError when the reader would refuse it."""
        return pack_frame(header, tail, FrameAllowance(self._most))

    def _packed_member(self, member: MemberBegun | Member, cut: Cut | None) -> bytes:
        try:
            return self._packed(*pack_member(member, cut))
        except MalformedFrameError:
            reason, detail = FailureReason.TOO_LARGE, _too_many_parts().message
            return pack_frame(*pack_member(Member(member.name, reason=reason, detail=detail)))

    def _extract(self, request: Header) -> tuple[Header, bytes]:
        selection = _selection(request)
        path, most_bytes, folder = _file(request)
        cut = self._cut if request.get("cut") is True else None
        if selection.only is not None:
            recognised = checked_recognised(request.get("recognised"))
            text = read_document(path, selection.only, most_bytes, folder, recognised)
            return pack_answer(text, cut)
        reading = FileReading(path, most_bytes, folder)
        for member in reading.members(selection):
            if isinstance(member, MemberBegun):
                self._limits.limit_next_seconds(self._seconds)
            self._send(self._packed_member(member, cut))
        streams = self._streams if request.get("pretokenise") is True else None
        return pack_answer(reading.text, cut, streams)

    @staticmethod
    def _render(request: Header) -> tuple[Header, bytes]:
        data, scans = _scans(request)
        page, width = int(str(request["page"])), int(str(request["width"]))
        recognised = checked_recognised(request.get("recognised"))
        is_same = recognised is not None and recognised.digest == content_digest(data)
        lines = recognised.pages.get(page, ()) if recognised is not None and is_same else ()
        return scans.render_page(data, page, width, str(request.get("passage", "")), lines)

    @staticmethod
    def _scanned_pages(request: Header) -> tuple[Header, bytes]:
        data, scans = _scans(request)
        return pack_scanned_pages(content_digest(data), scans.scanned_pages(data))

    @staticmethod
    def _recognise(request: Header) -> tuple[Header, bytes]:
        from engine.extract import ocr  # noqa: PLC0415  optional, and large

        data, scans = _scans(request)
        page = int(str(request["page"]))
        return pack_lines(ocr.recognise(partial(scans.page_picture, data, page)))

    def _send(self, frame: bytes) -> None:
        self._answers.write(frame)
        self._answers.flush()


def _scans(request: Header) -> tuple[bytes, Scans]:
    """Return the content of the document that a request names, and what shows its pages."""
    member = _selection(request).only or ""
    path, most_bytes, folder = _file(request)
    data, name = document_bytes(path, member, most_bytes, folder)
    scans = find_format(data, name).scan_reader
    if scans is None:
        raise document_error(FailureReason.UNSUPPORTED, message("This file has no pages to show."))
    return data, scans


def _selection(request: Header) -> MemberSelection:
    return checked(MemberSelection, request.get("selection"))


def _too_many_parts() -> DocumentError:
    return document_error(
        FailureReason.TOO_LARGE,
        message("The document has more parts than can be kept of one."),
        message("Divide it into smaller files."),
    )


def _failure_of(error: DocumentError) -> bytes:
    return pack_frame(pack_failure(error))


def _file(request: Header) -> tuple[Path, int, Path]:
    """Return the file, the most bytes it may have, and the folder that it is opened from."""
    most_bytes = int(str(request["most_bytes"]))
    return Path(str(request["path"])), most_bytes, Path(str(request["folder"]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
