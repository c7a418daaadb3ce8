"""Converting LaTeX to the text that it displays, in bibliographies and document titles."""

from __future__ import annotations

import re
import unicodedata

_MAX_SOURCE_LENGTH = 2000
_ACCENTS = {
    '"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "r": "\u030a",
    "k": "\u0328", "d": "\u0323", "b": "\u0331",
}  # fmt: skip
_LETTERS = {
    "ss": "ß", "o": "ø", "O": "Ø", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å",
    "AA": "Å", "l": "ł", "L": "Ł", "textendash": "–", "textemdash": "—", "ldots": "…",
    "dots": "…",
}  # fmt: skip
# Letters without their dot are written for accents above them.
_SHOWN_LETTERS = _LETTERS | {
    "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "textbackslash": "\\",
    "textbraceleft": "{", "textbraceright": "}", "textasciitilde": "~", "textasciicircum": "^",
    "copyright": "©", "S": "§", "pounds": "£", "textquoteright": "’",
}  # fmt: skip
_WORD_LETTERS = _LETTERS | {"i": "i", "j": "j", "LaTeX": "LaTeX", "TeX": "TeX"}
_SHOWN_COMMAND = re.compile(r"\\(?:([A-Za-z]+)[ \t]*|(.))", re.DOTALL)
_SHOWN_ACCENT = re.compile(
    r"""\\(["'`^~=.]|[cvuHrkdb](?![A-Za-z]))\s*(?:\{\s*)?(\\[ij](?![A-Za-z])|[^\W\d_])\s*\}?"""
)
_ACCENT = re.compile(
    r"""\\(?:([`'^~"=.])\s*\{?\s*\\?([A-Za-z])\s*\}?|([uvHckrdb])(?:\s+|\s*\{\s*)\\?([A-Za-z])\s*\}?)"""
)
_LETTER = re.compile(
    rf"\\({'|'.join(sorted(_WORD_LETTERS, key=len, reverse=True))})(?![A-Za-z])(?:\{{\}}|\s)?"
)
_DROPPED = re.compile(
    r"\\(?:label|index|footnote|thanks|cite\w*|ref|vspace|hspace|includegraphics|inst|orcid|orcidlink)"
    r"\*?(?:\[[^\[\]]*\])?\{[^{}]*\}"
)
_ESCAPED = re.compile(r"\\([&%$#_{}])")
_COMMAND = re.compile(r"\\(?:[A-Za-z]+\*?[ \t]*(?:\[[^\[\]]*\])?|.)", re.DOTALL)
_GROUPED = {"---": "—", "--": "–", "``": "“", "''": "”"}


def from_latex(latex: str) -> str:
    r"""Return the text of simple LaTeX (`G{\"o}del`, `\&`, `--`), without unknown commands."""
    text = _SHOWN_ACCENT.sub(_shown_accent, latex)
    text = _SHOWN_COMMAND.sub(_shown_command, text)
    text = text.replace("---", "—").replace("--", "–").replace("~", "\u00a0")
    text = text.replace("{", "").replace("}", "")
    text = text.replace("\x01", "{").replace("\x02", "}")
    return " ".join(text.replace("\x03", "~").split())


def _shown_accent(found: re.Match[str]) -> str:
    letter = found[2].lstrip("\\")
    return unicodedata.normalize("NFC", letter + _ACCENTS[found[1]])


def _shown_command(found: re.Match[str]) -> str:
    if sign := found[2]:
        return {"\\": " ", "{": "\x01", "}": "\x02", "~": "\x03"}.get(sign, sign)
    letter = _SHOWN_LETTERS.get(found[1], "")
    return {"{": "\x01", "}": "\x02", "~": "\x03"}.get(letter, letter)


def tex_words(source: str) -> str:
    """Return the words of TeX source: accents composed, commands dropped, arguments kept."""
    text = _DROPPED.sub("", source[:_MAX_SOURCE_LENGTH])
    text = _ACCENT.sub(_accented, text)
    text = _LETTER.sub(lambda found: _WORD_LETTERS[found[1]], text)
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
    """Return the content of the braces that open at `start`, and the offset after them.

    Braces that are not closed within 2,000 characters end with the line.
    """
    depth = 0
    for found in re.compile(r"\\.|[{}]", re.DOTALL).finditer(
        text, start, start + _MAX_SOURCE_LENGTH
    ):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth == 0 and found[0] == "}":
            return text[start + 1 : found.start()], found.end()
    line = re.compile(r"[^\r\n]*").match(text, start + 1)
    return (line[0], line.end()) if line else ("", start + 1)


def _accented(found: re.Match[str]) -> str:
    mark, letter = found[1] or found[3], found[2] or found[4]
    return unicodedata.normalize("NFC", letter + _ACCENTS[mark])
