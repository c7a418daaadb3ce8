import pytest

from twofold.engine.extract.raised_text import Script, needs_space

RAISED, LOWERED, NORMAL = Script.RAISED, Script.LOWERED, Script.NORMAL


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("The Rent", "3"), ("Jane Smith", "1,2"), ("Vertrag", "a"), ("naïve", "TM"), ("10", "6"),
        ("Twofold", "TM"), ("VAT", "2"), ("договор", "1"),
    ],
)  # fmt: skip
def test_mark_is_separated_from_its_word(before, text):
    assert needs_space(before, text, RAISED, NORMAL)


@pytest.mark.parametrize(
    ("before", "text"),
    [
        ("40 m", "2"), ("9 km", "3"), ("the 1", "st"), ("la 2", "e"), ("XX", "e"), ("M", "me"),
        ("n", "o"), ("Rent", "*"), ("Rent ", "3"), ("", "14"), ("E = mc", "²"), ("x", "2"),
    ],
)  # fmt: skip
def test_powers_and_ordinals_are_one_word(before, text):
    assert not needs_space(before, text, RAISED, NORMAL)


@pytest.mark.parametrize(
    ("before", "text", "is_apart"),
    [
        ("H", "2", False), ("C6H12O", "6", False), ("NaHCO", "3", False), ("x", "max", False),
        ("Miete", "2", True),
    ],
)  # fmt: skip
def test_formulas_are_one_word(before, text, is_apart):
    assert needs_space(before, text, LOWERED, NORMAL) is is_apart


@pytest.mark.parametrize(
    ("before", "text", "was", "is_apart"),
    [
        ("H2", "O", LOWERED, False), ("14", "C", RAISED, False), ("1", "University", RAISED, True),
        ("Rent 3", "is", RAISED, True), ("M me", " Curie", RAISED, False),
    ],
)  # fmt: skip
def test_text_after_a_mark_is_separated_from_it(before, text, was, is_apart):
    assert needs_space(before, text, NORMAL, was) is is_apart
