"""Pictures of pages: scans and photographs, whose text is recognised where a person wants it."""

from __future__ import annotations

from engine.extract.file_format import Format
from engine.extract.recognised import picture_error
from engine.model.document import ExtractedText

_STARTS = {
    "png": (b"\x89PNG\r\n\x1a\n",),
    "jpg": (b"\xff\xd8\xff",),
    "tiff": (b"II*\0", b"MM\0*"),
}


def _without_text(_data: bytes, _file_type: str) -> ExtractedText:
    """Raise DocumentError (picture): a picture has no text before it was recognised."""
    raise picture_error()


def _format(name: str, file_types: tuple[str, ...], extensions: frozenset[str]) -> Format:
    starts = _STARTS[file_types[0]]
    return Format(
        name,
        file_types,
        lambda head, _whole, _extension: head.startswith(starts),
        _without_text,
        is_binary=True,
        extensions=extensions,
        scans="engine.extract.formats.pictures.picture",
    )


FORMATS = (
    _format("PNG picture", ("png",), frozenset()),
    _format("JPEG picture", ("jpg",), frozenset({"jpeg"})),
    _format("TIFF picture", ("tiff",), frozenset({"tif"})),
)
