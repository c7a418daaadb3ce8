import pytest

from ui.preview.reading import markdown_pieces
from ui.preview.rich_document import UNPLACED, Grid, Line, LineKind

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
def test_every_placed_run_is_its_source_letter_by_letter(text):
    runs = list(runs_of(markdown_pieces(text)))
    placed = [run for run in runs if run.source != UNPLACED]
    assert all(text[run.source : run.source + len(run.text)] == run.text for run in placed)
    assert [run.source for run in placed] == sorted({run.source for run in placed})
    assert len(placed) > 20


def test_only_what_the_reader_changed_or_added_has_no_place():
    unplaced = [run.text for run in runs_of(markdown_pieces(NOTE)) if run.source == UNPLACED]
    assert unplaced == ["&", "*", " ", "1.\u2002", "•\u2002", "2.\u2002"]


def test_the_forms_of_a_note_are_kept():
    pieces = markdown_pieces(NOTE)
    lines = [piece for piece in pieces if isinstance(piece, Line)]
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
    assert kinds[6] is LineKind.CODE
    assert kinds[7] is LineKind.QUOTE
    assert [line.depth for line in lines[3:6]] == [1, 2, 1]
    assert [run.link for run in lines[2].runs if run.link] == ["https://example.org/name"]


def test_a_table_is_a_grid_with_a_head():
    grid = markdown_pieces(NOTE)[-1]
    assert isinstance(grid, Grid)
    assert grid.has_head
    assert [[cell[0].text for cell in row] for row in grid.rows] == [
        ["Night", "Degrees"],
        ["Monday", "-3"],
    ]
    assert grid.rows[1][1][0].bold


def test_a_word_that_is_also_in_an_address_keeps_its_place():
    text = "See [name](https://example.org/party) party."
    run = list(runs_of(markdown_pieces(text)))[-1]
    assert (run.text, run.source) == (" party.", text.rindex(" party."))


@pytest.mark.parametrize("text", ["", "\n", "---", "```", "| a |\n|---|", ">" * 500, "[" * 3000])
def test_unfinished_and_hostile_notes_are_read(text):
    assert isinstance(markdown_pieces(text), list)
