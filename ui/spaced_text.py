"""Text with room between its lines, for labels: Qt sets lines closer than they are drawn."""

from __future__ import annotations

from html import escape


def spaced(markup: str, line: int) -> str:
    """Return rich text whose lines are `line` pixels high."""
    style = f"line-height: {line}px; -qt-line-height-type: fixed; margin: 0"
    return f'<p style="{style}">{markup}</p>'


def spaced_plain(words: str, line: int) -> str:
    """Return plain words as rich text whose lines are `line` pixels high."""
    return spaced(escape(words), line)
