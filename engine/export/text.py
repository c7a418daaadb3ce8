"""Text for any format, text with fonts, and text escaped for LaTeX and Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

# Control characters and lone surrogates, shown as U+FFFD. They include the characters that set the
# text direction (U+202A-202E, U+2066-2069), which at the end of a title would reverse the citation
# after it (CVE-2021-42574). U+009B and similar ones control the terminal that shows an export;
# U+0085 ends a line. U+FFFE and U+FFFF are not allowed in XML.
_CONTROL = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff"
    "\ufffe\uffff]"
)


def printable(text: str) -> str:
    """Replace control characters (except tabs and line ends) and lone surrogates with U+FFFD."""
    return _CONTROL.sub("\ufffd", text)


def one_line(text: str) -> str:
    """Return printable text in one line."""
    return " ".join(printable(text).split())


# --- Text with fonts, from a citation style to a format ---
#
# Fonts are marked with private-use characters, which are removed from documents (`unmarked`). The
# text between them is plain and must still be escaped for the format.

_ON = {"italic": "\uf500", "bold": "\uf501", "small": "\uf502", "raised": "\uf503", "low": "\uf504"}
_OFF = {font: chr(ord(mark) + 16) for font, mark in _ON.items()}
_FONTS = {mark: font for font, mark in _ON.items()}
_ENDS = {mark: font for font, mark in _OFF.items()}
_MARK = re.compile("([\uf500-\uf504\uf510-\uf514])")
_HTML = {"italic": "i", "bold": "b", "small": "span", "raised": "sup", "low": "sub"}


@dataclass(frozen=True, slots=True)
class Run:
    """A run of text with the same fonts."""

    text: str
    fonts: frozenset[str]


def mark(font: str, text: str) -> str:
    """Mark `text` with a font: italic, bold, small, raised or low."""
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
    """Return CommonMark; `escape` escapes the text."""
    return "".join(_markdown_run(run, escape) for run in runs(marked))


def as_html(marked: str, escape: Callable[[str], str]) -> str:
    """Return HTML; `escape` escapes the text."""
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
    # Next to a space, asterisks are not emphasis (CommonMark 6.2).
    return text.replace(inner, f"{sign}{inner}{sign}") if sign and inner else text


# --- Text escaped for LaTeX and Markdown ---

_LATEX = {
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
_LATEX_SIGN = re.compile(r"[\\{}~^&%$#_]")
# TeX replaces these with ligatures: a dash, a quotation mark, an inverted question mark.
_JOINED = re.compile(r"(?<=-)(?=-)|(?<=')(?=')|(?<=[`?!])(?=`)|(?<=<)(?=<)|(?<=>)(?=>)|(?<=,)(?=,)")


def as_latex(text: str) -> str:
    """Return LaTeX that shows `text`; braces become commands, because BibTeX counts every brace."""
    return _JOINED.sub("{}", _LATEX_SIGN.sub(lambda found: _LATEX[found[0]], text))


_MARKDOWN_SIGN = re.compile(r"([\\`*_\[\]<>|~&$])")


def escaped_markdown(text: str) -> str:
    """Return CommonMark that shows `text` as it is, for use inside a line."""
    return _MARKDOWN_SIGN.sub(r"\\\1", text)
