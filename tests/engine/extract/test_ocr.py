"""OCR of images, in reading order and with positions."""

import re

import pytest

from tests.support.scans import ARTICLES, LETTER, needs_ocr, needs_tesseract, page_picture
from twofold.engine.extract import ocr, tesseract
from twofold.engine.extract.limits import ReaderLimits
from twofold.engine.extract.process.reader import DocumentReader

HEIGHT = 10.0


def order_of(**regions):
    names = list(regions)
    return [names[place] for place in ocr.reading_order(list(regions.values()))]


def test_columns_are_read_one_after_another():
    page = {
        "title": (0.0, 0.0, 420.0, 14.0),
        "left 1": (0.0, 40.0, 200.0, HEIGHT),
        "right 1": (220.0, 40.0, 200.0, HEIGHT),
        "left 2": (0.0, 54.0, 200.0, HEIGHT),
        "right 2": (220.0, 54.0, 180.0, HEIGHT),
    }
    assert order_of(**page) == ["title", "left 1", "left 2", "right 1", "right 2"]


def test_crooked_table_is_read_row_by_row():
    page = {
        "name": (0.0, 3.0, 60.0, HEIGHT),
        "sum": (150.0, 0.0, 40.0, HEIGHT),
        "rent": (0.0, 18.0, 50.0, HEIGHT),
        "900": (150.0, 15.0, 30.0, HEIGHT),
    }
    assert order_of(**page) == ["name", "sum", "rent", "900"]


@needs_ocr
def test_latin_text_is_read_at_its_position(tmp_path):
    assert_recognised_at_its_position(LETTER, tmp_path / "letter.png")


@needs_tesseract
@pytest.mark.parametrize("script", ARTICLES)
def test_other_scripts_are_read_by_an_installed_tesseract(script, tmp_path):
    assert_recognised_at_its_position(ARTICLES[script], tmp_path / "article.png")


def test_script_is_read_with_the_installed_languages():
    installed = {"eng", "rus", "ukr", "bul", "deu", "ara"}
    assert tesseract.languages_of("Cyrillic", installed) == ("rus", "ukr", "eng")
    assert tesseract.languages_of("Arabic", installed) == ("ara",)
    assert tesseract.languages_of("Latin", installed) == ("eng", "deu")
    assert tesseract.languages_of("Greek", installed) == ()
    assert tesseract.languages_of("Runic", installed) == ()


@needs_ocr
def test_empty_page_has_no_text(tmp_path):
    page_picture([])[0].save(tmp_path / "empty.png")
    assert recognised(tmp_path / "empty.png") == ()


def assert_recognised_at_its_position(text, path):
    picture, boxes = page_picture(text)
    picture.save(path)

    lines = recognised(path)

    wanted = words(" ".join(text))
    read = words(" ".join(line.text for line in lines))
    assert sum(word in read for word in wanted) >= 0.98 * len(wanted)
    assert len(lines) == len(boxes)
    for line, box in zip(lines, boxes, strict=True):
        assert overlap(line.region, box) > 0.8 * box[2] * box[3]


def recognised(path):
    """Return the recognised lines of an image, using a worker as in the program."""
    reader = DocumentReader(ReaderLimits(180, 2500), folders=lambda: [path.parent])
    try:
        return reader.recognise(path, 1)
    finally:
        reader.close()


def words(text):
    return re.findall(r"\w+", text)


def overlap(one, other):
    width = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    height = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return max(width, 0) * max(height, 0)
