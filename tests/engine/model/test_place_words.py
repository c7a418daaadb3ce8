import pytest

from engine.model.citation import Place
from engine.model.document import PlaceKind
from engine.model.sentences import place_in_words


@pytest.mark.parametrize(
    ("place", "words"),
    [
        (Place(PlaceKind.PAGE, 3, 3), "page 3"),
        (Place(PlaceKind.REGION, 1, 1, (1, 2, 30, 40)), "region 1,2,30,40"),
        (Place(PlaceKind.LINE, 12, 12), "line 12"),
        (Place(PlaceKind.LINE, 12, 34), "lines 12–34"),
        (Place(PlaceKind.PARAGRAPH, 2, 3), "paragraphs 2–3"),
        (Place(PlaceKind.TIME, 62_500, 69_000), "00:01:02–00:01:09"),
        (Place(PlaceKind.TIME, 62_500, 62_900), "00:01:02"),
    ],
)
def test_places_are_written_in_words(place, words):
    assert place_in_words(place) == words


def test_a_label_takes_the_place_of_the_number():
    assert place_in_words(Place(PlaceKind.ROW, 40, 41), "Budget, row 3") == "Budget, row 3"
