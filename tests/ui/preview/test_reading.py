"""Formatted parts of a document: exact offsets, and no more than can be shown quickly."""

import pytest

from twofold.engine.api import Block, BlockKind, LocatorKind, Preview, TextSpan
from twofold.ui.preview.reading import markdown_pieces, reading_of
from twofold.ui.preview.rich_document import UNPLACED, Grid, Line, LineKind

NOTE = """---
title: Cleaning up
---

# Cleaning *up*

A **finalizer** is a `key` &amp; a [name](https://example.org/name) of a party \\*.
It names <b>a</b> party again.

1. Look
   - owner
2. Patch:

   ```yaml
   finalizers: []
   ```

> Never at night.

| Night | Degrees |
|-------|---------|
| Monday | **-3** |
"""


def runs_of(pieces):
    for piece in pieces:
        if isinstance(piece, Grid):
            yield from (run for row in piece.rows for cell in row for run in cell)
        else:
            yield from piece.runs


def words(piece):
    return "".join(run.text for run in piece.runs)


@pytest.mark.parametrize("text", [NOTE, NOTE.replace("\n", "\r\n"), NOTE.removeprefix("---")])
def test_every_run_with_an_offset_equals_its_source(text):
    runs = list(runs_of(markdown_pieces(text)))
    placed = [run for run in runs if run.source != UNPLACED]
    assert all(text[run.source : run.source + len(run.text)] == run.text for run in placed)
    assert [run.source for run in placed] == sorted({run.source for run in placed})
    assert len(placed) > 20


def test_the_formatting_of_a_note_is_kept():
    *lines, grid = markdown_pieces(NOTE)
    assert all(isinstance(line, Line) for line in lines)
    assert [words(line) for line in lines] == [
        "title: Cleaning up",
        "Cleaning up",
        "A finalizer is a key & a name of a party *. It names <b>a</b> party again.",
        "1.\u2002Look",
        "•\u2002owner",
        "2.\u2002Patch:",
        "finalizers: []",
        "Never at night.",
    ]
    kinds = [line.kind for line in lines]
    assert kinds[1] is LineKind.HEADING
    assert kinds[6:] == [LineKind.CODE, LineKind.QUOTE]
    assert [line.depth for line in lines[3:6]] == [1, 2, 1]
    assert [run.link for run in lines[2].runs if run.link] == ["https://example.org/name"]
    # Only text that the reader changed or added has no position.
    unplaced = [run.text for run in runs_of(lines) if run.source == UNPLACED]
    assert unplaced == ["&", "*", " ", "1.\u2002", "•\u2002", "2.\u2002"]
    assert grid.has_head
    cells = [[cell[0].text for cell in row] for row in grid.rows]
    assert cells == [["Night", "Degrees"], ["Monday", "-3"]]
    assert grid.rows[1][1][0].bold


def test_a_word_repeated_in_a_link_keeps_its_offset():
    text = "See [name](https://example.org/party) party."
    run = list(runs_of(markdown_pieces(text)))[-1]
    assert (run.text, run.source) == (" party.", text.rindex(" party."))


@pytest.mark.parametrize("text", ["", "\n", "---", "```", "| a |\n|---|", ">" * 500, "[" * 3000])
def test_unfinished_and_hostile_notes_are_parsed(text):
    assert isinstance(markdown_pieces(text), list)


def preview_of(text, file_type, *kinds):
    """Return a preview of one block of each kind, all of the text, at a passage near its end."""
    at = len(text) * 9 // 10
    blocks = tuple(Block(0, len(text), kind) for kind in kinds)
    passage = TextSpan(at, min(at + 500, len(text)))
    return Preview(
        "00", "T", f"/f.{file_type}", file_type, LocatorKind.LINE, text, passage, blocks=blocks
    )


@pytest.mark.parametrize("line_end", ["\n", "\r", "\r\n"])
def test_a_long_table_shows_the_rows_around_the_passage(line_end):
    text = f"kind,name{line_end}" + f"cat,Minka{line_end}" * 50_000
    reading = reading_of(preview_of(text, "csv"))
    assert reading.is_cut
    (grid,) = reading.pieces
    assert isinstance(grid, Grid)
    assert [cell[0].text for cell in grid.rows[0]] == ["kind", "name"]
    assert [cell[0].text for cell in grid.rows[5]] == ["cat", "Minka"]
    assert len(grid.rows) < 500


@pytest.mark.parametrize(
    "preview",
    [
        preview_of("one,two," * 50_000, "csv"),
        preview_of("name," * 50_000 + "\n" + "a,b,c\n" * 5_000, "csv"),
        preview_of("one,two," * 3_000, "csv"),
        preview_of("words of a page " * 20_000, "html", BlockKind.PARAGRAPH),
        preview_of("a line of code\n" * 20_000, "html", BlockKind.CODE),
        preview_of("cell\t" * 8_000, "docx", BlockKind.TABLE),
        preview_of("|a" * 1_800 + "|\n" + "|-" * 1_800 + "|\n" + "|b" * 1_800 + "|\n", "md"),
    ],
    ids=["row", "names", "cells", "paragraph", "code", "row of a document", "columns"],
)
def test_documents_that_would_block_the_window_are_shown_as_plain_text(preview):
    assert reading_of(preview) is None
