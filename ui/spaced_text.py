"""Text for labels of several lines: with room between them, and no word alone in the last."""

from __future__ import annotations

from html import escape


def spaced(markup: str, line: int) -> str:
    """Return rich text whose lines are `line` pixels high."""
    style = f"line-height: {line}px; -qt-line-height-type: fixed; margin: 0"
    return f'<p style="{style}">{markup}</p>'


def spaced_plain(words: str, line: int) -> str:
    """Return plain words as rich text whose lines are `line` pixels high."""
    return spaced(escape(words), line)


def without_lone_end(words: str) -> str:
    """Return `words` with the last two bound: no label then wraps the last one alone to a line."""
    before, space, last = words.rpartition(" ")
    return f"{before}\u00a0{last}" if space else words
