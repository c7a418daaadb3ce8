"""reStructuredText: sections by their adornments, directives, literal blocks, lists and tables.

The structure follows the reStructuredText Markup Specification (docutils): a title is underlined,
or over- and underlined; the first adornment is the highest level. Comments are not text.
"""

from __future__ import annotations

import re

from twofold.engine.extract.encoding import decode
from twofold.engine.extract.formats.markup.block_reader import BlockReader
from twofold.engine.extract.languages import declared_language
from twofold.engine.extract.lines import verbatim_text
from twofold.engine.extract.metadata import iso_day, tag_list
from twofold.engine.model.document import Block, BlockKind, DocumentMetadata, ExtractedText

_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1*[ \t]*\Z")
_EXPLICIT = re.compile(r"[ \t]*\.\.(?:[ \t]+|\Z)")
_DIRECTIVE = re.compile(
    r"[ \t]*\.\.[ \t]+(?:\|[^|]+\|[ \t]+)?([A-Za-z][\w:.+-]*?)[ \t]?::(?:[ \t]|\Z)"
)
_FOOTNOTE = re.compile(r"[ \t]*\.\.[ \t]+\[[^\]]+\][ \t]")
_ITEM = re.compile(
    r"[ \t]*(?:[-*+•‣⁃]|(?:\d{1,9}|#|[A-Za-z])[.)]|\((?:\d{1,9}|[A-Za-z])\))[ \t]+\S"
)
_FIELD = re.compile(r"[ \t]*:([^:\s][^:]{0,80}):(?:[ \t]+(.*))?\Z")
_GRID_TABLE = re.compile(r"[ \t]*\+[-=]{2,}(?:\+[-=]{2,})*\+[ \t]*\Z")
_SIMPLE_TABLE = re.compile(r"[ \t]*={2,}(?:[ \t]+={2,})+[ \t]*\Z")
_ROLE = re.compile(r":[\w:.+-]+:`([^`<]*?)(?:\s*<[^`>]*>)?`")
_REFERENCE = re.compile(r"`([^`<]*?)(?:\s*<[^`>]*>)?`__?")
_MARKS = re.compile(r"(\*\*|``|\*|`|\|)(?=\S)(.+?)(?<=\S)\1_{0,2}")
_CODE_DIRECTIVES = frozenset(
    {"code", "code-block", "sourcecode", "parsed-literal", "prompt", "doctest", "testcode", "math",
     "productionlist", "graphviz", "ipython", "highlight", "literalinclude"}
)  # fmt: skip
_TABLE_DIRECTIVES = frozenset({"table", "csv-table", "list-table", "flat-table"})
_INVISIBLE_DIRECTIVES = frozenset(
    {"contents", "meta", "toctree", "include", "index", "default-role", "role", "raw",
     "currentmodule", "module", "sectnum", "highlight", "image", "target-notes", "tabularcolumns"}
)  # fmt: skip


def extract(data: bytes, file_type: str = "rst") -> ExtractedText:
    """Read a reStructuredText file; raise DocumentError if it is not text."""
    decoded = decode(data)
    reader = _Reader(decoded.text)
    blocks = tuple(reader.blocks())
    return verbatim_text(decoded, blocks, file_type, reader.metadata(blocks))


def plain_title(source: str) -> str:
    """Return the words of a title without roles, references and emphasis."""
    for pattern in (_ROLE, _REFERENCE):
        source = pattern.sub(lambda found: found[1], source)
    source = _MARKS.sub(lambda found: found[2], source)
    return re.sub(r"\\(.)", r"\1", source).strip()


class _Reader(BlockReader):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._styles: list[str] = []
        self._fields: dict[str, str] = {}
        self._in_head = True
        self._literal_at = -1

    def next_block(self) -> Block | None:
        if self.is_blank(self.at):
            self.skip(self.at + 1)
            return None
        if self.at == self._literal_at:
            return self._literal()
        line = self.line(self.at)
        heading = self._heading(line)
        if heading is not None:
            return heading
        if _EXPLICIT.match(line):
            return self._explicit(line)
        if self._is_adornment(line) and self.is_blank(self.at + 1):
            self.skip(self.at + 1)
            return None
        return self._body(line)

    # -- sections --------------------------------------------------------------------------------

    def _is_adornment(self, line: str) -> bool:
        return len(line.rstrip()) >= 4 and _ADORNMENT.match(line) is not None

    def _heading(self, line: str) -> Block | None:
        over, title, under = line.rstrip(), self.line(self.at + 1), self.line(self.at + 2).rstrip()
        is_over = _ADORNMENT.match(over) and title.strip() and under and under[0] == over[0]
        if is_over and _ADORNMENT.match(under) and len(over) >= min(4, len(title.strip())):
            return self._open(over[0] * 2, title, 3)
        under = title.rstrip()
        if not _ADORNMENT.match(under) or line[0] in " \t" or _ADORNMENT.match(over):
            return None
        if len(under) < min(4, len(line.strip())) or _EXPLICIT.match(line):
            return None
        return self._open(under[0], line, 2)

    def _open(self, style: str, title: str, lines: int) -> Block | None:
        if style not in self._styles:
            self._styles.append(style)
        level = self._styles.index(style) + 1
        # As in docutils, an unknown style is the level below the deepest one.
        return self.heading(level, plain_title(title), self.at + lines)

    # -- explicit markup -------------------------------------------------------------------------

    def _explicit(self, line: str) -> Block | None:
        body_end = self.indented_after(self.at + 1, self.indent(self.at))
        directive = _DIRECTIVE.match(line)
        if directive is None:
            if _FOOTNOTE.match(line):
                return self.take(BlockKind.PARAGRAPH, self.blank_after(self.at + 1))
            self.skip(body_end)
            return None
        name = directive[1].lower()
        if name == "meta":
            self._take_fields(self.at + 1, body_end)
        if name in _INVISIBLE_DIRECTIVES:
            self.skip(body_end)
            return None
        if name in _CODE_DIRECTIVES:
            return self.take(BlockKind.CODE, body_end)
        if name in _TABLE_DIRECTIVES:
            return self.take(BlockKind.TABLE, body_end)
        return self._paragraph()

    # -- body ------------------------------------------------------------------------------------

    def _body(self, line: str) -> Block | None:
        if _GRID_TABLE.match(line):
            return self.take(BlockKind.TABLE, self.blank_after(self.at))
        if _SIMPLE_TABLE.match(line):
            return self.take(BlockKind.TABLE, self._simple_table_end())
        if line.lstrip().startswith(">>> "):
            return self.take(BlockKind.CODE, self.blank_after(self.at))
        if _FIELD.match(line):
            end = self.blank_after(self.at + 1)
            if self._in_head:
                self._take_fields(self.at, end)
            return self.take(BlockKind.LIST, end)
        if _ITEM.match(line):
            return self._paragraph(BlockKind.LIST)
        return self._paragraph()

    def _paragraph(self, kind: BlockKind = BlockKind.PARAGRAPH) -> Block | None:
        end = self.paragraph_end(lambda line: _EXPLICIT.match(line) is not None)
        if self.line(end - 1).rstrip().endswith("::"):
            literal = self._next_text(end)
            is_deeper = self.indent(literal) > self.indent(self.at)
            self._literal_at = literal if is_deeper else -1
        elif self._in_head and kind is BlockKind.PARAGRAPH and self.trail.path:
            self._in_head = False
        return self.take(kind, end)

    def _next_text(self, index: int) -> int:
        while index < len(self.spans) and self.is_blank(index):
            index += 1
        return index

    def _literal(self) -> Block | None:
        """Read the indented block after '::'."""
        return self.take(BlockKind.CODE, self.indented_after(self.at, self.indent(self.at) - 1))

    def _simple_table_end(self) -> int:
        index, borders = self.at + 1, 1
        while index < len(self.spans) and borders < 3:
            if _SIMPLE_TABLE.match(self.line(index)):
                borders += 1
                if self.is_blank(index + 1) and borders > 1:
                    return index + 1
            index += 1
        return index if borders == 3 else self.blank_after(self.at)

    # -- metadata --------------------------------------------------------------------------------

    def _take_fields(self, first: int, end: int) -> None:
        key = ""
        for index in range(first, min(end, first + 100)):
            line = self.line(index)
            if found := _FIELD.match(line):
                key = found[1].strip().split()[0].casefold()
                self._fields.setdefault(key, (found[2] or "").strip())
            elif key and line.strip():
                self._fields[key] = f"{self._fields[key]} {line.strip()}"[:2000]

    def metadata(self, blocks: tuple[Block, ...]) -> DocumentMetadata:
        """Return the title (or first heading) and the bibliographic fields."""
        fields = self._fields
        first = next((b.heading_path[-1] for b in blocks if b.heading_path), "")
        author = fields.get("authors") or fields.get("author", "")
        return DocumentMetadata(
            title=plain_title(fields.get("title", "")) or first,
            author="; ".join(
                part.strip(" -*") for part in re.split(r";|, (?=\w+ \w)", author) if part.strip()
            ),
            tags=tag_list([fields.get("tags", ""), fields.get("keywords", "")]),
            lang=declared_language(fields.get("lang") or fields.get("language", "")),
            created=iso_day(fields.get("date", "").strip("$ ").removeprefix("Date: ")),
            modified=iso_day(fields.get("modified", "")),
        )
