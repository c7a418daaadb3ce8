from itertools import pairwise

import pytest

from twofold.engine.indexing.text_units import split_points, weight
from twofold.engine.model.document import BlockKind


def parts(text: str, goal: float, kind: BlockKind = BlockKind.PARAGRAPH) -> list[str]:
    cuts = [0, *split_points(text, 0, len(text), goal, kind), len(text)]
    return [text[a:b] for a, b in pairwise(cuts)]


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("one two three. four five six", "one two three. "),
        ("one two three, four five six", "one two three, "),
        ("one two a\n\nb. cd efgh ijk", "one two a\n\n"),
        ("ことば。これはとても長い文章です", "ことば。"),
        ("abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnop"),
    ],
)
def test_text_is_cut_at_the_best_place_in_reach(text, first):
    assert weight("語a한") == 6
    assert parts(text, 16)[0] == first
    assert parts(text, 100) == [text]
    lines = "aaaa bbbb.\ncc dd. eeee ffff"
    assert parts(lines, 18, BlockKind.CODE)[0] == "aaaa bbbb.\n"


@pytest.mark.parametrize("cluster", ["e\u0301", "👩\u200d👧", "\r\n"])
def test_combined_characters_are_never_split(cluster):
    for goal in range(4, 12):
        for part in parts(cluster * 40, goal)[1:]:
            assert part[0] not in "\n\u0301\u200d"
