"""What of a document is set as it is read: never so much that the window stands still."""

import pytest

from engine.api import Block, BlockKind, PlaceKind, Preview, TextSpan
from ui.preview.reading import reading_of
from ui.preview.rich_document import Grid


def preview_of(text, file_type, *kinds):
    """Return a preview of one block of each kind, all of the text, at a passage near its end."""
    at = len(text) * 9 // 10
    blocks = tuple(Block(0, len(text), kind) for kind in kinds)
    passage = TextSpan(at, min(at + 500, len(text)))
    return Preview(
        "00", "T", f"/f.{file_type}", file_type, PlaceKind.LINE, text, passage, blocks=blocks
    )


@pytest.mark.parametrize("line_end", ["\n", "\r", "\r\n"])
def test_of_a_long_table_the_rows_around_the_passage_are_set_below_its_names(line_end):
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
    ids=[
        "one row",
        "names without end",
        "many cells",
        "paragraph",
        "code",
        "row of a document",
        "columns",
    ],
)
def test_what_would_hold_the_window_is_shown_as_plain_text(preview):
    assert reading_of(preview) is None
