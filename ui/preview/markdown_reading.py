"""Markdown as pieces of rich text, read by markdown-it (CommonMark 0.31 with tables).

HTML in it is shown as the text it is. Every run is looked up in its source, so that a passage can
be marked to the letter; what the reader changed (an entity, an escape) has no place of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ui.preview.rich_document import UNPLACED, Grid, Line, LineKind, Piece, Run

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_LINE_END = re.compile(r"\r\n|\r|\n")
_FRONT_MATTER = re.compile(r"(?sm)\A(---|\+\+\+)[ \t]*\r?\n(.*?)^(?:\1|\.\.\.)[ \t]*$")
_LINK_TARGET = re.compile(r"\]\((?:[^()\r\n]|\([^()\r\n]*\))*\)|\]\[[^\]\r\n]*\]|\]|>")
_BULLET = "•\u2002"
_FARTHEST = 2_000
_STYLES = frozenset({"strong", "em", "s"})


def markdown_pieces(text: str, start: int = 0, end: int | None = None) -> list[Piece]:
    """Return the document, or the part between two of its blocks.

    The places of its runs count characters of `text`.
    """
    text = text[:end]
    front = None if start else _FRONT_MATTER.match(text)
    begin = front.end() if front else start
    pieces: list[Piece] = []
    if front:
        pieces += _code_lines(front[2].rstrip(), front.start(2), 0)
    # The reader counts lines from where the front matter ends.
    return pieces + _Reading(text, begin).pieces()


def import_parser() -> None:
    """Import what reads Markdown, which the first document would wait for: some 30 ms."""
    import markdown_it  # noqa: F401, PLC0415 (the window stands before it is needed)


def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # noqa: PLC0415 (see import_parser)

    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": 20})
    # Escapes and entities stay tokens of their own, so that all other text is as it is written.
    return parser.enable(["table", "strikethrough"]).disable("text_join")


def _code_lines(code: str, start: int, depth: int) -> list[Line]:
    lines, at = [], start
    for end in [*_LINE_END.finditer(code), None]:
        stop = end.start() if end else len(code)
        runs = (Run(code[at - start : stop], at, code=True),)
        lines.append(Line(runs, LineKind.CODE, depth=depth, close=True))
        at = start + (end.end() if end else len(code))
    return lines


class _Reading:
    """One document being read; `at` is how far its source has been found."""

    def __init__(self, text: str, begin: int) -> None:
        self._text = text
        self._at = begin
        ends = [found.end() for found in _LINE_END.finditer(text, begin)]
        self._starts = [begin, *ends]
        self._tokens = _parser().parse(text[begin:])
        self._depth = 0
        self._quotes = 0
        self._markers: list[int | None] = []
        self._lead = ""
        self._rows: list[tuple[tuple[Run, ...], ...]] = []
        self._cells: list[tuple[Run, ...]] = []
        self._is_cell = False
        self._level = 0

    def pieces(self) -> list[Piece]:
        return [piece for token in self._tokens for piece in self._piece(token)]

    def _piece(self, token: Token) -> Iterator[Piece]:
        if token.map and token.type != "inline":
            self._go_to_line(token.map[0])
        match token.type:
            case "inline":
                yield from self._inline(token)
            case "fence" | "code_block":
                yield from self._code(token)
            case "hr":
                yield Line((Run("\u2014" * 3),), LineKind.QUOTE)
            case "table_close":
                yield Grid(self._rows, has_head=True)
                self._rows = []
            case _:
                self._enter_or_leave(token)

    def _enter_or_leave(self, token: Token) -> None:
        match token.type.rpartition("_")[0]:
            case "bullet_list" | "ordered_list":
                self._open_list(token) if token.nesting > 0 else self._close_list()
            case "list_item" if token.nesting > 0:
                self._lead = self._marker()
            case "blockquote":
                self._quotes += token.nesting
                self._depth += token.nesting
            case "heading":
                self._level = int(token.tag[1]) if token.nesting > 0 else 0
            case "td" | "th":
                self._is_cell = token.nesting > 0
            case "tr" if token.nesting < 0:
                self._rows.append(tuple(self._cells))
                self._cells = []

    def _close_list(self) -> None:
        self._depth -= 1
        self._markers.pop()

    def _go_to_line(self, line: int) -> None:
        if line < len(self._starts):
            self._at = max(self._at, self._starts[line])

    def _open_list(self, token: Token) -> None:
        self._depth += 1
        is_ordered = token.type == "ordered_list_open"
        self._markers.append(int(token.attrGet("start") or 1) if is_ordered else None)

    def _marker(self) -> str:
        number = self._markers[-1]
        if number is None:
            return _BULLET
        self._markers[-1] = number + 1
        return f"{number}.\u2002"

    def _inline(self, token: Token) -> Iterator[Line]:
        limit = self._end_of(token)
        runs = tuple(self._runs(token.children or (), limit))
        if self._is_cell:
            self._cells.append(runs)
            return
        lead, self._lead = self._lead, ""
        if lead:
            runs = (Run(lead), *runs)
        kind = LineKind.HEADING if self._level else LineKind.PLAIN
        if self._quotes and not self._level:
            kind = LineKind.QUOTE
        yield Line(runs, kind, self._level, self._depth, close=bool(self._markers))

    def _end_of(self, token: Token) -> int:
        line = token.map[1] if token.map else len(self._starts)
        return self._starts[line] if line < len(self._starts) else len(self._text)

    def _runs(self, children: Sequence[Token], limit: int) -> Iterator[Run]:
        style = Run("")
        for child in children:
            name = child.tag
            if child.nesting and name in _STYLES:
                style = _restyled(style, name, on=child.nesting > 0)
            elif child.type == "link_open":
                style = replace(style, link=str(child.attrGet("href") or ""))
            elif child.type == "link_close":
                style = replace(style, link="")
                self._pass_link_target(limit)
            elif child.type in {"softbreak", "hardbreak"}:
                yield replace(style, text=" " if child.type == "softbreak" else "\u2028")
            elif child.content:
                yield self._run(child, style, limit)

    def _run(self, child: Token, style: Run, limit: int) -> Run:
        if child.type == "text_special":
            self._place(child.markup, limit)
            return replace(style, text=child.content)
        is_code = child.type == "code_inline"
        words = replace(style, text=child.content, source=self._place(child.content, limit))
        if child.type == "image":
            self._pass_link_target(limit)
            return replace(words, italic=True)
        return replace(words, code=is_code)

    def _place(self, content: str, limit: int) -> int:
        """Return where `content` stands from here on, and go behind it."""
        found = self._text.find(content, self._at, min(limit, self._at + _FARTHEST + len(content)))
        if not content or found < 0:
            return UNPLACED
        self._at = found + len(content)
        return found

    def _pass_link_target(self, limit: int) -> None:
        target = _LINK_TARGET.match(self._text, self._at, limit)
        if target:
            self._at = target.end()

    def _code(self, token: Token) -> Iterator[Line]:
        if token.type == "fence":
            self._go_to_line((token.map or [0])[0] + 1)
        for line in token.content.rstrip("\n").split("\n"):
            source = self._place(line, len(self._text)) if line else UNPLACED
            run = Run(line, source, code=True)
            yield Line((run,), LineKind.CODE, depth=self._depth, close=True)


def _restyled(style: Run, tag: str, *, on: bool) -> Run:
    if tag == "strong":
        return replace(style, bold=on)
    return replace(style, italic=on) if tag == "em" else replace(style, struck=on)
