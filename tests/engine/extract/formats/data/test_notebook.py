import json

from twofold.engine.extract.formats.data.notebook import extract
from twofold.engine.indexing.chunker import chunk
from twofold.engine.model.document import BlockKind, LocatorKind

NOTEBOOK = {
    "nbformat": 4,
    "metadata": {"authors": [{"name": "Ann Lee"}, {"name": "Bo Ek"}]},
    "cells": [
        {"cell_type": "markdown", "source": ["# Study\n", "Intro text.\n"]},
        {"cell_type": "markdown", "source": "## Data\nWhere it is from."},
        {
            "cell_type": "code",
            "source": ["import pandas\n", "pandas.read_csv('a')"],
            "outputs": [
                {"output_type": "stream", "text": ["\x1b[31mloaded\x1b[0m 3 rows\n"]},
                {"data": {"image/png": "aGVsbG8=", "text/plain": "<Figure>"}},
                {"output_type": "error", "ename": "KeyError", "evalue": "'x'"},
                {"output_type": "stream", "text": "z" * 100_000},
            ],
        },
        {"cell_type": "markdown", "source": "# End"},
    ],
}


def read():
    return extract(json.dumps(NOTEBOOK).encode())


def test_cells_are_under_the_headings_of_their_prose():
    found = read()
    paths = [block.heading_path for block in found.blocks]
    assert paths[0] == ("Study",)
    assert ("Study", "Data") in paths
    assert paths[-1] == ("End",)
    code = [block for block in found.blocks if block.kind is BlockKind.CODE]
    assert code[0].heading_path == ("Study", "Data")
    assert (found.metadata.title, found.metadata.author) == ("Study", "Ann Lee; Bo Ek")


def test_passages_name_their_cells():
    found = read()
    assert found.place_kind is LocatorKind.PARAGRAPH
    assert found.place_labels[0] == "cell 1"
    assert set(found.place_labels) == {"cell 1", "cell 2", "cell 3", "cell 4"}
    lines = found.text.split("\n")
    for passage in chunk(found):
        assert "cell" in passage.place_label
        if passage.start_column is None and passage.end_column is None:
            assert "\n".join(lines[passage.place_start - 1 : passage.place_end]) == passage.text


def test_outputs_are_limited_text_and_pictures_are_left_out():
    text = read().text
    assert "loaded 3 rows" in text
    assert "KeyError: 'x'" in text
    assert "aGVsbG8" not in text
    assert len(text) < 4000


def test_notebook_in_the_older_format_is_read():
    cells = [{"cell_type": "heading", "level": 2, "source": "Old"}]
    older = {"nbformat": 3, "worksheets": [{"cells": cells}]}
    assert extract(json.dumps(older).encode()).blocks[0].heading_path == ("Old",)
