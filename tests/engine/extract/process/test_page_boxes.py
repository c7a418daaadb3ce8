"""Boxes on a page whose letters stand each by itself, as Qt prints them."""

from array import array
from pathlib import Path

import pytest

from engine.extract.process.answers import unpack_page
from engine.extract.process.frames import MalformedFrameError
from engine.extract.process.reader import DocumentReader
from engine.model.hit import TextSpan
from engine.model.messages import PixelBox
from tests.support.readable_folders import readable_folders

_PDF = Path(__file__).parents[4] / "resources/sample_library/Papers/graceful-deletion.pdf"


def test_a_word_is_one_box_and_a_passage_one_box_a_line():
    reader = DocumentReader(folders=readable_folders)
    try:
        text = reader.read(_PDF).text
        start = text.index("2.3 Finalizers")
        passage = text[start : text.index("finished its own", start)]
        page = reader.render_page(_PDF, 3, 600, passage)
    finally:
        reader.close()
    word = page.text.index("Finalizers")
    assert len(page.boxes([TextSpan(word, word + len("Finalizers"))])) == 1
    assert len(page.image.passage_boxes) == len(passage.strip().splitlines())


PAGE = {
    "width": 2, "height": 1, "stride": 8, "page": 1, "pages": 1, "text": "a",
    "passage": [[0, 0, 1, 1]], "matrix": [1, 0, 0, 1, 0, 0],
}  # fmt: skip
PIXELS = bytes(8)
LETTER = array("f", (0, 0, 1, 1)).tobytes()


@pytest.mark.parametrize(
    ("change", "tail"),
    [
        ({"matrix": [10**400, 0, 0, 1, 0, 0]}, PIXELS),
        ({"matrix": [float("nan"), 0, 0, 1, 0, 0]}, PIXELS),
        ({"passage": [[0, 0, 1, 1]] * 20_001}, PIXELS),
        ({"page": 2}, PIXELS),
        ({"height": 2}, PIXELS),
        ({}, PIXELS + b"part of a box"),
    ],
)
def test_a_page_that_makes_no_sense_is_refused(change, tail):
    assert unpack_page(PAGE, PIXELS + LETTER).boxes([TextSpan(0, 1)]) == (PixelBox(0, 0, 1, 1),)
    with pytest.raises(MalformedFrameError):
        unpack_page(PAGE | change, tail)


def test_letters_that_stand_nowhere_have_no_box():
    for far in (1e30, float("inf"), float("nan")):
        letters = array("f", (0, 0, far, 1)).tobytes()
        assert unpack_page(PAGE, PIXELS + letters).boxes([TextSpan(0, 1)]) == ()
