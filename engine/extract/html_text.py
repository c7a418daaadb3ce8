"""HTML documents: the text people see, with the source line of every character.

The standard library's parser is used for its positions; scripts, styles and comments are no
text, entities are resolved, and blank space is collapsed as a browser does.
"""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

from engine.core.document import BlockKind, ExtractedText, PlaceKind
from engine.extract.encoding import decode
from engine.extract.html_metadata import HtmlMetadata
from engine.extract.text_layout import TextLayout

_UNSEEN = frozenset({"script", "style", "template"})
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
# The parser does not see the end of a script in an end tag with attributes; browsers do.
_END_TAG = re.compile(r"(</(?:script|style))(\s[^>]{1,200})(?=>)", re.IGNORECASE)
_CELLS = frozenset({"td", "th"})
_KINDS = {
    "li": BlockKind.LIST,
    "dt": BlockKind.LIST,
    "dd": BlockKind.LIST,
    "tr": BlockKind.TABLE,
    "pre": BlockKind.CODE,
}


def extract(data: bytes) -> ExtractedText:
    """Read an HTML file; raise DocumentError when it is not text."""
    decoded = decode(data)
    parser = _Parser(_END_TAG.sub(_without_attributes, decoded.text))
    warnings = decoded.warnings + parser.run()
    layout = parser.layout
    layout.close_block()
    return ExtractedText(
        text=layout.text,
        place_kind=PlaceKind.LINE,
        place_starts=tuple(layout.place_starts) or (0,),
        place_numbers=tuple(layout.place_numbers) or (1,),
        blocks=tuple(layout.blocks),
        metadata=parser.metadata.as_metadata(),
        file_type="html",
        warnings=warnings,
    )


def _without_attributes(end_tag: re.Match[str]) -> str:
    """Blank what stands after the name; every character keeps its place, every line its end."""
    return end_tag[1] + re.sub(r"\S", " ", end_tag[2])


class _Parser(HTMLParser):
    """Feeds what it meets, with its offset in the source, to a TextLayout."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=False)
        self._source = source
        self._fed = 0  # Source characters before self.rawdata.
        self._at = 0
        self._unseen = 0
        self._in_title = False
        self._preformatted = 0
        self.layout = TextLayout(source)
        self.metadata = HtmlMetadata()

    def run(self) -> tuple[str, ...]:
        """Parse everything; return what a person should know when the markup is broken."""
        try:
            self.feed(self._source)
            self._fed = len(self._source) - len(self.rawdata)
            self.close()
        except AssertionError:
            # The parser asserts on some malformed declarations; what came before them is kept.
            return ("The markup is damaged; the rest of the file was not read.",)
        return ()

    def updatepos(self, i: int, j: int) -> int:
        """Keep the absolute offset: the base class counts no line that ends with a lone CR."""
        self._at = self._fed + j
        return max(i, j)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open a block, or take the metadata an element holds."""
        if tag in _UNSEEN:
            self._unseen += 1
        elif tag == "title":
            self._in_title = not self.metadata.title
        elif tag in {"meta", "html"}:
            self.metadata.take(tag, {key: value or "" for key, value in attrs})
        if tag in _HEADINGS:
            self.layout.open_block(BlockKind.HEADING, _HEADINGS[tag])
        elif tag in _BLOCKS:
            self.layout.open_block(_KINDS.get(tag, BlockKind.PARAGRAPH))
            self._preformatted += tag == "pre"
        elif tag == "br":
            self.layout.break_line()
        elif tag in _CELLS:
            self.layout.next_cell()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take `<p/>` as `<p>`, as browsers do; an unseen element without content hides nothing."""
        if tag not in _UNSEEN and tag != "title":
            self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        """Close a block."""
        if tag in _UNSEEN:
            self._unseen = max(0, self._unseen - 1)
        elif tag == "title":
            self._in_title = False
        elif tag in _HEADINGS or tag in _BLOCKS:
            self.layout.open_block(BlockKind.PARAGRAPH)
            if tag == "pre":
                self._preformatted = max(0, self._preformatted - 1)

    def handle_data(self, data: str) -> None:
        """Take text as it stands in the source."""
        self._take(data, verbatim=self._preformatted > 0)

    def handle_entityref(self, name: str) -> None:
        """Take a named character such as `&eacute;`."""
        self._take(unescape(f"&{name};"))

    def handle_charref(self, name: str) -> None:
        """Take a numbered character such as `&#233;`."""
        self._take(unescape(f"&#{name};"))

    def unknown_decl(self, data: str) -> None:
        """Take the text of a CDATA section, which XHTML may hold."""
        if data.startswith("CDATA["):
            self._take(data[len("CDATA[") :])

    def _take(self, text: str, *, verbatim: bool = False) -> None:
        if self._in_title:
            self.metadata.title += text
        elif not self._unseen:
            self.layout.add(text, self._at, verbatim=verbatim)
