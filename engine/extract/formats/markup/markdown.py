"""Markdown documents: the text is the decoded file itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from twofold.engine.extract.encoding import decode
from twofold.engine.extract.formats.markup.block_reader import MAX_MARKED, BlockReader
from twofold.engine.extract.formats.markup.note_marks import page_properties, without_marks
from twofold.engine.extract.lines import verbatim_text
from twofold.engine.extract.metadata import FrontMatter, read_front_matter, tag_list
from twofold.engine.extract.text_building import HeadingTrail
from twofold.engine.model.document import Block, BlockKind, DocumentMetadata, ExtractedText

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
_MAX_TITLE_LENGTH = 300
_MAX_TAGGED = 10_000

_TAG = re.compile(r"(?:^|(?<=[\s,;(*_、。，；（「！？：]))#([^\W\d_][\w/-]{0,99})", re.MULTILINE)
_TAGGED_PAGE = re.compile(r"(?<![\w#])#\[\[([^\[\],]{1,100})\]\]")
_LINE_FRAGMENT = re.compile(r"L\d+(?:-L?\d+)?\Z")
_COLOUR = re.compile(r"(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})\Z")
_LINK_TARGET = re.compile(
    r"\]\([^()\s]*(?:\s+\"[^\"]*\")?\)|^ {0,3}\[[^\[\]\n]+\]:[ \t]*\S+|https?://\S+|<[^<>\s][^<>]*>",
    re.MULTILINE,
)


def plain_title(source: str) -> str:
    """Return the words of a heading without Markdown marks, links, anchors and shortcodes."""
    title = _ANCHOR.sub("", source[: 4 * _MAX_TITLE_LENGTH])
    title = _SHORTCODE.sub(_shortcode_text, title)
    title = _CODE_SPAN.sub(lambda found: found[2].strip(), title)
    title = _IMAGE_OR_LINK.sub(lambda found: found[1], title)
    title = _WIKI_LINK.sub(lambda found: found[1], title)
    title = _HTML.sub("", title)
    for marks in (_EMPHASIS, _UNDERSCORES):
        title = marks.sub(lambda found: found[2], title)
    return " ".join(_ESCAPE.sub(lambda found: found[1], title).split())[:_MAX_TITLE_LENGTH]


def inline_tags(source: str) -> Iterator[str]:
    """Yield the #tags of a paragraph, but not colours, code or line numbers in links (#L12)."""
    if "#" not in source:
        return
    prose = _LINK_TARGET.sub(" ", _CODE_SPAN.sub(" ", source[:_MAX_TAGGED]))
    for found in _TAG.finditer(prose):
        tag = found[1].rstrip("/-_")
        if tag and not _LINE_FRAGMENT.match(tag) and not _COLOUR.match(tag):
            yield tag


def _shortcode_text(found: re.Match[str]) -> str:
    words = _SHORTCODE_TEXT.search(found[0])
    return (words[1] or words[2] or "") if words else ""


_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*\Z", re.DOTALL)
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*\Z")
_FENCE = re.compile(r"[ \t]*(?:>[ \t]?)*(`{3,}(?=[^`]*\Z)|~{3,})")
_ITEM = re.compile(r"([ \t]*)(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|\Z)")
_RULE = re.compile(r" {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*\Z")
_DELIMITER_ROW = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\Z")
_INDENTED = re.compile(r"(?: {4}| {0,3}\t)")
_COMMENT = "<!--"
# A pattern is tried only if the line, after blanks, begins with one of its characters.
_RULED = ("-", "*", "_")
_FENCED = ("`", "~", ">")
_UNDERLINED = ("=", "-")
_MARKING = frozenset("#`~>-*+_<")


class BlockScanner(BlockReader):
    """Makes one pass over the lines of a text and yields its blocks, without losing any line."""

    def __init__(self, text: str, begin: int, trail: HeadingTrail | None = None) -> None:
        super().__init__(text, begin, trail)
        self._comments_close = True

    def line(self, index: int) -> str:
        """Return a line; of a very long line, return its beginning without the indentation."""
        try:
            start, end = self.spans[index]
        except IndexError:
            return ""
        if end - start <= MAX_MARKED:
            return self.text[start:end]
        return self.text[start:end].lstrip()[:MAX_MARKED]

    def next_block(self) -> Block | None:
        """Return the block that begins at the current line, None for a rule or a comment."""
        line = self.line(self.at)
        if _COMMENT in line and self._skip_comment(line):
            return None
        first = line.lstrip()[:1]
        if not first or (first in _RULED and _RULE.match(line)):
            self.at += 1
            return None
        if first == "#" and (heading := _ATX.match(line)):
            return self.heading(len(heading[1]), plain_title(heading[2] or ""), self.at + 1)
        if first in _FENCED and (fence := _FENCE.match(line)):
            return self.take(BlockKind.CODE, self._fence_end(self.at, fence[1]))
        return self._container(line) or self._paragraph()

    def take(self, kind: BlockKind, end: int) -> Block:
        """Return the lines from the current one up to `end` as a block."""
        start, self.at = self.at, end
        return Block(self.spans[start][0], self.spans[end - 1][1], kind, self.trail.path)

    def _container(self, line: str) -> Block | None:
        if _ITEM.match(line):
            return self.take(BlockKind.LIST, self._list_end())
        if _INDENTED.match(line):
            return self.take(BlockKind.CODE, self._indented_end())
        if "|" in line and self._is_table_head():
            return self.take(BlockKind.TABLE, self._table_end())
        return None

    def _paragraph(self) -> Block | None:
        index = self.at + 1
        while index < len(self.spans):
            line = self.line(index)
            first = line.lstrip()[:1]
            if first in _UNDERLINED and (underline := _SETEXT.match(line)):
                source = self.text[self.spans[self.at][0] : self.spans[index - 1][1]]
                level = 1 if underline[1].startswith("=") else 2
                return self.heading(level, plain_title(source), index + 1)
            if not first or self._interrupts(index, line, first):
                break
            index += 1
        return self.take(BlockKind.PARAGRAPH, index)

    def _interrupts(self, index: int, line: str, first: str) -> bool:
        if "|" in line and self._is_table_head(index):
            return True
        return (first in _MARKING or first.isdigit()) and bool(
            _ATX.match(line)
            or _FENCE.match(line)
            or _ITEM.match(line)
            or _RULE.match(line)
            or _opens_comment(line)
        )

    # -- code ------------------------------------------------------------------------------------

    def _fence_end(self, index: int, fence: str) -> int:
        """Return the index after the closing fence, or the end of the document."""
        closing = re.compile(rf"[ \t]*(?:>[ \t]?)*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*\Z")
        for later in range(index + 1, len(self.spans)):
            line = self.line(later)
            if fence[0] in line and closing.match(line):
                return later + 1
        return len(self.spans)

    def _indented_end(self) -> int:
        index = self.at + 1
        last = index
        while index < len(self.spans):
            line = self.line(index)
            if line.strip():
                if not _INDENTED.match(line):
                    break
                last = index + 1
            index += 1
        return last

    # -- lists and tables ------------------------------------------------------------------------

    def _list_end(self) -> int:
        """Return the index after the last line of the list that begins here."""
        index = self.at
        last = index
        after_blank = False
        while index < len(self.spans):
            line = self.line(index)
            if not line.strip():
                after_blank = True
                index += 1
                continue
            if self._ends_list(index, line, after_blank=after_blank):
                break
            fence = _FENCE.match(line)
            index = self._fence_end(index, fence[1]) if fence else index + 1
            last = index
            after_blank = False
        return last

    def _ends_list(self, index: int, line: str, *, after_blank: bool) -> bool:
        if index == self.at:
            return False
        if _RULE.match(line) or _ATX.match(line) or _opens_comment(line):
            return True
        indented = line[0] in " \t"
        if _FENCE.match(line) or after_blank:
            return not indented and not _ITEM.match(line)
        return False

    def _is_table_head(self, index: int | None = None) -> bool:
        row = self.line((self.at if index is None else index) + 1)
        return ("-" in row) and ("|" in row) and _DELIMITER_ROW.match(row) is not None

    def _table_end(self) -> int:
        index = self.at + 2
        while index < len(self.spans) and "|" in self.line(index):
            index += 1
        return index

    # -- comments --------------------------------------------------------------------------------

    def _skip_comment(self, line: str) -> bool:
        """Skip a comment on separate lines; return whether there was one."""
        if not self._comments_close or not _opens_comment(line):
            return False
        start = self.text.find(_COMMENT, self.spans[self.at][0])
        end = self.text.find("-->", start + len(_COMMENT))
        if end < 0:
            self._comments_close = False
            return False
        last = self.at
        while self.spans[last][1] < end + 3:
            last += 1
        if self.text[end + 3 : self.spans[last][1]].strip():
            return False
        self.at = last + 1
        return True


def _opens_comment(line: str) -> bool:
    return _COMMENT in line and line.lstrip().startswith(_COMMENT)


_TAGGED = {BlockKind.PARAGRAPH, BlockKind.LIST, BlockKind.TABLE}


def extract(data: bytes, file_type: str = "md") -> ExtractedText:
    """Read a Markdown file; raise DocumentError if it is not text."""
    decoded = decode(data)
    text = without_marks(decoded.text)
    decoded = replace(decoded, text=text)
    front = read_front_matter(text)
    front = front if front.body else page_properties(text)
    blocks = tuple(BlockScanner(text, front.body).blocks())
    if front.has_more or not blocks:
        kind = BlockKind.PROPERTIES if blocks else BlockKind.PARAGRAPH
        blocks = (*_front_block(text, front, kind), *blocks)
    metadata = _with_tags(front.metadata, text, blocks)
    return verbatim_text(decoded, blocks, file_type, metadata, front.warnings)


def _front_block(text: str, front: FrontMatter, kind: BlockKind) -> tuple[Block, ...]:
    """Return the front matter as a block; without other text it is an ordinary paragraph."""
    inside = text[front.start : front.end]
    if not inside.strip():
        return ()
    return (Block(front.start, front.start + len(inside.rstrip()), kind),)


def _with_tags(
    metadata: DocumentMetadata, text: str, blocks: tuple[Block, ...]
) -> DocumentMetadata:
    tags = list(metadata.tags)
    if "#" in text:
        for block in blocks:
            if block.kind in _TAGGED:
                tags.extend(inline_tags(text[block.start : block.end]))
                tags.extend(_TAGGED_PAGE.findall(text[block.start : block.end][:_MAX_TAGGED]))
    return replace(metadata, tags=tag_list(tags))
