"""TeX source of a title or a name to plain words."""

from __future__ import annotations

import re
import unicodedata

_LONGEST = 2000
_ACCENTS = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308", "=": "\u0304",
    ".": "\u0307", "u": "\u0306", "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328",
    "r": "\u030a", "d": "\u0323", "b": "\u0331",
}  # fmt: skip
_ACCENT = re.compile(
    r"""\\(?:([`'^~"=.])\s*\{?\s*\\?([A-Za-z])\s*\}?|([uvHckrdb])(?:\s+|\s*\{\s*)\\?([A-Za-z])\s*\}?)"""
)
_LETTERS = {
    "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł",
    "aa": "å", "AA": "Å", "i": "i", "j": "j", "LaTeX": "LaTeX", "TeX": "TeX", "ldots": "…",
    "dots": "…", "textendash": "–", "textemdash": "—",
}  # fmt: skip
_LETTER = re.compile(
    rf"\\({'|'.join(sorted(_LETTERS, key=len, reverse=True))})(?![A-Za-z])(?:\{{\}}|\s)?"
)
_DROPPED = re.compile(
    r"\\(?:label|index|footnote|thanks|cite\w*|ref|vspace|hspace|includegraphics|inst|orcid|orcidlink)"
    r"\*?(?:\[[^\[\]]*\])?\{[^{}]*\}"
)
_ESCAPED = re.compile(r"\\([&%$#_{}])")
_COMMAND = re.compile(r"\\(?:[A-Za-z]+\*?[ \t]*(?:\[[^\[\]]*\])?|.)", re.DOTALL)
_GROUPED = {"---": "—", "--": "–", "``": "“", "''": "”"}


def tex_words(source: str) -> str:
    """Return the words of TeX source: accents composed, commands dropped, their arguments kept."""
    text = _DROPPED.sub("", source[:_LONGEST])
    text = _ACCENT.sub(_accented, text)
    text = _LETTER.sub(lambda found: _LETTERS[found[1]], text)
    text = text.replace("\\\\", " ")
    text = _ESCAPED.sub(lambda found: {"{": "\ue000", "}": "\ue001"}.get(found[1], found[1]), text)
    text = _COMMAND.sub(" ", text).replace("~", " ")
    for marks, character in _GROUPED.items():
        text = text.replace(marks, character)
    text = text.translate(
        {ord("{"): None, ord("}"): None, ord("$"): None, 0xE000: "{", 0xE001: "}"}
    )
    return " ".join(text.split())


def braced(text: str, start: int) -> tuple[str, int]:
    """Return what stands in the braces that open at `start`, and the offset after them.

    Braces that never close (within 2,000 characters) end with the line.
    """
    depth = 0
    for found in re.compile(r"\\.|[{}]", re.DOTALL).finditer(text, start, start + _LONGEST):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth == 0 and found[0] == "}":
            return text[start + 1 : found.start()], found.end()
    line = re.compile(r"[^\r\n]*").match(text, start + 1)
    return (line[0], line.end()) if line else ("", start + 1)


def _accented(found: re.Match[str]) -> str:
    mark, letter = found[1] or found[3], found[2] or found[4]
    return unicodedata.normalize("NFC", letter + _ACCENTS[mark])
