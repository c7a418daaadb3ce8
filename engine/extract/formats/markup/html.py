"""HTML documents: the displayed text, with the source line of every character.

Markup is split as by the HTML standard's tokenizer (section 13.2.5), as far as it affects the text.
The parser of the standard library takes quadratic time for unclosed markup, and reads broken markup
differently in each patch release of Python, so that citations would change. lxml and other HTML
parsers do not report source positions of text.

Scripts, styles and comments are not text, character references are resolved, and white space is
collapsed as in a browser.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape

from twofold.engine.extract.alternative_text import alternative_text
from twofold.engine.extract.encoding import decode
from twofold.engine.extract.formats.markup.html_lists import LISTS, ListNumbers
from twofold.engine.extract.formats.markup.html_metadata import HtmlMetadata
from twofold.engine.extract.formats.markup.html_tables import TableText
from twofold.engine.extract.raised_text import TAIL, Script, needs_space
from twofold.engine.extract.text_building import TextLayout
from twofold.engine.model.document import BlockKind, ExtractedText
from twofold.engine.model.localized import Message, message

_INVISIBLE = frozenset({"script", "style", "template"})
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = frozenset(
    {
        "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details",
        "dialog", "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form",
        "head", "header", "hr", "html", "iframe", "legend", "li", "main", "menu", "nav", "ol",
        "optgroup", "option", "p", "pre", "search", "section", "select", "summary", "table",
        "tbody", "textarea", "tfoot", "thead", "tr", "ul",
    }
)  # fmt: skip
_CELLS = frozenset({"td", "th"})
_KEPT = frozenset({"meta", "html", "table", "img", "area", "input", "li"}) | LISTS
_SCRIPTS = {"sup": Script.RAISED, "sub": Script.LOWERED}
# Ruby readings above a word; the tags that end them may be missing.
_READINGS = frozenset({"rt", "rp", "rtc"})
_AFTER_READINGS = frozenset({"rb", "ruby"})
_KINDS = {
    "li": BlockKind.LIST,
    "dt": BlockKind.LIST,
    "dd": BlockKind.LIST,
    "tr": BlockKind.TABLE,
    "pre": BlockKind.CODE,
    "caption": BlockKind.CAPTION,
}
_RAW = {
    tag: re.compile(rf"</{tag}(?=[\s/>])", re.ASCII | re.IGNORECASE) for tag in ("script", "style")
}
# Every expression is matched at one position and takes time proportional to its match. A search
# that fails is never repeated: the rest of the file is then not read.
_MARKUP = re.compile(r"<(?=[a-zA-Z/!?])")
_NAME = re.compile(r"[a-zA-Z][^\s/>]*", re.ASCII)
# A value with an unclosed quotation mark ends at white space, as intended in most damaged tags.
_ATTRIBUTE = re.compile(
    r"""[\s/]*+([^\s/>][^\s/>=]*+)(?:\s*+=\s*+("[^"]*+"|'[^']*+'|[^\s>]*+))?""", re.ASCII
)
_TAG_END = re.compile(r"\s*+(/?)[\s/]*+>", re.ASCII)
_END_TAG = re.compile(r"</\s*+([a-zA-Z][^\s/>]*)", re.ASCII)
_COMMENT = re.compile(r"<!--(?:-?>|.*?--!?\s*>)", re.DOTALL)
_SHOWN_INPUTS = frozenset({"text", "search", "submit", "button", "reset", "tel", "number", "date"})
_MAX_SHOWN = 2000
_MAX_SCRIPTS = 50
_CDATA = "<![CDATA["
# Longer numbers are not characters, and Python refuses to parse numbers of thousands of digits.
_REFERENCE = re.compile(r"&(?:#[0-9]{1,40}|#[xX][0-9a-fA-F]{1,40}|[a-zA-Z][a-zA-Z0-9]{1,31});?")


def extract(data: bytes, _file_type: str = "html") -> ExtractedText:
    """Read an HTML file; raise DocumentError if it is not text."""
    decoded = decode(data)
    reader = _Reader(decoded.text)
    warnings = decoded.warnings + reader.run()
    return reader.layout.extracted(reader.metadata.as_metadata(), "html", warnings)


def _unescaped(text: str) -> str:
    """Resolve the character references in `text`."""
    return _REFERENCE.sub(lambda found: unescape(found[0]), text) if "&" in text else text


class _Reader:
    """Reads a source in one pass and adds its text, with offsets, to a TextLayout."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._invisible = 0
        self._title: list[str] = []
        self._in_title = False
        self._preformatted = 0
        self._in_reading = False
        self._scripts: list[str] = []  # the open tags that raise or lower text
        self._script = Script.NORMAL  # of the text before
        self._before = self._last = ""  # the two texts before
        self._lists = ListNumbers(source)
        self._labels: list[tuple[int, str]] = []  # depth and number of items without text so far
        self.layout = TextLayout(source)
        self._text = TableText(self.layout)
        self.metadata = HtmlMetadata()

    def run(self) -> tuple[Message, ...]:
        """Read everything; return warnings if the markup is broken."""
        is_whole = self._read()
        self._text.finish()
        self.metadata.title = "".join(self._title)
        return (
            ()
            if is_whole
            else (message("The markup is damaged; the rest of the file was not read."),)
        )

    def _read(self) -> bool:
        source, at = self._source, 0
        last_end = source.rfind(">")
        while (found := _MARKUP.search(source, at)) and found.start() < last_end:
            self._take_text(at, found.start())
            end = self._read_markup(found.start())
            if end is None:
                return False
            at = end
        # Text after the last '>' contains no tags.
        self._take_text(at, len(source))
        return True

    def _read_markup(self, start: int) -> int | None:
        """Read the markup at `start`; return its end, None if it has no end."""
        source = self._source
        if name := _NAME.match(source, start + 1):
            return self._read_start_tag(name[0].lower(), name.end())
        if source.startswith("<!--", start):
            comment = _COMMENT.match(source, start)
            return comment.end() if comment else None
        if source.startswith(_CDATA, start):
            return self._read_cdata(start + len(_CDATA))
        if tag := _END_TAG.match(source, start):
            self._close(tag[1].lower())
        return source.index(">", start) + 1

    def _read_start_tag(self, tag: str, at: int) -> int | None:
        source = self._source
        attributes: dict[str, str] = {}
        keeps = tag in _KEPT
        while found := _ATTRIBUTE.match(source, at):
            at = found.end()
            if keeps:
                attributes[found[1].lower()] = _unescaped(_unquoted(found[2] or ""))
        end = _TAG_END.match(source, at)
        if end is None:
            return None
        if tag in {"meta", "html"}:
            self.metadata.take(tag, attributes)
        # In XHTML, an empty element hides nothing; in HTML, `<p/>` is the same as `<p>`.
        if not (end[1] and (tag in _INVISIBLE or tag == "title")):
            self._text.open(tag, attributes)
            self._open(tag)
            if keeps:
                self._take_attributes(tag, attributes, end.end())
            if tag in _RAW:
                raw_end = _RAW[tag].search(source, end.end())
                return raw_end.start() if raw_end else None
        return end.end()

    def _read_cdata(self, start: int) -> int | None:
        """Read the text of a CDATA section, which XHTML may contain."""
        end = self._source.find("]]>", start)
        if end < 0:
            return None
        self._add(self._source[start:end], start)
        return end + 3

    def _take_attributes(self, tag: str, attributes: Mapping[str, str], end: int) -> None:
        """Add text shown because of attributes: a number, a description, a value."""
        if tag in LISTS:
            self._lists.open(tag, attributes, end)
        elif tag == "li":
            depth = self._lists.depth
            if self._labels:
                self._labels = [one for one in self._labels if one[0] < depth]
            if label := self._lists.label(attributes):
                self._labels.append((depth, label))
        elif tag in {"img", "area"}:
            self._add_shown(alternative_text(attributes.get("alt", "")), end)
        elif tag == "input":
            kind = attributes.get("type", "text").lower()
            key = "alt" if kind == "image" else "value" if kind in _SHOWN_INPUTS else ""
            self._add_shown(attributes.get(key, ""), end)

    def _add_shown(self, text: str, end: int) -> None:
        """Add the text of an attribute, separated from the words around it."""
        if text.strip():
            self._add(f" {' '.join(text[:_MAX_SHOWN].split())} ", max(0, end - 1))

    def _open(self, tag: str) -> None:
        if self._in_reading and (tag in _BLOCKS or tag in _AFTER_READINGS):
            self._in_reading = False
        if tag in _INVISIBLE:
            self._invisible += 1
        elif tag == "title":
            self._in_title = not self._title
        elif tag in _HEADINGS:
            self._text.open_block(BlockKind.HEADING, _HEADINGS[tag])
        elif tag in _BLOCKS:
            self._text.open_block(_KINDS.get(tag, BlockKind.PARAGRAPH))
            self._preformatted += tag == "pre"
        elif tag == "br":
            self._text.break_line()
        elif tag in _CELLS:
            self._text.next_cell()
        elif tag in _READINGS:
            self._in_reading = True
        elif tag in _SCRIPTS and len(self._scripts) < _MAX_SCRIPTS:
            self._scripts.append(tag)

    def _close(self, tag: str) -> None:
        if self._in_reading and (tag in _READINGS or tag in _AFTER_READINGS or tag in _BLOCKS):
            self._in_reading = False
        if tag in _INVISIBLE:
            self._invisible = max(0, self._invisible - 1)
        elif tag == "title":
            self._in_title = False
        elif self._scripts and tag in self._scripts:
            del self._scripts[self._scripts.index(tag) :]
        elif tag in _HEADINGS or tag in _BLOCKS:
            self._text.close(tag)
            self._text.open_block(BlockKind.PARAGRAPH)
            if self._scripts:
                self._scripts.clear()
            if tag == "pre":
                self._preformatted = max(0, self._preformatted - 1)
            elif tag in LISTS:
                self._lists.close(tag)
                self._labels.clear()
            elif tag == "li":
                self._labels.clear()
        else:
            self._text.close(tag)

    def _take_text(self, start: int, end: int) -> None:
        """Add the text between two offsets with its character references resolved."""
        source, verbatim = self._source, self._preformatted > 0
        for found in _REFERENCE.finditer(source, start, end):
            self._add(source[start : found.start()], start, verbatim=verbatim)
            self._add(unescape(found[0]), found.start())
            start = found.end()
        self._add(source[start:end], start, verbatim=verbatim)

    def _add(self, text: str, offset: int, *, verbatim: bool = False) -> None:
        if self._in_title:
            self._title += [text] if text else []
        elif text and not self._invisible and not self._in_reading:
            if self._labels and text.strip():
                label = " ".join(one for _, one in self._labels)
                self._labels.clear()
                blank = len(text) - len(text.lstrip())
                self._text.add(f"{label} ", offset + blank, verbatim=False)
                text, offset = text[blank:], offset + blank
            if self._scripts or self._script:
                self._separate_scripts(text, offset)
            self._before, self._last = self._last, text
            self._text.add(text, offset, verbatim=verbatim)

    def _separate_scripts(self, text: str, offset: int) -> None:
        """Add a space where raised or lowered text begins or ends, unless it is part of a word."""
        script = _SCRIPTS[self._scripts[-1]] if self._scripts else Script.NORMAL
        if script is not self._script:
            before = self._before[-TAIL:] + self._last[-TAIL:] if script else self._last
            if needs_space(before, text, script, self._script):
                self._text.add(" ", offset, verbatim=False)
            self._script = script


def _unquoted(value: str) -> str:
    """Return an attribute's value without its quotation marks."""
    is_quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1] if is_quoted else value
