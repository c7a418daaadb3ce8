from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.embedding.llama.model import normalise


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ｆｕｌｌ ｗｉｄｔｈ", "Full width"),
        ("ﾊﾝｶｸ", "ハンカク"),
        ("ﬁne ①", "fine 1"),
        ("a\tb\r\nc\n\n d", "a b c d"),
        ("  edges  ", "edges"),
        ("zero\u200bwidth\ufeff", "zero width"),
        ("bell\x07 nul\x00 del\x7f", "bell nul del"),
        ("e\u0301", "\u00e9"),
        ("", ""),
    ],
)
def test_text_is_brought_to_the_form_the_model_was_trained_on(text, expected):
    assert normalise(text) == expected


@given(st.text())
def test_normalised_text_stays_as_it_is(text):
    assert normalise(normalise(text)) == normalise(text)
