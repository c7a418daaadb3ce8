"""Content lines of calendars (RFC 5545) and contacts (vCard 2.1, 3.0 and 4.0).

Folded lines are joined as bytes, because they may be folded within a character.
"""

from __future__ import annotations

import binascii
import codecs
import quopri
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from twofold.engine.extract.encoding import decode
from twofold.engine.extract.text_building import TextBuilder
from twofold.engine.model.document import (
    Block,
    BlockKind,
    DocumentMetadata,
    ExtractedText,
    LocatorKind,
)

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_MAX_LINES = 2_000_000
_MAX_LINE = 100_000
_MAX_PARAMETERS = 300  # characters in which the encoding must be named
MAX_ENTRIES = 50_000
_MAX_TITLE_LENGTH = 300
_MAX_LABEL_LENGTH = 80
_FOLD = re.compile(rb"\r?\n[ \t]")
_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)")
# Neither group backtracks: a long line without ':' must not take quadratic time.
_PARTS = re.compile(r'(?:[\w-]+\.)?([\w-]+)((?>;(?>"[^"]*"|[^";:])*)*):(.*)', re.DOTALL)
_PARAMETER = re.compile(r';([\w-]+)(?:=("[^"]*"|[^;]*))?')
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_SIGNS = {"n": "\n", "N": "\n"}
_SEPARATOR = re.compile(r"(?<!\\);")
_COMMA = re.compile(r"(?<!\\),")


@dataclass(frozen=True, slots=True)
class Property:
    """A property: its name in upper case, its parameters by upper-case name, its raw value."""

    name: str
    parameters: dict[str, str]
    value: str

    @property
    def text(self) -> str:
        """The value as text, without escapes."""
        return plain(self.value).strip()

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of the value that semicolons separate."""
        return tuple(plain(part).strip() for part in _SEPARATOR.split(self.value))

    @property
    def items(self) -> tuple[str, ...]:
        """The parts of the value that commas separate."""
        return tuple(part for one in _COMMA.split(self.value) if (part := plain(one).strip()))


@dataclass(frozen=True, slots=True)
class Component:
    """An event, a task or a contact: its kind and its properties."""

    kind: str
    properties: list[Property] = field(default_factory=list)

    def all(self, name: str) -> list[Property]:
        """Return the properties of this name with a value."""
        return [one for one in self.properties if one.name == name and one.value.strip()]

    def text(self, name: str) -> str:
        """Return the text of the first property of this name, or ''."""
        return next((one.text for one in self.all(name) if one.text), "")


def components(data: bytes, kinds: frozenset[str]) -> Iterator[Component]:
    """Yield the components of these kinds, without those inside them, such as alarms.

    Also yield the properties outside of them as a component of the kind ''. Raise DocumentError if
    this is not text.
    """
    outer, inner = Component(""), None
    depth = count = 0
    for line in _joined_lines(data):
        found = _property(line)
        if found is None:
            continue
        if found.name == "BEGIN":
            depth += inner is not None
            kind = found.value.strip().upper()
            if inner is None and kind in kinds and count < MAX_ENTRIES:
                inner, depth, count = Component(kind), 0, count + 1
        elif found.name == "END":
            if inner is not None and depth == 0:
                yield inner
                inner = None
            depth -= inner is not None
        elif inner is None:
            outer.properties.append(found)
        elif depth == 0:
            inner.properties.append(found)
    if inner is not None:  # the end of the file is missing
        yield inner
    yield outer


def _joined_lines(data: bytes) -> Iterator[str]:
    """Yield each line together with the lines that continue it."""
    decoded = decode(_FOLD.sub(b"", data))
    if not decoded.encoding.lower().replace("-", "").startswith("utf8"):
        data = decoded.text.encode("utf-8", "replace")
    parts: list[bytes] = []
    for found in islice(_LINE.finditer(data), _MAX_LINES):
        line = found[0].rstrip(b"\r\n")
        if parts and parts[-1].endswith(b"=") and _is_quoted(parts[0]):
            parts[-1] = parts[-1][:-1]
            parts.append(line.lstrip(b" \t"))
        elif parts and line[:1] in {b" ", b"\t"}:
            parts.append(line[1:])
        else:
            yield _joined(parts)
            parts = [line]
    yield _joined(parts)


def _joined(parts: list[bytes]) -> str:
    return b"".join(parts)[:_MAX_LINE].decode("utf-8", "replace")


def _is_quoted(line: bytes) -> bool:
    # It is asked once for each line that continues this one.
    return b"QUOTED-PRINTABLE" in line[:_MAX_PARAMETERS].partition(b":")[0].upper()


def _property(line: str) -> Property | None:
    found = _PARTS.match(line.lstrip("\ufeff"))
    if found is None:
        return None
    parameters = {name.upper(): value.strip('"') for name, value in _PARAMETER.findall(found[2])}
    encoding = parameters.get("ENCODING", "").upper()
    bare = {name for name, value in parameters.items() if not value}
    value = found[3]
    if encoding in {"B", "BASE64"} or "BASE64" in bare or value.startswith("data:"):
        value = ""  # a picture or a key
    elif encoding == "QUOTED-PRINTABLE" or "QUOTED-PRINTABLE" in bare:
        value = _unquoted(value, parameters.get("CHARSET", "utf-8"))
    return Property(found[1].upper(), parameters, value)


def _unquoted(value: str, charset: str) -> str:
    try:
        codec = codecs.lookup(charset).name
        decoded = quopri.decodestring(value.encode("utf-8")).decode(codec, "replace")
    except (LookupError, ValueError, binascii.Error):
        return value
    return decoded.replace("\r\n", "\n")


def plain(value: str) -> str:
    """Return a text value without escapes."""
    if "\\" not in value:
        return value
    return _ESCAPED.sub(lambda sign: _SIGNS.get(sign[1], sign[1]), value)


@dataclass(frozen=True, slots=True)
class AgendaEntry:
    """An event or a contact as text: its title and its lines."""

    title: str
    lines: tuple[str, ...]


def entries_as_text(
    entries: Iterable[AgendaEntry], metadata: DocumentMetadata, file_type: str
) -> ExtractedText:
    """Return entries as a document: each is a passage below its title, cited by its number."""
    text = TextBuilder()
    for number, entry in enumerate(entries, start=1):
        title = " ".join(entry.title.split())[:_MAX_TITLE_LENGTH]
        words = "\n".join(line for line in (title, *entry.lines) if line)
        if not words:
            continue
        if text.length:
            text.append("\n\n")
        text.begin_place(number, title[:_MAX_LABEL_LENGTH] or f"entry {number}")
        text.add_blocks(
            words, [Block(0, len(words), BlockKind.PARAGRAPH, (title,) if title else ())]
        )
    return text.by_place(LocatorKind.MESSAGE, metadata, file_type)
