"""Inline Markdown: plain words of a heading, and #tags in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

_ANCHOR = re.compile(r"\s*\{[#:.][^{}]*\}\s*\Z")
_SHORTCODE = re.compile(r"\{\{[<%].*?[%>]\}\}")
_SHORTCODE_TEXT = re.compile(r"""\btext=(?:"([^"]*)"|'([^']*)')""")
_IMAGE_OR_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\[\]]*\])")
_WIKI_LINK = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]]+)\]\]")
_HTML = re.compile(r"<!--.*?-->|</?[A-Za-z][^<>]*>")
_CODE_SPAN = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
_EMPHASIS = re.compile(r"(\*{1,3}|~~|==)(?=\S)(.+?)(?<=\S)\1")
_UNDERSCORES = re.compile(r"(?<!\w)(_{1,3})(?=\S)(.+?)(?<=\S)\1(?!\w)")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_LONGEST_TITLE = 300
_LONGEST_TAGGED = 10_000

_TAG = re.compile(r"(?:^|(?<=[\s,;(*_、。，；（「！？：]))#([^\W\d_][\w/-]{0,99})", re.MULTILINE)
_LINE_FRAGMENT = re.compile(r"L\d+(?:-L?\d+)?\Z")
_COLOUR = re.compile(r"(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})\Z")
_LINK_TARGET = re.compile(r"\]\([^()\s]*(?:\s+\"[^\"]*\")?\)|https?://\S+|<[^<>\s][^<>]*>")


def plain_title(source: str) -> str:
    """Return the words of a heading without Markdown marks, links, anchors and shortcodes."""
    title = _ANCHOR.sub("", source[: 4 * _LONGEST_TITLE])
    title = _SHORTCODE.sub(_shortcode_text, title)
    title = _CODE_SPAN.sub(lambda found: found[2].strip(), title)
    title = _IMAGE_OR_LINK.sub(lambda found: found[1], title)
    title = _WIKI_LINK.sub(lambda found: found[1], title)
    title = _HTML.sub("", title)
    for marks in (_EMPHASIS, _UNDERSCORES):
        title = marks.sub(lambda found: found[2], title)
    return " ".join(_ESCAPE.sub(lambda found: found[1], title).split())[:_LONGEST_TITLE]


def inline_tags(source: str) -> Iterator[str]:
    """Yield the #tags of a paragraph: words, not line fragments, colours, links or code."""
    if "#" not in source:
        return
    prose = _LINK_TARGET.sub(" ", _CODE_SPAN.sub(" ", source[:_LONGEST_TAGGED]))
    for found in _TAG.finditer(prose):
        tag = found[1].rstrip("/-_")
        if tag and not _LINE_FRAGMENT.match(tag) and not _COLOUR.match(tag):
            yield tag


def _shortcode_text(found: re.Match[str]) -> str:
    words = _SHORTCODE_TEXT.search(found[0])
    return (words[1] or words[2] or "") if words else ""
