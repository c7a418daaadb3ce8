"""Preparation of text for labels, tooltips and buttons: escaped, shortened, spaced."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path
from unicodedata import bidirectional

from PySide6.QtCore import QDir
from PySide6.QtGui import QFontMetrics, QGuiApplication

# Includes direction overrides, which would show 'letter<RLO>fdp.exe' as 'letterexe.pdf'.
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202d\u202e]+")
_MAX_NAME_LENGTH = 40
_RIGHT_TO_LEFT = {"R", "AL", "AN"}  # Hebrew and Arabic letters, Arabic digits


def isolated(text: str) -> str:
    """Return a user's or document's text for use inside a sentence.

    Text with right-to-left letters is wrapped in a first strong isolate, so that it does not
    reorder the words around it.
    """
    is_moving = any(bidirectional(letter) in _RIGHT_TO_LEFT for letter in text)
    return f"\u2068{text}\u2069" if is_moving else text


def one_line(text: str) -> str:
    """Return `text` without line breaks, tabs and other control characters."""
    return _CONTROLS.sub(" ", text).strip()


def shortened(text: str) -> str:
    """Return `text` on one line, shortened for use in a sentence, and isolated."""
    line = one_line(text)
    is_short = len(line) <= _MAX_NAME_LENGTH
    return isolated(line if is_short else f"{line[:_MAX_NAME_LENGTH].rstrip()}…")


def plain_tip(text: str) -> str:
    """Return a tooltip that shows `text` literally, because Qt interprets markup."""
    return f"<p style='white-space: pre'>{escape(text)}</p>" if "<" in text else text


def button_text(text: str) -> str:
    """Return text for a button or menu entry, where a single '&' would mark an access key."""
    return one_line(text).replace("&", "&&")


def spaced(markup: str, line: int) -> str:
    """Return rich text with lines `line` pixels high."""
    style = f"line-height: {line}px; -qt-line-height-type: fixed; margin: 0"
    return f'<p style="{style}">{markup}</p>'


def spaced_plain(words: str, line: int) -> str:
    """Return plain text as rich text with lines `line` pixels high."""
    return spaced(escape(words), line)


def without_lone_end(words: str) -> str:
    """Return `words` with a no-break space before the last word, so that it never wraps alone."""
    before, space, last = words.rpartition(" ")
    return f"{before}\u00a0{last}" if space else words


def short_path(path: Path) -> str:
    """Return a path with ~ for the user's home folder."""
    home = Path(QDir.homePath())
    is_inside = home != Path(home.anchor) and path.is_relative_to(home)
    return f"~/{path.relative_to(home).as_posix()}" if is_inside else str(path)


def drawable(text: str, fallback: str) -> str:
    """Return `text` if the installed fonts have all of its characters, otherwise `fallback`."""
    return text if _can_draw(text) else fallback


@cache
def _can_draw(text: str) -> bool:
    metrics = QFontMetrics(QGuiApplication.font())
    return all(metrics.inFontUcs4(ord(letter)) for letter in text if not letter.isspace())
