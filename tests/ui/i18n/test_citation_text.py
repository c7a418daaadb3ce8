import pytest

from tests.ui.samples import make_hit
from twofold.engine.api import Citation, Locator, LocatorKind
from twofold.ui.i18n.citation_text import format_citation, format_location


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (Locator(LocatorKind.PAGE, 3, 3), "p. 3"),
        (Locator(LocatorKind.LINE, 12, 12), "line 12"),
        (Locator(LocatorKind.LINE, 10, 24), "lines 10–24"),
        (Locator(LocatorKind.SLIDE, 3, 3), "slide 3"),
        (Locator(LocatorKind.SHEET, 2, 2), "sheet 2"),
        (Locator(LocatorKind.CHAPTER, 2, 2), "chapter 2"),
        (Locator(LocatorKind.MESSAGE, 7, 7), "message 7"),
        (Locator(LocatorKind.PARAGRAPH, 7, 7), "paragraph 7"),
        (Locator(LocatorKind.PARAGRAPH, 7, 9), "paragraphs 7–9"),
        (Locator(LocatorKind.ROW, 4, 5), "rows 4–5"),
        (Locator(LocatorKind.TIME, 62_500, 69_000), "1:02–1:09"),
        (Locator(LocatorKind.TIME, 3_602_000, 3_602_900), "1:00:02"),
    ],
)
def test_a_location_is_formatted_by_its_kind(place, words):
    assert format_location(Citation("a", place, "")) == words


def test_a_location_with_a_label_uses_it():
    place = Locator(LocatorKind.ROW, 40, 41)
    assert format_location(Citation("a", place, "", label="Budget, row 3")) == "Budget, row 3"


def test_a_printed_page_number_is_formatted_like_a_page():
    place = Locator(LocatorKind.MESSAGE, 14, 14)
    assert format_location(Citation("a", place, "", label="page xii")) == "p. xii"


def test_a_citation_contains_title_file_location_and_uri():
    hit = make_hit(title="Plan", path="a.pptx", place=Locator(LocatorKind.SLIDE, 3, 3))
    assert format_citation(hit) == "‘Plan’, Notes/a.pptx, slide 3 (a.pptx#page=3)"


def test_a_citation_of_untitled_code_uses_the_file_name():
    place = Locator(LocatorKind.LINE, 3, 9)
    hit = make_hit(title="reconcile", path="ctl/reconcile.go", place=place, file_type="go")
    words = "‘reconcile.go’, Notes/ctl/reconcile.go, lines 3–9 (ctl/reconcile.go#L3-L9)"
    assert format_citation(hit) == words
