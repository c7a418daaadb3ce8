"""AsciiDoc: titles, the document header, delimited blocks, lists and tables.

Based on the AsciiDoc Language documentation (Eclipse). Comments are not text.
"""

from __future__ import annotations

import re

from twofold.engine.extract.encoding import decode
from twofold.engine.extract.formats.markup.block_reader import BlockReader
from twofold.engine.extract.languages import declared_language
from twofold.engine.extract.lines import verbatim_text
from twofold.engine.extract.metadata import iso_day, tag_list
from twofold.engine.model.document import Block, BlockKind, DocumentMetadata, ExtractedText

_TITLE = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S.*?)(?:[ \t]+\1)?[ \t]*\Z")
_UNDERLINE = re.compile(r"(=+|-+|~+|\^+|\++)[ \t]*\Z")
_ATTRIBUTE = re.compile(r":(!?[\w-]+!?):(?:[ \t]+(.*))?\Z")
_DELIMITER = re.compile(
    r"(?:(-{4,}|\.{4,}|\+{4,}|/{4,}|`{3,})|([|,:!]={3,})|(={4,}|\*{4,}|_{4,}|--))[ \t]*\Z"
)
_FENCE = re.compile(r"(`{3,})")
_ITEM = re.compile(
    r"[ \t]*(?:[*.]{1,5}|-|\d{1,9}\.|<\d+>|<\.>)[ \t]+\S|[^\s:].{0,200}::(?:[ \t]|\Z)"
)
_NOT_TEXT = re.compile(
    r"(?://(?!/)|\[[^\]]*\][ \t]*\Z|include::|ifdef::|ifndef::|endif::|ifeval::|toc::|'''|<<<)"
)
_AUTHOR_LINE = re.compile(r"[^\W\d_][^:\r\n]{0,500}\Z")
_REVISION_LINE = re.compile(r"v?\d[\w., -]*(?::.*)?\Z")
_LINK = re.compile(r"(?:https?://|link:|xref:|mailto:)[^\s\[]*\[([^\]]*)\]|<<[^,>]+,([^>]*)>>")
_MARKS = re.compile(r"(?<!\w)(\*\*|__|``|##|[*_`#+])(?=\S)(.+?)(?<=\S)\1(?!\w)")
_LEVELS = "=-~^+"


def extract(data: bytes, file_type: str = "adoc") -> ExtractedText:
    """Read an AsciiDoc file; raise DocumentError if it is not text."""
    decoded = decode(data)
    reader = _Reader(decoded.text)
    blocks = tuple(reader.blocks())
    return verbatim_text(decoded, blocks, file_type, reader.metadata())


def _interrupts(line: str) -> bool:
    return bool(_NOT_TEXT.match(line) or _DELIMITER.match(line) or _FENCE.match(line))


class _Reader(BlockReader):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._attributes: dict[str, str] = {}
        self._title = ""
        self._unclosed: set[str] = set()

    def next_block(self) -> Block | None:
        line = self.line(self.at)
        if not line.strip() or _NOT_TEXT.match(line):
            self.skip(self.at + 1)
            return None
        if title := _TITLE.match(line):
            return self._section(len(title[1]), title[2], 1)
        if attribute := _ATTRIBUTE.match(line):
            self._attributes.setdefault(attribute[1].casefold(), (attribute[2] or "").strip())
            self.skip(self.at + 1)
            return None
        under = self._underlined(line)
        if under is not None:
            return self._section(under, line, 2)
        return self._body(line)

    def _body(self, line: str) -> Block | None:
        if delimiter := _DELIMITER.match(line) or _FENCE.match(line):
            return self._delimited(delimiter)
        kind = BlockKind.LIST if _ITEM.match(line) else BlockKind.PARAGRAPH
        if line[0] in " \t" and kind is BlockKind.PARAGRAPH:
            return self.take(BlockKind.CODE, self.blank_after(self.at))
        return self.take(kind, self.paragraph_end(_interrupts))

    def _section(self, level: int, title: str, lines: int) -> Block | None:
        is_document_title = level == 1 and not self._title
        if is_document_title:
            self._title = plain_title(title)
        block = self.heading(level, plain_title(title), self.at + lines)
        if is_document_title:
            self._take_header()
        return block

    def _take_header(self) -> None:
        """Read the author and revision lines below the document's title."""
        for key, pattern in (("author", _AUTHOR_LINE), ("revision", _REVISION_LINE)):
            line = self.line(self.at)
            if pattern.match(line):
                self._attributes.setdefault(key, line.strip())
                self.skip(self.at + 1)

    def _underlined(self, line: str) -> int | None:
        """Return the level of a two-line title; the underline is as long as the title (+-2)."""
        under = self.line(self.at + 1).rstrip()
        if not _UNDERLINE.match(under) or abs(len(under) - len(line.rstrip())) > 2:
            return None
        is_word = re.match(r"\w", line) is not None and len(under) > 2
        return _LEVELS.index(under[0]) + 1 if is_word else None

    def _delimited(self, found: re.Match[str]) -> Block | None:
        mark = found[1] if found[0].startswith("`") else found[0].strip()
        end = None if mark in self._unclosed else self._closing(mark)
        is_literal = found[0].startswith("`") or found[1]
        if end is None:
            self._unclosed.add(mark)
        if end is None or not (is_literal or found[2]):
            # Examples, sidebars, quotes and open blocks contain blocks, which are read next.
            self.skip(self.at + 1)
            return None
        if mark.startswith("//"):
            self.skip(end)
            return None
        return self.take(BlockKind.CODE if is_literal else BlockKind.TABLE, end)

    def _closing(self, mark: str) -> int | None:
        for index in range(self.at + 1, len(self.spans)):
            if self.line(index).rstrip() == mark:
                return index + 1
        return None

    def metadata(self) -> DocumentMetadata:
        """Return the document's title and the attributes of its header."""
        words = self._attributes
        authors = words.get("authors") or words.get("author", "")
        names = (re.sub(r"<[^<>]*>", "", name).strip() for name in authors.split(";"))
        revision = words.get("revdate") or words.get("date") or words.get("revision", "")
        return DocumentMetadata(
            title=self._title,
            author="; ".join(name for name in names if name),
            tags=tag_list(
                [words.get("keywords", ""), words.get("tags", ""), words.get("page-tags", "")]
            ),
            lang=declared_language(words.get("lang", "")),
            created=iso_day(re.sub(r"\Av?[\d.]+, *", "", revision).split(":")[0].strip()),
        )


def plain_title(source: str) -> str:
    """Return the words of a title without links, references and emphasis."""
    title = _LINK.sub(lambda found: found[1] or found[2] or "", source)
    return _MARKS.sub(lambda found: found[2], title).strip()
