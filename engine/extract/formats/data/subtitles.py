"""Subtitles (SubRip, WebVTT): the spoken text, cited by its time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import unescape

from twofold.engine.extract.encoding import DecodedText, decode
from twofold.engine.extract.languages import declared_language
from twofold.engine.extract.lines import plain_document
from twofold.engine.extract.text_building import TextBuilder
from twofold.engine.model.document import (
    LINE_BREAK,
    Block,
    BlockKind,
    DocumentMetadata,
    ExtractedText,
    LocatorKind,
)

_CLOCK = r"(?:(\d{1,4}):)?([0-5]?\d):([0-5]?\d)(?:[.,:](\d{1,3}))?"
_TIMING = re.compile(rf"[ \t]*{_CLOCK}[ \t]*-{{1,2}}>[ \t]*{_CLOCK}(?:[ \t].*)?\Z", re.ASCII)
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?[ \t]+([^>]+)>")
_TAG = re.compile(r"</?[A-Za-z\d][^<>]*>|\{\\[^{}]*\}")
_LANGUAGE = re.compile(r"^Language:[ \t]*(\S+)", re.MULTILINE)
_NOT_SPOKEN = re.compile(r"(?:NOTE|STYLE|REGION)(?:[ \t]|\Z)")
_MAX_CUES = 200_000


@dataclass(frozen=True, slots=True)
class Cue:
    """Lines of speech from `start` to `end`, in milliseconds."""

    start: int
    end: int
    text: str


def extract(data: bytes, file_type: str = "srt") -> ExtractedText:
    """Read subtitles; raise DocumentError if the file is not text.

    A file without cues is read as plain text.
    """
    decoded = decode(data)
    cues = tuple(sorted(_cues(decoded.text), key=lambda cue: (cue.start, cue.end)))
    if not cues:
        return plain_document(decoded, file_type)
    return _document(decoded, cues, file_type)


def _document(decoded: DecodedText, cues: tuple[Cue, ...], file_type: str) -> ExtractedText:
    built = TextBuilder()
    for cue in cues:
        built.begin_place(cue.start)
        built.add_blocks(f"{cue.text}\n", [Block(0, len(cue.text), BlockKind.PARAGRAPH)])
    language = _LANGUAGE.search(decoded.text[:1000]) if decoded.text.startswith("WEBVTT") else None
    metadata = DocumentMetadata(lang=declared_language(language[1]) if language else "")
    text = built.by_place(LocatorKind.TIME, metadata, file_type, decoded.warnings)
    return replace(text, place_ends=tuple(cue.end for cue in cues))


def _cues(text: str) -> Iterator[Cue]:
    """Yield the cues in the order of the file, without empty ones and repeated lines."""
    before: tuple[str, ...] = ()
    count = 0
    for timing, lines in _timed(LINE_BREAK.split(text)):
        words = tuple(word for line in lines if (word := _words(line)))
        # Roll-up captions repeat the previous line.
        new = tuple(word for word in words if word not in before)
        before = words
        start, end = _milliseconds(timing, 1), _milliseconds(timing, 5)
        if new and count < _MAX_CUES:
            count += 1
            yield Cue(start, max(start, end), "\n".join(new))


def _timed(lines: list[str]) -> Iterator[tuple[re.Match[str], list[str]]]:
    """Yield each timing line with the lines below it, up to a blank line or the next timing."""
    timing: re.Match[str] | None = None
    spoken: list[str] = []
    for line in lines:
        found = _TIMING.match(line) if "->" in line else None
        if found or not line.strip():
            if timing and spoken:
                # The line directly above a timing line is the number of its cue.
                is_number = found is not None and spoken[-1].strip().isdigit()
                yield timing, spoken[:-1] if is_number else spoken
                timing = None
            timing = found or timing
            spoken = []
        elif timing and not (_NOT_SPOKEN.match(line) and not spoken):
            spoken.append(line)
    if timing and spoken:
        yield timing, spoken


def _words(line: str) -> str:
    line = _VOICE.sub(lambda found: f"{found[1].strip()}: ", line)
    line = unescape(_TAG.sub("", line)).replace("\\N", " ").replace("\\h", " ")
    return " ".join(line.replace("\u200e", "").replace("\u200f", "").split())


def _milliseconds(found: re.Match[str], first: int) -> int:
    hours, minutes, seconds, fraction = (found[first + index] or "0" for index in range(4))
    thousandths = int(fraction.ljust(3, "0"))
    return ((int(hours) * 60 + int(minutes)) * 60 + int(seconds)) * 1000 + thousandths
