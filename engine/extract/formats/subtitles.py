"""Subtitles: SubRip and WebVTT."""

from __future__ import annotations

import re

from engine.extract.file_format import Format
from engine.model.document import ExtractedText

_WEB_VTT = re.compile(rb"(?:\xef\xbb\xbf)?WEBVTT(?:[ \t\r\n]|\Z)")
_SUB_RIP = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*\d{1,6}[ \t]*\r?\n\d{1,3}:\d\d:\d\d[,.]\d{1,3} *--> *\d{1,3}:\d\d:\d\d"
)


def looks_like(head: bytes, _whole: bytes, extension: str) -> bool:
    """Say whether a file is subtitles, by its first lines or its name."""
    return extension in {"srt", "vtt"} or bool(_WEB_VTT.match(head) or _SUB_RIP.match(head))


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read subtitles, a time a place."""
    from engine.extract.formats.data import subtitles  # noqa: PLC0415  imported when first needed

    return subtitles.extract(data, "vtt" if _WEB_VTT.match(data) else file_type)


FORMATS = (Format("Subtitles", ("srt", "vtt"), looks_like, extract, priority=5),)
