"""Pictures of pages: scans and photographs, whose text is read by OCR if the user enables it."""

from __future__ import annotations

from twofold.engine.extract.file_format import Format, LooksLike
from twofold.engine.extract.ocr_text import picture_error
from twofold.engine.model.document import ExtractedText

_STARTS = {
    "png": (b"\x89PNG\r\n\x1a\n",),
    "jpg": (b"\xff\xd8\xff",),
    "tiff": (b"II*\0", b"MM\0*"),
    "gif": (b"GIF87a", b"GIF89a"),
}
_BMP_HEADERS = frozenset({12, 40, 52, 56, 64, 108, 124})


def _without_text(_data: bytes, _file_type: str) -> ExtractedText:
    """Raise DocumentError (picture): a picture has no text before OCR."""
    raise picture_error()


def _starts(file_type: str) -> LooksLike:
    starts = _STARTS[file_type]
    return lambda head, _whole, _extension: head.startswith(starts)


def _is_webp(head: bytes, _whole: bytes, _extension: str) -> bool:
    return head.startswith(b"RIFF") and head[8:12] == b"WEBP"


def _is_bmp(head: bytes, _whole: bytes, _extension: str) -> bool:
    is_header = int.from_bytes(head[14:18], "little") in _BMP_HEADERS
    return head.startswith(b"BM") and head[6:10] == bytes(4) and is_header


def _format(
    name: str,
    file_types: tuple[str, ...],
    extensions: frozenset[str],
    looks_like: LooksLike | None = None,
) -> Format:
    return Format(
        name,
        file_types,
        looks_like or _starts(file_types[0]),
        _without_text,
        is_binary=True,
        extensions=extensions,
        pages_module="twofold.engine.extract.formats.pictures.picture",
    )


FORMATS = (
    _format("PNG picture", ("png",), frozenset()),
    _format("JPEG picture", ("jpg",), frozenset({"jpeg"})),
    _format("TIFF picture", ("tiff",), frozenset({"tif"})),
    _format("GIF picture", ("gif",), frozenset()),
    _format("WebP picture", ("webp",), frozenset(), _is_webp),
    _format("BMP picture", ("bmp",), frozenset({"dib"}), _is_bmp),
)
