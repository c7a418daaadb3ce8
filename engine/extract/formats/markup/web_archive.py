"""Safari web archives: a property list with a web page and the pages in its frames."""

from __future__ import annotations

import plistlib
from collections.abc import Iterator
from dataclasses import replace
from xml.parsers.expat import ExpatError

from twofold.engine.extract.encoding import decode
from twofold.engine.extract.errors import damaged_error
from twofold.engine.extract.formats.markup.html import extract as read_html
from twofold.engine.extract.text_building import Composition
from twofold.engine.model.document import DocumentMetadata, ExtractedText
from twofold.engine.model.errors import DocumentError

_MAIN, _FRAMES = "WebMainResource", "WebSubframeArchives"
_MAX_DEPTH = 10
_MAX_FRAMES = 1000
_DAMAGE = (
    plistlib.InvalidFileException, ExpatError, ValueError, TypeError, KeyError, IndexError,
    OverflowError, RecursionError, AttributeError, OSError, MemoryError,
)  # fmt: skip


def extract(data: bytes, file_type: str = "webarchive") -> ExtractedText:
    """Read a web archive; raise DocumentError (damaged) on failure."""
    try:
        archive = plistlib.loads(data)
    except _DAMAGE as error:
        raise damaged_error() from error
    text = Composition()
    metadata = DocumentMetadata()
    for number, (page, url) in enumerate(_pages(archive, 0)):
        if number >= _MAX_FRAMES:
            break
        text.add_text(page)
        if not number:
            metadata = replace(page.metadata, url=url)
    return text.by_line(metadata, file_type)


def _pages(archive: object, depth: int) -> Iterator[tuple[ExtractedText, str]]:
    if not isinstance(archive, dict) or depth > _MAX_DEPTH:
        return
    resource = archive.get(_MAIN)
    if isinstance(resource, dict) and isinstance(content := resource.get("WebResourceData"), bytes):
        charset = resource.get("WebResourceTextEncodingName")
        url = resource.get("WebResourceURL")
        if page := _page(content, charset if isinstance(charset, str) else ""):
            yield page, url if isinstance(url, str) else ""
    frames = archive.get(_FRAMES)
    for frame in frames if isinstance(frames, list) else ():
        yield from _pages(frame, depth + 1)


def _page(content: bytes, charset: str) -> ExtractedText | None:
    try:
        return read_html(b"\xef\xbb\xbf" + decode(content, charset).text.encode("utf-8", "replace"))
    except DocumentError:
        return None
