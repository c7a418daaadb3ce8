"""XML documents: the text of their elements, with the source line of every character.

The scanner only knows tags, comments and the five entities of XML. No entity of a document is
expanded, nothing external is loaded, and broken markup is read as far as possible. Data files,
which have words in their tags rather than between them, are read as plain text.
"""

from __future__ import annotations

import re
from html import unescape

from twofold.engine.extract.encoding import decode
from twofold.engine.extract.languages import declared_language
from twofold.engine.extract.lines import plain_document
from twofold.engine.extract.metadata import iso_day, tag_list
from twofold.engine.extract.text_building import TextLayout
from twofold.engine.model.document import BlockKind, DocumentMetadata, ExtractedText

_TOKEN = re.compile(
    r"<!--[\s\S]*?(?:-->|\Z)|<!\[CDATA\[(?P<cdata>[\s\S]*?)(?:\]\]>|\Z)|<\?[\s\S]*?(?:\?>|\Z)"
    r"|<!(?:[^\[\]<>]|<[^<>]*>|\[[^\]]*\])*+>?"
    r"|<(?P<end>/?)(?P<name>[^\s<>/!?=\"'][^\s<>/]*+)(?P<rest>(?:[^<>\"']|\"[^\"]*\"|'[^']*')*+)>"
)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#x[\da-fA-F]{1,6}|lt|gt|amp|quot|apos|nbsp);")
_ATTRIBUTE = re.compile(r"(?<![\w:.-])([\w:.-]++)\s*+=\s*+(?:\"([^\"]*)\"|'([^']*)')")
_TAGS = re.compile(r"<[A-Za-z/!][^<>]*>")
_INLINE = frozenset(
    {
        "a", "abbr", "b", "bold", "code", "command", "corr", "emphasis", "em", "ext-link",
        "filename", "hi", "i", "italic", "link", "literal", "option", "quote", "ref",
        "replaceable", "span", "strong", "sub", "sup", "term", "tspan", "tt", "ulink",
        "underline", "varname", "xref",
    }
)  # fmt: skip
_HEADINGS = frozenset({"title", "head"})
_TITLES = frozenset({*_HEADINGS, "book-title", "article-title"})
_INVISIBLE = frozenset(
    {"script", "style", "stylesheet", "binary", "bindata", "binarydata", "rt", "rp", "rtc"}
)
# Pictures and other binary data as text.
_ENCODED = re.compile(r"\s*(?:[A-Za-z\d+/=]{60,}\s*){5}")
_KINDS = {
    "programlisting": BlockKind.CODE, "screen": BlockKind.CODE, "pre": BlockKind.CODE,
    "row": BlockKind.TABLE, "tr": BlockKind.TABLE, "listitem": BlockKind.LIST, "li": BlockKind.LIST,
}  # fmt: skip
_TABLES = frozenset({"table", "informaltable"})
_MAX_DEPTH = 200
# A file with a smaller share of text between its tags is data.
_MIN_TEXT = 0.12
_META_DEPTH = 6
_AUTHORS = frozenset({"creator", "author"})
_DATES = frozenset({"date", "pubdate", "published", "created", "issued"})
_CHANGES = frozenset({"updated", "modified", "lastbuilddate"})
_KEYWORDS = frozenset({"keyword", "keywords", "subject"})
_LANGUAGES = frozenset({"language", "lang"})


def extract(data: bytes, file_type: str = "xml") -> ExtractedText:
    """Read an XML file; raise DocumentError if it is not text."""
    decoded = decode(data)
    reader = _Reader(decoded.text)
    reader.run()
    found = reader.layout.extracted(reader.metadata(), file_type, decoded.warnings)
    if reader.is_picture or _is_document(found, decoded.text):
        return found
    return plain_document(decoded, file_type, is_code=True)


def _is_document(found: ExtractedText, source: str) -> bool:
    """Return whether a source has text between its tags; otherwise it is data."""
    text = found.text
    if len(text) >= _MIN_TEXT * len(source):
        return True
    sentences = (text[block.start : block.end].count(" ") >= 5 for block in found.blocks)
    return sum(sentences) >= 5


class _Reader:
    """Makes one pass over the tokens of a source and lays out its text."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._open: list[tuple[str, bool]] = []
        self._invisible = 0
        self._headings = 0
        self._after_text = False
        self._values: dict[str, list[str]] = {}
        self._value: list[str] = []
        self._lang = ""
        self.layout = TextLayout(source)
        self.is_picture = False

    def run(self) -> None:
        """Lay out everything."""
        at = 0
        for token in _TOKEN.finditer(self._source):
            self._text(self._source[at : token.start()], at)
            at = token.end()
            if token["cdata"] is not None:
                self._cdata(token["cdata"], token.start("cdata"))
            elif token["name"]:
                self._tag(token)
        self._text(self._source[at:], at)

    # -- text ------------------------------------------------------------------------------------

    def _text(self, text: str, offset: int) -> None:
        if not text or self._invisible or _ENCODED.match(text):
            return
        text = _ENTITY.sub(_character, text) if "&" in text else text
        self._add(text, offset)

    def _cdata(self, text: str, offset: int) -> None:
        """Read a CDATA section, without HTML tags, because feeds store HTML in such sections."""
        if not self._invisible:
            self._add(unescape(_TAGS.sub(" ", text)) if _TAGS.search(text) else text, offset)

    def _add(self, text: str, offset: int) -> None:
        name = self._open[-1][0] if self._open else ""
        is_code = _KINDS.get(name) is BlockKind.CODE
        self.layout.add(text, offset, verbatim=is_code)
        if text.strip():
            self._after_text = True
            self._value.append(text)
        elif text:
            self._after_text = False

    # -- elements --------------------------------------------------------------------------------

    def _tag(self, token: re.Match[str]) -> None:
        name = token["name"].rpartition(":")[2].lower()
        if token["end"]:
            self._end(name)
            return
        is_empty = token["rest"].endswith("/")
        if len(self._open) < _META_DEPTH:
            self._attributes(name, token["rest"])
        if is_empty:
            self._after_text = self._after_text and name in _INLINE
            return
        self._start(name)

    def _start(self, name: str) -> None:
        is_inline = name in _INLINE or self._headings > 0 or self._after_text
        if len(self._open) >= _MAX_DEPTH:
            return
        self._open.append((name, is_inline))
        self._invisible += name in _INVISIBLE
        self._headings += name in _HEADINGS
        if is_inline:
            self._separate()
            return
        self._value = []
        if name in _HEADINGS:
            self.layout.open_block(BlockKind.HEADING, max(1, len(self._open) - 1))
        else:
            self.layout.open_block(_KINDS.get(name, BlockKind.PARAGRAPH))

    def _separate(self) -> None:
        """Separate paragraphs inside a heading."""
        if self._headings and not self._after_text:
            self.layout.break_line()

    def _end(self, name: str) -> None:
        """Close an element and those left open inside it; ignore it if it is not open."""
        names = [opened for opened, _ in self._open]
        if name not in names:
            return
        while self._open:
            opened, is_inline = self._open.pop()
            self._invisible -= opened in _INVISIBLE
            self._headings -= opened in _HEADINGS
            if not is_inline:
                self._close(opened)
            if opened == name:
                return

    def _close(self, name: str) -> None:
        self._after_text = False
        if name in _HEADINGS:
            self.layout.close_block()
            self._record_value(name)
            return
        self._record_value(name)
        self.layout.leave(len(self._open) + 1)
        if name in _TABLES:
            self.layout.end_table()

    # -- metadata --------------------------------------------------------------------------------

    def _attributes(self, name: str, rest: str) -> None:
        self.is_picture = self.is_picture or (name == "svg" and not self._open)
        for key, double, single in _ATTRIBUTE.findall(rest):
            if key in {"xml:lang", "lang"} and not self._lang:
                self._lang = double or single

    def _record_value(self, name: str) -> None:
        words = " ".join("".join(self._value).split())
        self._value = []
        if words and len(self._open) < _META_DEPTH and len(words) < 500:
            self._values.setdefault(name, []).append(words)

    def metadata(self) -> DocumentMetadata:
        """Return the metadata of elements near the root (Dublin Core, feeds, DocBook)."""
        values = self._values
        return DocumentMetadata(
            title=self._first(_TITLES),
            author="; ".join(dict.fromkeys(self._all(_AUTHORS)[:5])),
            tags=tag_list(self._all(_KEYWORDS)),
            lang=declared_language(self._lang or self._first(_LANGUAGES)),
            created=iso_day(self._first(_DATES)),
            modified=iso_day(self._first(_CHANGES)),
            publisher=next(iter(values.get("publisher", [])), ""),
        )

    def _all(self, names: frozenset[str]) -> list[str]:
        return [value for name, found in self._values.items() if name in names for value in found]

    def _first(self, names: frozenset[str]) -> str:
        return next(iter(self._all(names)), "")


def _character(found: re.Match[str]) -> str:
    return unescape(found[0])
