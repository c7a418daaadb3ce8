import pytest

from twofold.ui.widgets.text_marks import densest


@pytest.mark.parametrize(
    ("words", "room", "expected"),
    [
        ([], 10, 0),
        ([(3, "tide")], 10, 0),
        ([(0, "tide"), (5, "tide"), (50, "tide"), (55, "floods")], 10, 2),
        ([(0, "Tide"), (5, "tide")], 10, 0),
        ([(0, "tide"), (5, "quay"), (50, "tide"), (55, "quay")], 10, 0),
        ([(0, "tide"), (10, "quay")], 10, 0),
        ([(0, "tide"), (2, "tide"), (4, "quay"), (50, "quay"), (52, "tide")], 10, 0),
        ([(0, "tide"), (20, "tide"), (22, "tide"), (24, "quay")], 10, 2),
    ],
)
def test_the_densest_group_of_different_words_wins(words, room, expected):
    assert densest(words, room) == expected
