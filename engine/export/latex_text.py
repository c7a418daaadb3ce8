r"""Text as LaTeX shows it, and LaTeX as text.

Braces are written as commands, as BibTeX counts every brace, also one behind a backslash.
"""

from __future__ import annotations

import re
import unicodedata

_SPECIAL = {
    "\\": r"{\textbackslash}",
    "{": r"{\textbraceleft}",
    "}": r"{\textbraceright}",
    "~": r"{\textasciitilde}",
    "^": r"{\textasciicircum}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
}
_ESCAPED = re.compile(r"[\\{}~^&%$#_]")
# Between these TeX would see one sign: a dash, a quotation mark, a turned question mark.
_JOINED = re.compile(r"(?<=-)(?=-)|(?<=')(?=')|(?<=[`?!])(?=`)|(?<=<)(?=<)|(?<=>)(?=>)|(?<=,)(?=,)")

_ACCENTS = {
    '"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "=": "\u0304",
    ".": "\u0307", "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "r": "\u030a",
    "k": "\u0328", "d": "\u0323", "b": "\u0331",
}  # fmt: skip
_LETTERS = {
    "ss": "ß", "o": "ø", "O": "Ø", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å",
    "AA": "Å", "l": "ł", "L": "Ł", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ",
    "TH": "Þ", "textbackslash": "\\", "textbraceleft": "{", "textbraceright": "}",
    "textasciitilde": "~", "textasciicircum": "^", "textendash": "–", "textemdash": "—",
    "ldots": "…", "dots": "…", "copyright": "©", "S": "§", "pounds": "£", "textquoteright": "’",
}  # fmt: skip
_COMMAND = re.compile(r"\\(?:([A-Za-z]+)[ \t]*|(.))", re.DOTALL)
_ACCENTED = re.compile(
    r"""\\(["'`^~=.]|[cvuHrkdb](?![A-Za-z]))\s*(?:\{\s*)?(\\[ij](?![A-Za-z])|[^\W\d_])\s*\}?"""
)


def as_latex(text: str) -> str:
    """Return LaTeX that shows `text`."""
    return _JOINED.sub("{}", _ESCAPED.sub(lambda found: _SPECIAL[found[0]], text))


def from_latex(latex: str) -> str:
    r"""Return the text that simple LaTeX shows (`G{\"o}del`, `\&`, `--`); unknown commands go."""
    text = _ACCENTED.sub(_accented, latex)
    text = _COMMAND.sub(_command, text)
    text = text.replace("---", "—").replace("--", "–").replace("~", "\u00a0")
    text = text.replace("{", "").replace("}", "")
    text = text.replace("\x01", "{").replace("\x02", "}")
    return " ".join(text.replace("\x03", "~").split())


def _accented(found: re.Match[str]) -> str:
    letter = found[2].lstrip("\\")
    return unicodedata.normalize("NFC", letter + _ACCENTS[found[1]])


def _command(found: re.Match[str]) -> str:
    if sign := found[2]:
        return {"\\": " ", "{": "\x01", "}": "\x02", "~": "\x03"}.get(sign, sign)
    letter = _LETTERS.get(found[1], "")
    return {"{": "\x01", "}": "\x02", "~": "\x03"}.get(letter, letter)
