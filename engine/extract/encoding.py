"""Bytes to text: byte order mark, then UTF-8, then what chardet finds."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from engine.core.document import FailureReason
from engine.extract.failure import document_error

# The longer marks come first: the UTF-32 (LE) mark begins with the UTF-16 one.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_HEAD_BYTES = 8192
_SAMPLE_BYTES = 262_144
_CONTROL = re.compile("[\x00-\x06\x0e-\x1a\x1c-\x1f\x7f]")
_MOST_CONTROLS = 0.02
_NOT_TEXT = "The file holds binary data, not text."


@dataclass(frozen=True, slots=True)
class DecodedText:
    """Text, the codec it was decoded with, and what a person should know of it."""

    text: str
    encoding: str
    warnings: tuple[str, ...] = ()


def decode(data: bytes, declared: str = "") -> DecodedText:
    """Decode a whole file; raise DocumentError (binary) when it is not text.

    The byte order mark is no part of the text. `declared` is a codec the file names itself; it is
    believed after the mark and UTF-8, which hardly ever decode what they did not encode. NUL
    characters become U+FFFD, which keeps every offset.
    """
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return _with_replacements(data[len(mark) :], codec)
    if b"\0" not in data[:_HEAD_BYTES]:
        try:
            return _checked(data.decode("utf-8"), "utf-8")
        except UnicodeDecodeError:
            pass
    return _decode_other(data, declared)


def _decode_other(data: bytes, declared: str) -> DecodedText:
    for codec in (_known(declared), _detected(data)):
        if codec:
            try:
                return _checked(data.decode(codec), codec)
            except (UnicodeError, ValueError):
                continue
    if b"\0" in data[:_HEAD_BYTES]:
        raise document_error(FailureReason.BINARY, _NOT_TEXT)
    return _mostly_utf8(data)


def _mostly_utf8(data: bytes) -> DecodedText:
    text = data.decode("utf-8", errors="replace")
    if text.count("\ufffd") > max(8, len(text) // 50):
        raise document_error(FailureReason.BINARY, _NOT_TEXT)
    return _checked(text, "utf-8", ("Some bytes of this file are not text and were replaced.",))


def _with_replacements(data: bytes, codec: str) -> DecodedText:
    try:
        return _checked(data.decode(codec), codec)
    except UnicodeDecodeError:
        text = data.decode(codec, errors="replace")
        return _checked(text, codec, ("Some bytes of this file are damaged and were replaced.",))


def _checked(text: str, codec: str, warnings: tuple[str, ...] = ()) -> DecodedText:
    head = text[:_SAMPLE_BYTES]
    if len(_CONTROL.findall(head)) > max(1, len(head) * _MOST_CONTROLS):
        raise document_error(FailureReason.BINARY, _NOT_TEXT)
    return DecodedText(text.replace("\0", "\ufffd"), codec, warnings)


def _known(declared: str) -> str:
    """Return the Python codec a declared name means; browsers read Latin-1 as Windows-1252."""
    try:
        name = codecs.lookup(declared.strip()).name if declared else ""
    except (LookupError, ValueError):
        return ""
    if name.startswith(("utf-8", "utf-16", "utf-32")):
        return ""
    return {"iso8859-1": "cp1252", "ascii": "cp1252", "gb2312": "gb18030"}.get(name, name)


def _detected(data: bytes) -> str:
    import chardet  # noqa: PLC0415  few files need it, and the worker must start fast

    found = chardet.detect(data[:_SAMPLE_BYTES])
    codec = found["encoding"] or ""
    return _text_codec(codec) if (found["confidence"] or 0.0) > 0.2 else ""


def _text_codec(name: str) -> str:
    try:
        found = codecs.lookup(name)
    except LookupError:
        return ""
    return found.name
