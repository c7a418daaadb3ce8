"""Boxes on a page whose letters stand each by itself, as Qt prints them."""

from pathlib import Path

from engine.core.hit import TextSpan
from engine.extract.reader import DocumentReader
from tests.support.readable_folders import readable_folders

_PDF = Path(__file__).parents[3] / "resources/sample_library/Papers/graceful-deletion.pdf"


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
