"""Writing to the terminal: results on stdout, everything else, as progress, on stderr."""

from __future__ import annotations

import io
import os
import re
import sys
import unicodedata
from typing import TYPE_CHECKING, TextIO

from twofold.engine.model.wire import as_json_text

if TYPE_CHECKING:
    from twofold.engine.model.events import ExportRendered
    from twofold.engine.model.export_format import ExportFormat

# C0 and C1 controls and marks of direction could steer the terminal from inside a document, and a
# line break in the name of a file would look like the next file: they are written as escapes.
# Two that are no characters, so that no text holds them, stand for bold on and off until then.
_BOLD_ON, _BOLD_OFF = "\ufdd0", "\ufdd1"
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
_NAMED = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}


def prepare_streams() -> None:
    """Write UTF-8 and plain line ends everywhere; a file name that is no text is shown escaped.

    A program without a console has no streams on Windows: what is written there goes nowhere.
    """
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _nowhere() -> TextIO:
    # Left open at the end like the streams of a console, which Python does not warn of.
    return open(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8", closefd=False)


def say(line: str = "") -> None:
    """Print one line of the answer; what is no text in it is shown escaped."""
    has_style = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    on, off = ("\033[1m", "\033[0m") if has_style else ("", "")
    print(as_line(line).replace(_BOLD_ON, on).replace(_BOLD_OFF, off))


def say_text(text: str) -> None:
    """Print a text with its line breaks and tabs; other controls are shown escaped."""
    for line in text.replace("\r\n", "\n").split("\n"):
        print("\t".join(as_line(part) for part in line.split("\t")))


def as_line(text: str) -> str:
    """Return a text as one line that a terminal shows as it is: backslash n for a line break."""
    return _CONTROL.sub(_escaped, text)


def say_json(value: object, *, on_one_line: bool = False) -> None:
    """Print a value as JSON."""
    print(as_json_text(value, indent=None if on_one_line else 2))


def print_export(form: ExportFormat, rendered: ExportRendered) -> None:
    """Write an export to stdout as it is."""
    if form.is_text:
        sys.stdout.write(_with_line_end(rendered.text))
    else:
        sys.stdout.buffer.write(rendered.data)


def export_bytes(form: ExportFormat, rendered: ExportRendered) -> bytes:
    """Return what `print_export` writes."""
    text = _with_line_end(rendered.text)
    return text.encode("utf-8", "backslashreplace") if form.is_text else rendered.data


def _with_line_end(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"


def tell(sentence: str) -> None:
    """Print one line for the user on stderr."""
    print(f"twofold: {as_line(' '.join(sentence.split()))}", file=sys.stderr, flush=True)


def bold(text: str) -> str:
    """Make a text stand out when it is said, where the terminal can."""
    return f"{_BOLD_ON}{text}{_BOLD_OFF}"


def width(text: str) -> int:
    """Return how many terminal columns a text takes."""
    return sum(_columns(character) for character in text)


def fit(text: str, columns: int) -> str:
    """Cut or pad a text to exactly `columns` terminal columns."""
    if width(text) > columns:
        text = _cut(text, columns - 1) + "…"
    return text + " " * (columns - width(text))


def count(number: int, noun: str) -> str:
    """Return '1 document' or '1,284 documents'."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _escaped(match: re.Match[str]) -> str:
    character = match[0]
    code = ord(character)
    return _NAMED.get(character, f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}")


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _cut(text: str, columns: int) -> str:
    used = 0
    for position, character in enumerate(text):
        used += _columns(character)
        if used > columns:
            return text[:position]
    return text
