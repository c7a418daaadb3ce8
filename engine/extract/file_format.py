"""The description of a format: how it is detected, what reads it, and its file types."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import PurePath
from types import MappingProxyType
from typing import IO, TYPE_CHECKING, Generic, Protocol, TypeVar, cast

from twofold.engine.model.document import (
    DocumentMetadata,
    ExtractedText,
    LocatorKind,
    OcrLine,
    OcrPages,
)
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import message

if TYPE_CHECKING:  # text formats do not need it
    import numpy as np
    from numpy.typing import NDArray

# Above this size the ratio is checked: text hardly ever unpacks to 250 times its size.
_HARMLESS_BYTES = 16_000_000
_MAX_RATIO = 250
_STEP = 1 << 20
_LAST_LINE = 65_536


@dataclass(frozen=True, slots=True)
class Entry:
    """An embedded document in a container, with the container's name for it, which may be hostile.

    `read(most)` returns its content. It raises DocumentError (password, damaged, too-large) and
    never unpacks much more than `most` bytes. `day` is the ISO day of its last change, or ''.
    """

    name: str
    read: Callable[[int], bytes]
    day: str = ""


@dataclass(frozen=True, slots=True)
class Container:
    """An open document: its own text (None for an archive) and its entries.

    Each time the same bytes are opened, the entries have the same order. A document that is not a
    container has none. `file_type` is the type under which it is listed. `title` is set for a
    container without text if the names of its entries do not depend on its file name; then it can
    be renamed without reading it again. `is_cut` is True if there is more text than was read.
    """

    text: ExtractedText | None
    entries: Iterable[Entry]
    file_type: str = ""
    title: str = ""
    is_cut: bool = False

    def within(self, max_bytes: int) -> Container:
        """Return the container with its text cut to at most `max_bytes` bytes of UTF-8."""
        if self.text is None or 4 * len(self.text.text) <= max_bytes:
            return self
        encoded = self.text.text.encode("utf-8", "surrogatepass")
        if len(encoded) <= max_bytes:
            return self
        length = len(encoded[:max_bytes].decode("utf-8", "ignore"))
        return replace(self, text=_beginning(self.text, length), is_cut=True)


def _beginning(whole: ExtractedText, length: int) -> ExtractedText:
    """Return the first lines of a text, at most `length` characters."""
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


def holds_only_documents(_data: bytes, file_type: str) -> ExtractedText:
    """Return the empty text of a file that has no text itself."""
    return ExtractedText("", LocatorKind.LINE, (0,), (1,), (), DocumentMetadata(), file_type)


def read_unpacked(stream: IO[bytes], packed: int, most: int) -> bytes:
    """Unpack a stream of `packed` bytes.

    Raise DocumentError (too-large) if the content exceeds `most` bytes, or if it is so much larger
    than the packed data that it may be a zip bomb.
    """
    parts: list[bytes] = []
    size = 0
    while part := stream.read(min(_STEP, most - size + 1)):
        parts.append(part)
        size += len(part)
        if size > most:
            raise DocumentError(
                FailureReason.TOO_LARGE,
                message(
                    "This is larger than the limit of {most} MB when uncompressed.",
                    most=round(most / 1e6),
                ),
                message("Raise the setting indexing.max_file_mb."),
            )
        if size > _HARMLESS_BYTES and size > packed * _MAX_RATIO:
            raise DocumentError(
                FailureReason.TOO_LARGE,
                message(
                    "This unpacks to more than {most_ratio} times its size. It may be a "
                    "zip bomb and is not read.",
                    most_ratio=_MAX_RATIO,
                ),
            )
    return b"".join(parts)


LooksLike = Callable[[bytes, bytes, str], bool]
Extract = Callable[[bytes, str], ExtractedText]
OpenContainer = Callable[[bytes, str], Container]


Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class LazyFunction(Generic[Result]):
    """A function of a module that is imported when the function is first called.

    The libraries of a format are loaded with its first file, so that workers start fast.
    """

    module: str
    function: str

    def load(self) -> Callable[[bytes, str], Result]:
        """Import the module and return the function."""
        found: Callable[[bytes, str], Result] = getattr(import_module(self.module), self.function)
        return found

    def __call__(self, data: bytes, name: str) -> Result:
        """Call the function with the content of a file and its type or name."""
        return self.load()(data, name)


def lazy_reader(module: str, function: str = "extract") -> LazyFunction[ExtractedText]:
    """Return a function that reads files of a format, see `LazyFunction`."""
    return LazyFunction(module, function)


def lazy_opener(module: str, function: str) -> LazyFunction[Container]:
    """Return a function that opens containers, see `LazyFunction`."""
    return LazyFunction(module, function)


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A page as a picture in BGR order; one pixel is `unit` units of the page wide."""

    pixels: NDArray[np.uint8]
    unit: float


class PageRenderer(Protocol):
    """Protocol of modules that render the pages of a format.

    The pages may be pictures of text, which OCR can read.
    """

    def scanned_pages(self, data: bytes) -> tuple[int, ...]:
        """Return the numbers (from 1) of the pages that are pictures."""

    def page_picture(self, data: bytes, page: int, longest_side: int) -> PagePicture:
        """Return a page as a picture whose longer side has about this many pixels."""

    def extract_with_ocr_text(self, data: bytes, file_type: str, pages: OcrPages) -> ExtractedText:
        """Read the file with the OCR text of these pages."""

    def render_page(
        self, data: bytes, page: int, width: int, passage: str, lines: Sequence[OcrLine]
    ) -> tuple[dict[str, object], bytes]:
        """Return a description of a page, and its picture and characters as bytes.

        The page number (1-based) is clipped to the existing pages, and the picture is `width`
        pixels wide. The bytes are the picture (BGRA), followed by left, bottom, right, top (f32,
        page units) of each character. `lines` is the OCR text of the page.
        """


@dataclass(frozen=True, slots=True)
class Format:
    """A format that can be read; each module in engine.extract.formats lists its FORMATS.

    `name` is shown to users. Documents are listed under one of `file_types`: the extension if it is
    one of them, else the first of them. `looks_like(head, whole, extension)` receives the first
    bytes of a file, all its bytes, and its extension in lower case without the dot. It is fast and
    never raises. If it is None, files are detected by their extension alone.

    `extract(data, file_type)` reads the file and raises DocumentError on failure. It imports its
    libraries itself, so that workers start fast.

    Formats with embedded documents (archives, mails) have `open_container(data, name)` instead. It
    returns the entries, together with the text of the file itself if there is any.

    `extensions` are further extensions of the format (`htm`). Opening a file with an extension in
    `active` needs a confirmation, because another program may run its macros or interpret it in
    another way. If pages of the format may be pictures, `pages_module` is the module that renders
    them (see `PageRenderer`).

    Binary formats are tried before text formats. Within each group, formats with a lower `priority`
    are tried first. Only the beginning of a large text file is read, unless the format `needs_all`
    of it.
    """

    name: str
    file_types: tuple[str, ...]
    looks_like: LooksLike | None
    extract: Extract = holds_only_documents
    priority: int = 50
    is_binary: bool = False
    open_container: OpenContainer | None = None
    extensions: frozenset[str] = frozenset()
    active: frozenset[str] = frozenset()
    needs_all: bool = False
    pages_module: str = ""

    def recognises(self, head: bytes, whole: bytes, extension: str) -> bool:
        """Return whether a file has this format.

        The arguments are the same as for `looks_like`.
        """
        if self.looks_like is None:
            return extension in self.file_types
        return self.looks_like(head, whole, extension)

    @property
    def is_container(self) -> bool:
        """Whether files of this format may contain embedded documents."""
        return self.open_container is not None

    @property
    def is_isolated(self) -> bool:
        """Whether each file must be read in a separate process.

        Native parsers read binary formats, and a container may contain such files. All other
        formats are read by Python code alone.
        """
        return self.is_binary or self.is_container

    def load(self, *, shows_pages: bool = False) -> None:
        """Import the modules that read this format.

        With `shows_pages`, also import the modules that render its pages.
        """
        for function in (self.extract, self.open_container):
            if isinstance(function, LazyFunction):
                function.load()
        if shows_pages and self.pages_module:
            import_module(self.pages_module)

    @property
    def can_be_cut(self) -> bool:
        """Whether the beginning of a file can be read without the rest."""
        return not (self.is_binary or self.is_container or self.needs_all)

    def file_type(self, extension: str) -> str:
        """Return the file type under which a file with this extension is listed."""
        return extension if extension in self.file_types else self.file_types[0]

    @property
    def page_renderer(self) -> PageRenderer | None:
        """The module that handles pages which are pictures; None if the format has none."""
        return cast("PageRenderer", import_module(self.pages_module)) if self.pages_module else None

    def open(
        self, data: bytes, path: PurePath, recognised: OcrPages = MappingProxyType({})
    ) -> Container:
        """Read a file of this format; raise DocumentError on failure.

        `recognised` is the OCR text of its pages.
        """
        file_type = self.file_type(path.suffix[1:].lower())
        if recognised and (reader := self.page_renderer):
            return Container(
                reader.extract_with_ocr_text(data, file_type, recognised), (), file_type
            )
        if self.open_container is None:
            return Container(self.extract(data, file_type), (), file_type)
        return replace(self.open_container(data, path.name), file_type=file_type)
