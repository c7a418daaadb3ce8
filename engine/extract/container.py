"""What a file that holds documents (an archive, a mail with attachments) gives to be read."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import IO

from engine.extract.failure import document_error
from engine.model.document import DocumentMetadata, ExtractedText, FailureReason, PlaceKind

# What unpacks to more than this is looked at: text hardly ever unpacks to 250 times its size.
_HARMLESS_BYTES = 16_000_000
_MOST_RATIO = 250
_STEP = 1 << 20
_LAST_LINE = 65_536


@dataclass(frozen=True, slots=True)
class Entry:
    """One document in a container, under the name the container has for it, which may be hostile.

    `read(most)` returns its content; it raises DocumentError (password, damaged, too-large) and
    never unpacks much more than `most` bytes. `day` is the ISO day of its last change, or ''.
    """

    name: str
    read: Callable[[int], bytes]
    day: str = ""


@dataclass(frozen=True, slots=True)
class Container:
    """An open document: its own text (None where it has none, as an archive) and its entries.

    The entries come in the same order each time the same bytes are opened; what holds no others
    has none. `file_type` is what it is listed under. `title` is given to a container without text
    whose entries are called the same whatever it is called itself: it may be renamed. `is_cut` says
    that there is more text than is read.
    """

    text: ExtractedText | None
    entries: Iterable[Entry]
    file_type: str = ""
    title: str = ""
    is_cut: bool = False

    def within(self, most_bytes: int) -> Container:
        """Return this with the beginning of its text that has so many bytes as UTF-8."""
        if self.text is None or 4 * len(self.text.text) <= most_bytes:
            return self
        encoded = self.text.text.encode("utf-8", "surrogatepass")
        if len(encoded) <= most_bytes:
            return self
        length = len(encoded[:most_bytes].decode("utf-8", "ignore"))
        return replace(self, text=_beginning(self.text, length), is_cut=True)


def _beginning(whole: ExtractedText, length: int) -> ExtractedText:
    """Return the first lines of a text, `length` characters at most."""
    end = whole.text.rfind("\n", max(0, length - _LAST_LINE), length) + 1 or length
    places = max(1, bisect_left(whole.place_starts, end))
    blocks = [replace(b, end=min(b.end, end)) for b in whole.blocks if b.start < end]
    return replace(
        whole,
        text=whole.text[:end],
        place_starts=whole.place_starts[:places],
        place_numbers=whole.place_numbers[:places],
        place_labels=whole.place_labels[:places],
        place_ends=whole.place_ends[:places],
        blocks=tuple(blocks),
    )


def own_text(container: Container) -> ExtractedText:
    """Return the text of a container that has one."""
    return container.text or holds_only_documents(b"", container.file_type)


def holds_only_documents(_data: bytes, file_type: str) -> ExtractedText:
    """Return what stands for a file without text of its own."""
    return ExtractedText("", PlaceKind.LINE, (0,), (1,), (), DocumentMetadata(), file_type)


def read_unpacked(stream: IO[bytes], packed: int, most: int) -> bytes:
    """Read a stream that unpacks `packed` bytes; too-large when it gives more than it may."""
    parts: list[bytes] = []
    size = 0
    while part := stream.read(min(_STEP, most - size + 1)):
        parts.append(part)
        size += len(part)
        if size > most:
            raise document_error(
                FailureReason.TOO_LARGE,
                f"Unpacked, this has more than the {most / 1_000_000:,.0f} MB that are read.",
                "Raise the setting indexing.max_file_mb.",
            )
        if size > _HARMLESS_BYTES and size > packed * _MOST_RATIO:
            raise document_error(
                FailureReason.TOO_LARGE,
                f"This unpacks to more than {_MOST_RATIO} times its size, as only traps do.",
            )
    return b"".join(parts)
