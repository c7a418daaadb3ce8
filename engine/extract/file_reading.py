"""One file being read in the worker: its own text, and the documents inside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from engine.extract.container import Container
from engine.extract.extraction import (
    extract_file,
    no_text,
    open_document,
    read_bytes,
    without_text,
)
from engine.extract.failure import document_error
from engine.extract.member_walk import MemberLimits, MemberWalk, Wish, rest_left_out
from engine.model.document import ExtractedText, FailureReason, Member


class FileReading:
    """A file that is open; raises DocumentError when it cannot be read or holds nothing."""

    def __init__(self, path: Path, most_bytes: int, folder: Path | None = None) -> None:
        self._path = path
        self._limits = MemberLimits(most_bytes)
        self._container = open_document(read_bytes(path, most_bytes, folder), path)

    def members(self, wish: Wish, begin: Callable[[int, str], None]) -> Iterator[Member]:
        """Yield what is inside the file, see MemberWalk, and what is left out of its text."""
        walk = MemberWalk(_open_named, self._limits, wish, begin)
        yield from walk.members(self._container)
        if self._container.text is None and not walk.has_met_any:
            raise no_text()
        if self._container.is_cut:
            yield rest_left_out()

    @property
    def text(self) -> ExtractedText:
        """The text of the file itself; without any where it only holds others."""
        return self._container.text or without_text(self._container, self._path)


def read_document(
    path: Path, member: str, most_bytes: int, folder: Path | None = None
) -> ExtractedText:
    """Return the text of a file, or of one member of it, without the documents inside.

    Raises DocumentError when there is none.
    """
    if not member:
        return extract_file(path, most_bytes, folder)
    data, name = document_bytes(path, member, most_bytes, folder)
    text = open_document(data, name).text
    if text is None:
        raise no_text()
    return text


def document_bytes(
    path: Path, member: str, most_bytes: int, folder: Path | None = None
) -> tuple[bytes, PurePosixPath]:
    """Return the content and the name of a file or of one member of it.

    Raises DocumentError (vanished when the file does not hold the member).
    """
    data = read_bytes(path, most_bytes, folder)
    if not member:
        return data, PurePosixPath(path.name)
    found: list[bytes] = []

    def open_or_keep(inner: bytes, name: str, *, is_wanted: bool) -> Container:
        if name != member:
            return _open_named(inner, name, is_wanted=is_wanted)
        found.append(inner)
        return Container(None, ())

    walk = MemberWalk(open_or_keep, MemberLimits(most_bytes), Wish(only=member), _ignore)
    failures = list(walk.members(open_document(data, path)))
    if found:
        return found[0], PurePosixPath(member)
    for failure in failures:
        if failure.reason:
            raise document_error(failure.reason, failure.detail)
    raise document_error(FailureReason.VANISHED, "This document is no longer in its file.")


def _open_named(data: bytes, name: str, *, is_wanted: bool) -> Container:
    return open_document(data, PurePosixPath(name), is_wanted=is_wanted)


def _ignore(_number: int, _name: str) -> None:
    """Begin a member that nobody waits for."""
