"""Which characters of a snippet are signs, not words: of Markdown, and of quotations in mails.

A snippet is a window of a passage in one line, often in the middle of a sentence, so a parser of
documents cannot take it. Signs are told by their look; one that does not close stays. A mask is as
long as its text: HIDDEN stands for a sign, and a space for one between words, such as a bar.
"""

from __future__ import annotations

import re

HIDDEN = "\0"

# At the beginning of a word, or of the window.
_START = r"(?:(?<!\S)|(?<=\A…))"
_FENCE = re.compile(_START + r"(?:```+|~~~+)[\w+-]*(?=[\s…]|$)")
_HEADING = re.compile(_START + r"#{1,6}(?=[\s…]|$)")
# What the groups hold is hidden, or words in which no sign is looked for.
_BLOCK = re.compile(r"(?<!`)(```+[\w+-]*)(?=\s)(?P<words>(?:(?!```).)+)(```+)(?![\w`])", re.DOTALL)
_CODE = re.compile(r"(?<!`)(`+)(?!`)(?P<words>.+?)(?<!`)(\1)(?!`)", re.DOTALL)
_ADDRESS = re.compile(r"(<)(?P<words>(?:https?://|mailto:)[^<>\s]+)(>)")
_ESCAPE = re.compile(r"(\\)(?P<words>[!-/:-@\[-`{-~])")
_PAIRS = (
    # [words](target "title"); the window may end within the target, or begin within the words
    re.compile(
        r"(!?\[)[^\[\]]*"
        r"(\]\([^\s()…]*(?:\([^\s()]*\))?[^\s()…]*(?:\s+(?:\"[^\"]*\"|'[^']*'))?(?:\)|(?=…?\Z)))"
    ),
    re.compile(r"\A…[^\[\]]*(\]\([^\s()]*\))"),
    re.compile(r"(?<![A-Za-z0-9])(!?\[)[^\[\]]*(\]\[[^\[\]]*\])"),
    # emphasis; bold words may go on beyond the window
    re.compile(r"(?<!\*)(\*{1,3})(?![\s*]).*?[^\s*](\1)(?!\*)", re.DOTALL),
    re.compile(r"(?<!\w)(_{1,3})(?![\s_]).*?[^\s_](\1)(?!\w)", re.DOTALL),
    re.compile(r"(~~)(?!\s).*?\S(~~)", re.DOTALL),
    re.compile(r"(?<!\S)(\*\*)(?=[^\s*])[^*]*…\Z"),
    re.compile(r"\A…[^*]*[^\s*](\*\*)(?!\w)"),
)
_LETTER = re.compile(r"\S")
_QUOTED_LINE = re.compile(r"^[ \t]*(?:>[ \t]?)+(\S*)", re.MULTILINE)
_QUOTE = re.compile(_START + r"(?:> ?)+(?=(\S*))")
# A row, or the rule below the head of a table without bars at its sides.
_TABLE = re.compile(r"^[ \t>]*(?:\||:?-+:?[ \t]*\|)", re.MULTILINE)
_RULE = re.compile(
    _START + r"(?:\|(?: ?:?-+:? ?\|)+|\|?(?: ?(?::-+:?|-{2,}:?|-:) ?(?:\||(?!\S)))+)"
)


def mask_markdown(text: str, passage: str) -> str:
    """Hide the signs of Markdown in `text`, a window of `passage`."""
    has_table = "|" in text and _TABLE.search(passage) is not None
    text = _BLOCK.sub(_hidden, text)
    for pattern in (_FENCE, _HEADING, *([_RULE] if has_table else ())):
        text = pattern.sub(_blank, text)
    for pattern in (_CODE, _ADDRESS, _ESCAPE):
        text = pattern.sub(_hidden, text)
    text = text.replace("`", HIDDEN)
    if has_table:
        text = text.replace("|", " ")
    for pattern in _PAIRS:
        while (masked := pattern.sub(_hidden, text)) != text:  # one may stand within another
            text = masked
    return text


def mask_quotes(text: str, passage: str) -> str:
    """Hide the signs of quotations: '>' before a word that begins a quoted line of `passage`."""
    firsts = set(_QUOTED_LINE.findall(passage)) if ">" in text else set()
    if not firsts:
        return text
    firsts.add("")  # the window may end with a sign
    return _QUOTE.sub(
        lambda found: _blank(found) if found[1].rstrip("…") in firsts else found[0], text
    )


def without_signs(heading: str) -> str:
    """Return a heading of Markdown without its signs."""
    masked = zip(mask_markdown(heading, ""), heading, strict=True)
    return "".join(letter for sign, letter in masked if sign != HIDDEN)


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _hidden(found: re.Match[str]) -> str:
    """Return what was found with its groups hidden, and `words` as letters that are no signs."""
    masked = list(found[0])
    words = found.re.groupindex.get("words")
    for group in range(1, found.re.groups + 1):
        start, end = (place - found.start() for place in found.span(group))
        masked[start:end] = _LETTER.sub("x" if group == words else HIDDEN, found[group])
    return "".join(masked)
