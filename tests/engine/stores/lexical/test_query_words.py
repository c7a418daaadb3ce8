"""A written word or phrase becomes a bounded number of pieces."""

import pytest

from engine.stores.lexical.query_words import MOST_PIECES, phrase_words, split_pieces


@pytest.mark.parametrize("text", ["½" * 2000, "a.b@" * 500, "\ufdfa" * 2000, "the " * 25_000])
def test_a_long_clause_has_bounded_pieces(text):
    assert len(split_pieces(text)) == MOST_PIECES
    assert len(phrase_words(text)) == MOST_PIECES


def test_a_passage_is_taken_apart_as_a_whole():
    assert len(split_pieces("some words " * 300, 10_000)) == 600


def test_characters_without_spaces_are_one_piece_until_the_script_changes():
    pieces = [piece.text for piece in split_pieces("メモリ上限หน่วย제한 abc")]
    assert pieces == ["メモリ上限", "หน่วย", "제한", "abc"]
    assert len(split_pieces("量" * 2000)) == 1
