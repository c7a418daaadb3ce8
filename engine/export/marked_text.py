"""Formatted text on its way from a citation style into a format: characters with marks for fonts.

The marks are private characters, which never come from a document: `unmarked` takes them out.
Everything between them is plain text, still to be escaped for the format.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_ON = {"italic": "\uf500", "bold": "\uf501", "small": "\uf502", "raised": "\uf503", "low": "\uf504"}
_OFF = {font: chr(ord(mark) + 16) for font, mark in _ON.items()}
_FONTS = {mark: font for font, mark in _ON.items()}
_ENDS = {mark: font for font, mark in _OFF.items()}
_MARK = re.compile("([\uf500-\uf504\uf510-\uf514])")
_HTML = {"italic": "i", "bold": "b", "small": "span", "raised": "sup", "low": "sub"}


@dataclass(frozen=True, slots=True)
class Run:
    """A run of text in one set of fonts."""

    text: str
    fonts: frozenset[str]


def mark(font: str, text: str) -> str:
    """Put `text` in a font: italic, bold, small, raised or low."""
    return f"{_ON[font]}{text}{_OFF[font]}"


def unmarked(text: str) -> str:
    """Return the text without marks."""
    return _MARK.sub("", text)


def runs(marked: str) -> Iterator[Run]:
    """Yield the runs of a marked text."""
    fonts: set[str] = set()
    for piece in _MARK.split(marked):
        if piece in _FONTS:
            fonts.add(_FONTS[piece])
        elif piece in _ENDS:
            fonts.discard(_ENDS[piece])
        elif piece:
            yield Run(piece, frozenset(fonts))


def as_markdown(marked: str, escape: Callable[[str], str]) -> str:
    """Return CommonMark; text is escaped with `escape`."""
    return "".join(_markdown_run(run, escape) for run in runs(marked))


def as_html(marked: str, escape: Callable[[str], str]) -> str:
    """Return HTML; text is escaped with `escape`."""
    written = []
    for run in runs(marked):
        text = escape(run.text)
        for font in sorted(run.fonts):
            tag = _HTML[font]
            text = f"<{tag}>{text}</{tag}>"
        written.append(text)
    return "".join(written)


def _markdown_run(run: Run, escape: Callable[[str], str]) -> str:
    text = escape(run.text)
    sign = "*" * (("italic" in run.fonts) + 2 * ("bold" in run.fonts))
    inner = text.strip()
    # A sign beside a space would be no emphasis (CommonMark 6.2).
    return text.replace(inner, f"{sign}{inner}{sign}") if sign and inner else text
