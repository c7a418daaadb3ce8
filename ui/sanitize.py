"""Names that come from files and folders, made safe for Qt's places that read signs in them."""

from __future__ import annotations

import re
from html import escape

# Overrides of the direction would show 'letter.pdf' for 'letter' and what ends with 'fdp.exe'.
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202d\u202e]+")
_LONGEST_NAME = 40


def one_line(text: str) -> str:
    """Return `text` without line ends, tabs and other control characters."""
    return _CONTROLS.sub(" ", text).strip()


def shortened(text: str) -> str:
    """Return `text` on one line, as long as a name in a sentence may be."""
    line = one_line(text)
    return line if len(line) <= _LONGEST_NAME else f"{line[:_LONGEST_NAME].rstrip()}…"


def plain_tip(text: str) -> str:
    """Return a tooltip that shows `text` as it is: Qt reads what looks like markup as markup."""
    return f"<p style='white-space: pre'>{escape(text)}</p>" if "<" in text else text


def button_words(text: str) -> str:
    """Return the words of a button or a menu entry: a single '&' would underline a letter."""
    return one_line(text).replace("&", "&&")
