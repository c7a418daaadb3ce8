"""Text that any file format can hold: control characters and undecodable names made visible.

Among them are the signs that turn the direction of writing (U+202A-202E, U+2066-2069): left open at
the end of a title they would show the citation behind it backwards (CVE-2021-42574). U+009B and its
neighbours steer a terminal that shows an export; U+0085 ends a line. U+FFFE and U+FFFF are no
characters of XML.
"""

from __future__ import annotations

import re

_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff"
    "\ufffe\uffff]"
)


def printable(text: str) -> str:
    """Replace what is no text (control characters but tab and line ends, surrogates) by U+FFFD."""
    return _CONTROL.sub("\ufffd", text)


def one_line(text: str) -> str:
    """Return printable text in one line."""
    return " ".join(printable(text).split())
