"""Pages, Keynote and Numbers: the words of a document, without its layout.

Documents until 2009 are XML. Documents since 2013 consist of messages in an undocumented format,
but the positions of texts and of the words in cells are known. Numbers in their cells are not read.
"""

from __future__ import annotations

import gzip
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from io import BytesIO

from twofold.engine.extract.errors import damaged_error, password_error
from twofold.engine.extract.formats.archives.zip import open_zip_file, read_entry
from twofold.engine.extract.formats.packaged.iwork_archive import fields, messages
from twofold.engine.extract.text_building import LineText
from twofold.engine.extract.unreadable import is_locked_iwork
from twofold.engine.extract.xml_package import Attributes, XmlListener, read_xml
from twofold.engine.model.document import DocumentMetadata, ExtractedText, LocatorKind

_OLDER = ("index.xml", "index.apxl", "index.xml.gz", "index.apxl.gz")
_INNER = "index.zip"
_MASTERS = (
    "masterslide",
    "templateslide",
    "themestylesheet",
    "documentstylesheet",
    "annotationauthor",
)
_TEXT_KINDS = frozenset({2001, 2005})
_LIST_OF_TABLE = 6005
_TEXT_FIELD = _ENTRY_FIELD = _STRING_FIELD = 3
_MAX_BYTES = 200_000_000
_BREAKS = re.compile("[\u2028\u2029\r\n\v\f\x04\x05\x06]+")
_OBJECTS = re.compile("[\ufffc\x00-\x08\x0e-\x1f]")
# A document that is a folder, zipped with its name.
_FOLDER = re.compile(r"\A[^/]+\.(?:pages|key|numbers)/")
_NUMBER = re.compile(r"\d+|\D+")


def extract(data: bytes, file_type: str = "pages") -> ExtractedText:
    """Read a document; raise DocumentError (damaged, password, no-text, too-large)."""
    if is_locked_iwork(data):
        raise password_error()
    text = LineText()
    with open_zip_file(data) as archive:
        names = {_FOLDER.sub("", info.filename.lower()): info for info in archive.infolist()}
        older = next((names[name] for name in _OLDER if name in names), None)
        if older is not None:
            content = read_entry(archive, older, _MAX_BYTES)
            read_xml(_unpacked(content), _OlderListener(text))
        elif _INNER in names:
            with open_zip_file(read_entry(archive, names[_INNER], _MAX_BYTES)) as inner:
                _add_archives(text, inner)
        else:
            _add_archives(text, archive)
    return text.extracted(LocatorKind.PARAGRAPH, DocumentMetadata(), file_type)


def _unpacked(content: bytes) -> bytes:
    if not content.startswith(b"\x1f\x8b"):
        return content
    try:
        with gzip.GzipFile(fileobj=BytesIO(content)) as stream:
            return stream.read(_MAX_BYTES)
    except (OSError, EOFError, zlib.error) as error:
        raise damaged_error() from error


def _add_archives(text: LineText, archive: zipfile.ZipFile) -> None:
    left = _MAX_BYTES
    found = sorted((info for info in archive.infolist() if _has_text(info.filename)), key=_order)
    for info in found:
        content = read_entry(archive, info, left)
        left -= len(content)
        try:
            lines = list(_lines(messages(content)))
        except (ValueError, IndexError) as error:
            raise damaged_error() from error
        for line in lines:
            text.add(line)


def _has_text(name: str) -> bool:
    last = name.lower().rpartition("/")[2]
    return last.endswith(".iwa") and not last.startswith(_MASTERS)


def _order(info: zipfile.ZipInfo) -> tuple[bool, list[tuple[int, str]]]:
    """Return the sort key of an archive: the document first, then slides and tables by number."""
    parts = _NUMBER.findall(info.filename.lower())
    key = [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]
    return not info.filename.lower().endswith("document.iwa"), key


def _lines(found: Iterable[tuple[int, bytes]]) -> Iterator[str]:
    for kind, content in found:
        wanted = _TEXT_FIELD if kind in _TEXT_KINDS else _ENTRY_FIELD
        if kind not in _TEXT_KINDS and kind != _LIST_OF_TABLE:
            continue
        for number, value in fields(content):
            if number != wanted or not isinstance(value, bytes):
                continue
            if kind in _TEXT_KINDS:
                yield from _paragraphs(value)
            else:
                entry = dict(fields(value)).get(_STRING_FIELD)
                yield from _paragraphs(entry if isinstance(entry, bytes) else b"")


def _paragraphs(value: bytes) -> Iterator[str]:
    text = _OBJECTS.sub(" ", value.decode("utf-8", "replace"))
    yield from (" ".join(one.split()) for one in _BREAKS.split(text))


class _OlderListener(XmlListener):
    """Adds paragraphs and cells of an iWork '09 document."""

    skipped = frozenset(
        {"stylesheet", "styles", "theme-list", "metadata", "version-history", "prototypes",
         "section-prototypes", "templates", "calc-engine", "publication-info"}
    )  # fmt: skip

    def __init__(self, text: LineText) -> None:
        self._text = text
        self._parts: list[str] = []
        self._paragraphs = 0

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "p":
            self._paragraphs += 1
            self._parts.clear()
        elif name in {"br", "tab", "lnbr", "crbr", "pgbr"}:
            self._parts.append(" ")
        elif name == "ct" and (value := attributes.get("s", "")):
            self._text.add(" ".join(value.split()))
        elif name in {"n", "d"} and not self._paragraphs and (value := attributes.get("v", "")):
            self._text.add(value)

    def end(self, name: str) -> None:
        if name == "p":
            self._paragraphs -= 1
            self._text.add(" ".join("".join(self._parts).split()))
            self._parts.clear()

    def data(self, text: str) -> None:
        if self._paragraphs:
            self._parts.append(text)
