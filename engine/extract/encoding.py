"""Decoding bytes: by the byte order mark, as UTF-8, or in the encoding that chardet detects."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import NoReturn

from twofold.engine.extract.encoding_detection import better_codec, kana_codec, wide_codec
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import Message, message

_DECLARATIONS = (
    re.compile(
        rb"<(?:meta|\?xml)[^>]{0,300}?(?:charset|encoding)\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE
    ),
    # In the first two lines (PEP 263, Emacs).
    re.compile(rb"\A[^\r\n]{0,200}(?:[\r\n]+[^\r\n]{0,200}?)?coding[:=][ \t]*([\w.-]+)"),
    re.compile(rb"\\usepackage\[(\w+)\]\{inputenc\}"),
)
_HEAD_BYTES = 8192
_TEX_NAMES = {
    "latin1": "iso-8859-1", "latin2": "iso-8859-2", "latin9": "iso-8859-15", "ansinew": "cp1252",
    "applemac": "mac_roman", "utf8x": "utf-8",
}  # fmt: skip


def declared_encoding(data: bytes) -> str:
    """Return the encoding that the first bytes of a file declare, or ''."""
    head = data[:_HEAD_BYTES]
    for pattern in _DECLARATIONS:
        if found := pattern.search(head):
            name = found[1].decode("ascii", "replace").lower()
            return _TEX_NAMES.get(name, name)
    return ""


# The longer marks must be first: the UTF-32 (LE) mark begins with the UTF-16 one.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE_BYTES = 262_144
_CONTROL = re.compile("[\x00-\x06\x0e-\x1a\x1c-\x1f\x7f]")
_MAX_CONTROLS = 0.02
_MAX_REPLACED, _FEW_REPLACED = 0.02, 8
_MIN_GOOD = 10
_MAX_NULS = 0.02
_MAX_BEYOND_ASCII = 0.1
_ASCII = bytes(range(128))
# Escape sequences of the ISO 2022 codecs; all of their bytes are ASCII.
_ISO_2022 = re.compile(rb"\x1b(?:\$[@ABC)]|\([BJI])|\x0e[\x21-\x7e]{2}")


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A decoded text, the codec used, and warnings for the user."""

    text: str
    encoding: str
    warnings: tuple[Message, ...] = ()


def decode(data: bytes, declared: str = "") -> DecodedText:
    """Decode a whole file; raise DocumentError (binary) if it is not text.

    The byte order mark is not part of the text. `declared` is the codec that the file itself names;
    if empty, it is searched for in the first bytes. The declared codec is tried only if there is no
    byte order mark and the data is not valid UTF-8, because text in another encoding is rarely
    valid UTF-8. NUL characters become U+FFFD, which preserves every offset.
    """
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return _damaged(data[len(mark) :], codec) or _refused()
    may_be_utf8 = b"\0" not in data[:_HEAD_BYTES] and not _ISO_2022.search(data[:_SAMPLE_BYTES])
    if may_be_utf8 and (decoded := _strict(data, "utf-8")):
        return decoded
    return _decode_other(data, declared)


def _decode_other(data: bytes, declared: str) -> DecodedText:
    """Try the declared and the detected codec, first strictly, then allowing some bad bytes."""
    named = _known(declared or declared_encoding(data))
    if not named and _is_nearly_utf8(data) and (decoded := _damaged(data, "utf-8")):
        return decoded
    wide = wide_codec(data)
    if wide and not named and (decoded := _damaged(data, wide)):
        return decoded
    codecs_tried = [codec for codec in (named, _detected(data)) if codec]
    for codec in codecs_tried:
        if decoded := _strict(data, codec):
            return decoded
    if b"\0" in data[:_HEAD_BYTES] and not any("16" in c or "32" in c for c in codecs_tried):
        return (_is_nearly_ascii(data) and _damaged(data, "cp1252")) or _refused()
    for codec in ("utf-8", *codecs_tried):
        if decoded := _damaged(data, codec):
            return decoded
    return _refused()


def _strict(data: bytes, codec: str) -> DecodedText | None:
    try:
        text = data.decode(codec)
    except (UnicodeError, ValueError):
        return None
    return DecodedText(text.replace("\0", "\ufffd"), codec) if _is_text(text) else None


def _damaged(data: bytes, codec: str) -> DecodedText | None:
    """Decode text with a few bad bytes; return None if too many are bad."""
    if decoded := _strict(data, codec):
        return decoded
    text = data.decode(codec, errors="replace")
    bad = text.count("\ufffd")
    most = max(len(text) * _MAX_REPLACED, min(_FEW_REPLACED, len(text) * _MAX_BEYOND_ASCII))
    if bad > most or not _is_text(text):
        return None
    warning = message("Some bytes of this file are damaged and were replaced.")
    return DecodedText(text.replace("\0", "\ufffd"), codec, (warning,))


def _is_nearly_utf8(data: bytes) -> bool:
    """Return whether nearly all non-ASCII bytes form UTF-8 characters."""
    text = data[:_SAMPLE_BYTES].decode("utf-8", "replace")
    bad = text.count("\ufffd")
    return len(text) - sum(map(str.isascii, text)) > _MIN_GOOD * (bad + 1)


def _is_nearly_ascii(data: bytes) -> bool:
    """Return whether this may be ASCII text with a few other bytes."""
    few_nuls = data.count(0) <= len(data) * _MAX_NULS
    return few_nuls and len(data.translate(None, _ASCII)) <= len(data) * _MAX_BEYOND_ASCII


def _refused() -> NoReturn:
    raise DocumentError(FailureReason.BINARY, message("The file contains binary data, not text."))


def _is_text(text: str) -> bool:
    head = text[:_SAMPLE_BYTES]
    return len(_CONTROL.findall(head)) <= max(1, len(head) * _MAX_CONTROLS)


def _known(declared: str) -> str:
    """Return the Python codec of a declared name; as in browsers, Latin-1 means Windows-1252."""
    try:
        name = codecs.lookup(declared.strip()).name if declared else ""
    except (LookupError, ValueError):
        return ""
    if name.startswith(("utf-8", "utf-16", "utf-32")):
        return ""
    return {"iso8859-1": "cp1252", "ascii": "cp1252", "gb2312": "gb18030"}.get(name, name)


def _detected(data: bytes) -> str:
    import chardet  # noqa: PLC0415  few files need it, and the worker must start fast

    if codec := kana_codec(data):
        return codec
    found = chardet.detect(data[:_SAMPLE_BYTES])
    codec = _text_codec(found["encoding"] or "")
    # Any data of even length decodes as UTF-16; `wide_codec` has already decided whether it is
    # text.
    if codec.startswith("utf-16"):
        return ""
    return better_codec(data, codec)


def _text_codec(name: str) -> str:
    try:
        found = codecs.lookup(name)
    except LookupError:
        return ""
    return found.name
