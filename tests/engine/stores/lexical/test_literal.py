"""Terms that a passage must contain to match a literal text, without false exclusions."""

import sys
import unicodedata

from twofold.engine.stores.lexical.analysis import fold, normalise
from twofold.engine.stores.lexical.literal import literal_pieces
from twofold.engine.stores.literal_text import unfolded


def test_text_without_spaces_is_required_in_pairs_with_bounded_work():
    assert literal_pieces("メモリ上限を").pairs == ("メモ", "モリ", "リ上", "上限")
    assert literal_pieces("量").characters == ("量",)
    assert literal_pieces("か").characters == ()  # a combining character may change it
    assert len(literal_pieces("ab " * 40_000).words) < 1000
    assert max(len(piece.letters) for piece in literal_pieces("a" * 100_000).words) == 30


def test_every_letter_with_case_or_diacritics_is_supported():
    for code in range(sys.maxunicode + 1):
        letter = chr(code)
        for folded in letter.casefold():
            assert letter == folded or letter in unfolded(folded)
        base = unicodedata.normalize("NFD", letter)[0]
        if base != letter and base.isascii() and base.isalnum():
            found = "".join(fold([normalise(letter)]))
            assert base.lower() in found or base in "gG"
