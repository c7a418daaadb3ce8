"""Org documents: headlines, keywords, blocks, drawers, lists and tables (Org Syntax, orgmode.org).

TODO keywords, priorities and tags are removed from titles. Comments, property drawers and planning
lines belong to no block.
"""

from __future__ import annotations

import re

from twofold.engine.extract.encoding import decode
from twofold.engine.extract.formats.markup.block_reader import BlockReader
from twofold.engine.extract.languages import declared_language
from twofold.engine.extract.lines import verbatim_text
from twofold.engine.extract.metadata import iso_day, tag_list
from twofold.engine.model.document import Block, BlockKind, DocumentMetadata, ExtractedText

_HEADLINE = re.compile(r"(\*{1,30})[ \t]+(.*?)(?:[ \t]+:([\w@#%:]+):)?[ \t]*\Z")
_STATE = re.compile(
    r"(?:(?:TODO|DONE|NEXT|WAITING|HOLD|CANCELLED|CANCELED|STARTED)[ \t]+)?(?:\[#\w\][ \t]*)?"
)
_COMMENTED = re.compile(r"COMMENT(?:[ \t]|\Z)")
_KEYWORD = re.compile(r"[ \t]*#\+(\w+)(?:\[[^\]]*\])?:[ \t]*(.*)\Z")
_BEGIN = re.compile(r"[ \t]*#\+begin_(\w+)", re.IGNORECASE)
_DRAWER = re.compile(r"[ \t]*:(?!end:)[\w-]+:[ \t]*\Z", re.IGNORECASE)
_DRAWER_END = re.compile(r"[ \t]*:end:[ \t]*\Z", re.IGNORECASE)
_PLANNING = re.compile(r"[ \t]*(?:SCHEDULED|DEADLINE|CLOSED|CLOCK):")
_COMMENT = re.compile(r"[ \t]*#(?:[ \t]|\Z)")
_ITEM = re.compile(r"[ \t]*(?:[-+]|[ \t]\*|(?:\d{1,9}|[A-Za-z])[.)])[ \t]+\S")
_TABLE = re.compile(r"[ \t]*\|")
_FIXED = re.compile(r"[ \t]*:(?:[ \t]|\Z)")
_LINK = re.compile(r"\[\[([^\[\]]+)\](?:\[([^\[\]]+)\])?\]")
_MARKS = re.compile(r"(?<!\w)([*/_=~+])(?=\S)(.+?)(?<=\S)\1(?!\w)")
_CODE_BLOCKS = frozenset({"src", "example", "export"})
# Keywords with visible text; others (options, macros) are not text.
_VISIBLE = frozenset({"title", "subtitle", "caption", "author", "description"})


def extract(data: bytes, file_type: str = "org") -> ExtractedText:
    """Read an Org file; raise DocumentError if it is not text."""
    decoded = decode(data)
    reader = _Reader(decoded.text)
    blocks = tuple(reader.blocks())
    return verbatim_text(decoded, blocks, file_type, reader.metadata())


def _interrupts(line: str) -> bool:
    lead = line.lstrip()[:1]
    if lead not in {"*", "#", ":", "|", "S", "D", "C"}:
        return False
    patterns = (_HEADLINE, _BEGIN, _KEYWORD, _DRAWER, _TABLE, _COMMENT, _PLANNING)
    return any(pattern.match(line) for pattern in patterns)


class _Reader(BlockReader):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._keywords: dict[str, list[str]] = {}
        self._tags: list[str] = []
        self._unclosed: set[str] = set()

    def next_block(self) -> Block | None:
        line = self.line(self.at)
        if headline := _HEADLINE.match(line):
            return self._headline(headline)
        if not line.strip() or _COMMENT.match(line) or _PLANNING.match(line):
            self.skip(self.at + 1)
            return None
        if begin := _BEGIN.match(line):
            return self._block(begin[1].lower())
        if keyword := _KEYWORD.match(line):
            return self._keyword(keyword[1].casefold(), keyword[2].strip())
        if _DRAWER.match(line):
            return self._drawer()
        return self._body(line)

    def _headline(self, found: re.Match[str]) -> Block | None:
        level, title = len(found[1]), _STATE.sub("", found[2], count=1)
        self._tags.extend((found[3] or "").split(":"))
        if _COMMENTED.match(title):
            self._skip_subtree(level)
            return None
        return self.heading(level, plain_title(title), self.at + 1)

    def _skip_subtree(self, level: int) -> None:
        end = self.at + 1
        while end < len(self.spans):
            later = _HEADLINE.match(self.line(end))
            if later and len(later[1]) <= level:
                break
            end += 1
        self.skip(end)

    def _block(self, name: str) -> Block | None:
        """Read a #+begin ... #+end block; the content of quotes is read line by line."""
        end = self._find(rf"[ \t]*#\+end_{re.escape(name)}[ \t]*\Z")
        if end is None or name not in {*_CODE_BLOCKS, "comment"}:
            self.skip(self.at + 1)
            return None
        if name == "comment":
            self.skip(end)
            return None
        return self.take(BlockKind.CODE, end)

    def _find(self, pattern: str) -> int | None:
        """Return the index after the line that matches `pattern`, None if there is none."""
        if pattern in self._unclosed:
            return None
        closing = re.compile(pattern, re.IGNORECASE)
        for index in range(self.at + 1, len(self.spans)):
            if closing.match(self.line(index)):
                return index + 1
        self._unclosed.add(pattern)
        return None

    def _keyword(self, key: str, value: str) -> Block | None:
        self._keywords.setdefault(key, []).append(value)
        if key in _VISIBLE and value:
            return self.take(BlockKind.PARAGRAPH, self.at + 1)
        self.skip(self.at + 1)
        return None

    def _drawer(self) -> Block | None:
        end = self._find(_DRAWER_END.pattern)
        self.skip(end or self.at + 1)
        return None

    def _body(self, line: str) -> Block | None:
        for pattern, kind in ((_TABLE, BlockKind.TABLE), (_FIXED, BlockKind.CODE)):
            if pattern.match(line):
                end = self.at + 1
                while pattern.match(self.line(end)):
                    end += 1
                return self.take(kind, end)
        kind = BlockKind.LIST if _ITEM.match(line) else BlockKind.PARAGRAPH
        return self.take(kind, self.paragraph_end(_interrupts))

    def metadata(self) -> DocumentMetadata:
        """Return the metadata from the file's keywords."""
        words = {key: " ".join(values) for key, values in self._keywords.items()}
        file_tags = [
            tag for value in self._keywords.get("filetags", ()) for tag in re.split(r"[: ]+", value)
        ]
        return DocumentMetadata(
            title=plain_title(words.get("title", ""))[:500],
            author="; ".join(self._keywords.get("author", ())),
            tags=tag_list([*file_tags, words.get("keywords", ""), *self._tags]),
            lang=declared_language(words.get("language", "")),
            created=iso_day(words.get("date", "").strip("<>[] ")),
        )


def plain_title(source: str) -> str:
    """Return the words of a headline without links and emphasis."""
    title = _LINK.sub(lambda found: found[2] or found[1], source)
    return _MARKS.sub(lambda found: found[2], title).strip()
