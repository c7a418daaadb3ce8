"""The pages of a PDF as one text, divided into blocks."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise, takewhile
from operator import itemgetter

from twofold.engine.extract.formats.pdf.notes import Note
from twofold.engine.extract.formats.pdf.outline import PageOutline
from twofold.engine.model.document import Block, BlockKind


def lay_out_pages(
    pages: Sequence[str],
    notes: Sequence[Sequence[Note]],
    kinds: Sequence[Sequence[BlockKind]],
    outline: PageOutline,
) -> tuple[tuple[int, ...], tuple[Block, ...], str]:
    """Join the pages to one text, divided into blocks at headings, tables and notes.

    Each page ends with a line break. The notes of a page follow its text.
    """
    starts: list[int] = []
    blocks: list[Block] = []
    texts: list[str] = []
    length = 0
    for index, given in enumerate(pages):
        starts.append(length)
        page = given.rstrip("\n") if notes[index] else given
        changes = _changes(page, kinds[index])
        path = outline.path_before(index)
        for block in _page_blocks(page, index, outline):
            path = block.heading_path
            for part in _split_at_changes(block, changes):
                blocks.extend(_trimmed(page, length, part))
        texts += filter(None, (page, *(note.text for note in notes[index])))
        start = length + len(page) + 1 if page else length
        for note in notes[index]:
            end = start + len(note.text)
            below = (*path, note.heading) if note.heading else path
            blocks.append(Block(start, end, BlockKind.PARAGRAPH, below))
            start = end + 1
        length = start
        if not page and not notes[index]:
            texts.append("")
            length += 1
    return tuple(starts), tuple(blocks), "".join(f"{text}\n" for text in texts)


def _page_blocks(page: str, index: int, outline: PageOutline) -> Iterator[Block]:
    """Yield the headings of a page and the text between them."""
    at = 0
    path = outline.path_before(index)
    for heading in outline.headings_on(index):
        found = heading.find(page, at)
        if found is None:
            # A heading drawn as a picture or written differently applies from here on.
            path = heading.path
            continue
        start, end = found
        yield Block(at, start, BlockKind.PARAGRAPH, path)
        path = heading.path
        yield Block(start, end, BlockKind.HEADING, path)
        at = end
    yield Block(at, len(page), BlockKind.PARAGRAPH, path)


def _changes(page: str, kinds: Sequence[BlockKind]) -> list[tuple[int, BlockKind]]:
    """Return the offsets where the kind of lines changes or a table row begins.

    Each offset has the kind of the lines that follow. Lines after the last element of `kinds` are
    prose.
    """
    changes = [(0, BlockKind.PARAGRAPH)]
    start = 0
    lines = page.split("\n") if kinds else ()
    for line, kind in zip(lines, (*kinds, BlockKind.PARAGRAPH), strict=False):
        if kind is not changes[-1][1] or kind is BlockKind.TABLE:
            changes.append((start, kind))
        start += len(line) + 1
    return changes


def _split_at_changes(block: Block, changes: Sequence[tuple[int, BlockKind]]) -> Iterator[Block]:
    """Split the text between headings where the kind of lines changes."""
    if block.kind is BlockKind.HEADING:
        yield block
        return
    first = bisect_right(changes, block.start, key=itemgetter(0)) - 1
    end = block.end
    within = takewhile(lambda change: change[0] < end, islice(changes, first, None))
    for (start, kind), (stop, _) in pairwise((*within, (end, block.kind))):
        yield replace(block, start=max(start, block.start), end=stop, kind=kind)


def _trimmed(page: str, offset: int, block: Block) -> Iterator[Block]:
    """Yield a block of a page, without blank ends, with offsets in the whole text."""
    text = page[block.start : block.end]
    if text.strip():
        start = offset + block.start + len(text) - len(text.lstrip())
        end = offset + block.start + len(text.rstrip())
        yield Block(start, end, block.kind, block.heading_path)
