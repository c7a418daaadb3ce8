"""Reading what a container holds, and what the containers in it hold, one document at a time.

Runs in the worker. What is inside comes out flat: the text in a mail in an archive is the member
'letters/march.eml/plan.txt' of the archive. A member that cannot be read costs only itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Protocol

from engine.extract.container import Container, Entry
from engine.extract.failure import document_error
from engine.extract.limits import MEMBERS, TEXT_BYTES
from engine.extract.member_names import MemberNames
from engine.model.document import ExtractedText, FailureReason, Member
from engine.model.errors import DocumentError


class OpenDocument(Protocol):
    """Reads one document, or opens one container."""

    def __call__(self, data: bytes, name: str, /, *, is_wanted: bool) -> Container:
        """Return what is in it; what is not wanted need not be read, only opened."""


@dataclass(frozen=True, slots=True)
class MemberLimits:
    """How much of one file is read as documents of their own.

    `most_bytes` is the largest document; all of them together may have `together` times as much,
    read and as text. Their texts, which are all in memory at once where they are saved, may have
    `text_bytes`. Containers are opened `depth` deep: a mail in an archive in an archive.
    """

    most_bytes: int
    count: int = MEMBERS
    together: int = 3
    depth: int = 3
    text_bytes: int = TEXT_BYTES


@dataclass(frozen=True, slots=True)
class Wish:
    """Which members are wanted: those from number `first` on, or none but the one called `only`.

    Members are numbered in the order they are met, containers too. Those in `avoid` are not even
    opened: they brought a worker down before. After too many of these what is left is given up.
    """

    first: int = 0
    avoid: frozenset[int] = field(default=frozenset())
    only: str | None = None
    gives_up: bool = False

    def leads_to(self, name: str) -> bool:
        """Whether this member, or one inside it, may be wanted."""
        return self.only is None or self.only == name or self.only.startswith(f"{name}/")


class MemberWalk:
    """One walk through a container.

    `begin` is told the number and the name of each wanted member before anything of it is touched.
    """

    def __init__(
        self,
        open_document: OpenDocument,
        limits: MemberLimits,
        wish: Wish,
        begin: Callable[[int, str], None],
    ) -> None:
        self._open = open_document
        self._limits = limits
        self._wish = wish
        self._begin = begin
        self._met = 0
        self._left = limits.together * limits.most_bytes
        self._text_left = limits.text_bytes
        self._ended = False

    def members(self, container: Container, prefix: str = "", depth: int = 1) -> Iterator[Member]:
        """Yield what the entries give, in order: a text or why there is none."""
        names = MemberNames()
        for entry in container.entries:
            name = prefix + names.take(entry.name)
            if depth > self._limits.depth:
                yield _failure(name, _too_deep(self._limits))
                return
            if not self._wish.leads_to(name):
                continue
            if self._is_full and not self._ended:
                self._ended = True
                yield _failure(name, self._why_ended())
            if self._ended:
                return
            number = self._met
            self._met += 1
            if number not in self._wish.avoid:
                yield from self._member(entry, name, number, depth)

    @property
    def has_met_any(self) -> bool:
        """Whether there was anything that may be read."""
        return self._met > 0

    @property
    def _is_full(self) -> bool:
        given_up = self._wish.gives_up and self._met >= self._wish.first
        is_spent = self._left <= 0 or self._text_left <= 0
        return given_up or is_spent or self._met >= self._limits.count

    def _why_ended(self) -> DocumentError:
        if self._wish.gives_up:
            return document_error(
                FailureReason.READER_CRASHED,
                "This and what follows it is not read: too much before it could not be.",
            )
        return _left_out(self._limits)

    def _member(self, entry: Entry, name: str, number: int, depth: int) -> Iterator[Member]:
        is_wanted = number >= self._wish.first
        if is_wanted:
            self._begin(number, name)
        try:
            opened = self._opened(entry, name, is_wanted=is_wanted)
        except (DocumentError, RecursionError) as error:
            if is_wanted:
                yield _failure(name, _as_document_error(error))
            return
        if is_wanted and opened.text is not None:
            yield from self._text(opened, name, entry.day)
        is_empty = opened.text is None
        for member in self.members(opened, f"{name}/", depth + 1):
            is_empty = False
            yield member
        if is_wanted and is_empty and not self._ended:
            yield _failure(name, _nothing_inside())

    def _text(self, opened: Container, name: str, day: str) -> Iterator[Member]:
        read = opened.within(self._text_left)
        if read.text is not None:
            size = len(read.text.text.encode("utf-8", "surrogatepass"))
            self._text_left -= size if read is opened else self._text_left
            yield Member(name, _dated(read.text, day))
        if read.is_cut:
            yield rest_left_out(f"{name}/")

    def _opened(self, entry: Entry, name: str, *, is_wanted: bool) -> Container:
        data = entry.read(min(self._limits.most_bytes, self._left))
        self._left -= len(data)
        opened = self._open(data, name, is_wanted=is_wanted)
        self._left -= len(opened.text.text) if opened.text else 0
        return opened


def rest_left_out(prefix: str = "") -> Member:
    """Return the failure that stands for the rest of a text; `prefix` names the member it is of."""
    detail = (
        f"Only the beginning of this text is read: of one file {TEXT_BYTES / 1_000_000:,.0f} MB of"
        " text are. Divide it into smaller files."
    )
    return Member(f"{prefix}rest of the text", reason=FailureReason.TOO_LARGE, detail=detail)


def _dated(text: ExtractedText, day: str) -> ExtractedText:
    """Give a document that names no date the one its container has for it."""
    metadata = text.metadata
    if not day or metadata.created or metadata.modified:
        return text
    return replace(text, metadata=replace(metadata, modified=day))


def _failure(name: str, error: DocumentError) -> Member:
    return Member(name, reason=FailureReason(error.reason), detail=error.message)


def _as_document_error(error: BaseException) -> DocumentError:
    if isinstance(error, DocumentError):
        return error
    return document_error(FailureReason.DAMAGED, "This is nested too deeply to be read.")


def _left_out(limits: MemberLimits) -> DocumentError:
    megabytes = limits.together * limits.most_bytes / 1_000_000
    return document_error(
        FailureReason.TOO_LARGE,
        f"This and what follows it is not read: of one file {limits.count:,} documents with"
        f" {megabytes:,.0f} MB together are, and {limits.text_bytes / 1_000_000:,.0f} MB of text.",
        "Unpack the file into a folder of the library.",
    )


def _too_deep(limits: MemberLimits) -> DocumentError:
    return document_error(
        FailureReason.UNSUPPORTED,
        f"This and what stands beside it is not read: containers are opened {limits.depth} deep.",
        "Unpack the outer ones into a folder of the library.",
    )


def _nothing_inside() -> DocumentError:
    return document_error(FailureReason.NO_TEXT, "There is nothing in this archive.")
