import pytest

from engine.model.citation import joined_label


@pytest.mark.parametrize(
    ("first", "last", "label"),
    [
        ("slide 3", "slide 3", "slide 3"),
        ("Budget, row 12", "Budget, row 30", "Budget, rows 12–30"),
        ("row 1", "row 2", "rows 1–2"),
        ("Budget, row 12", "Costs, row 1", "Budget, row 12 – Costs, row 1"),
        ("Chapter 2: The House", "Chapter 3: The Sea", "Chapter 2: The House – Chapter 3: The Sea"),
        ("Budget, row 12", "", "Budget, row 12"),
        ("", "", ""),
    ],
)
def test_a_passage_is_labelled_from_its_first_place_to_its_last(first, last, label):
    assert joined_label(first, last) == label
