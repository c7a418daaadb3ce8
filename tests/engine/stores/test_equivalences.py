"""Characters with several encodings are treated alike by index, highlighting and literal search."""

import pytest

from twofold.engine.search.query_language import parse
from twofold.engine.stores.equivalences import EQUIVALENCES, LITERAL, WORDS
from twofold.engine.stores.lexical.analysis import normalise, normalise_with_offsets
from twofold.engine.stores.lexical.highlight import Highlighter
from twofold.engine.stores.lexical.token_streams import text_streams
from twofold.engine.stores.literal_text import folded_literal, holds_folded, literal_spans

# The spelling of a word in a text, and in a query.
IN_WORDS = [
    ("שָׁלוֹם", "שלום"),
    ("יִשְׂרָאֵל", "ישראל"),
    ("קֹדֶשׁ", "קדש"),
    ("شركت", "شرکت"),
    ("ملي", "ملی"),
    ("مصطفى", "مصطفي"),
    ("گروہ", "گروه"),
    ("٢٠٢٤", "2024"),
    ("۲۰۲۴", "2024"),
    ("२०२४", "2024"),
    ("كـتـاب", "كتاب"),
    ("обʼєкт", "об'єкт"),
    ("обʼєкт", "об’єкт"),
    ("Hawaiʻi", "Hawai'i"),
    ("Qurʾān", "Qurʿān"),
    ("Do\u00adnau", "Donau"),
    ("zero\u200bwidth", "zerowidth"),
    ("word\u2060joiner", "wordjoiner"),
    ("left\u2066right", "leftright"),
]
MARKED = [
    ("Vertrag¹", "Vertrag"),
    ("Miete²⁾", "Miete"),
    ("Smith¹,²", "Smith"),
    ("naïve™", "naive"),
    ("Bulb℠", "Bulb"),
    ("Falke©", "Falke"),
    ("Lampe®", "Lampe"),
    ("Smithᵃ", "Smith"),
    ("¹University", "University"),
    ("Schritt①", "Schritt"),
    ("10²", "10"),
]
IN_LITERAL = [
    ("lease\nagreement", "lease agreement"),
    ("zwei  Blanks", "zwei Blanks"),
    ("non\u00a0breaking", "non breaking"),
    ("Do\u00adnau", "Donau"),
    ("u\u0308ber", "über"),
    ("über", "u\u0308ber"),
    ("“quoted text”", '"quoted text"'),
    ("„Zitat“", '"Zitat"'),
    ("«texte»", '"texte"'),
    ("it’s", "it's"),
    ("well – done", "well - done"),
    ("non‑breaking", "non-breaking"),
    ("and so on…", "so on..."),
    ("docu-\nment", "document"),
    ("docu-\r\n   ment", "document"),
    ("DOCU-\nMENT", "document"),
    ("long-\nterm", "long-term"),
    ("Do\u00ad\nnau", "Donau"),
]


@pytest.mark.parametrize(("written", "asked"), IN_WORDS + MARKED)
def test_word_is_indexed_like_it_is_queried(written, asked):
    stems = [text_streams(f"the {one} here", "plain").stems for one in (written, asked)]
    assert stems[0] == stems[1]


@pytest.mark.parametrize(("written", "asked"), IN_WORDS + MARKED)
def test_word_is_highlighted_in_other_spellings(written, asked):
    text = f"ab {written} cd"
    marked = Highlighter(parse(asked)).highlight(text, "")
    assert marked
    assert all(3 <= span.start < span.end <= 3 + len(written) for span in marked)


@pytest.mark.parametrize(("written", "asked"), IN_WORDS + IN_LITERAL)
def test_literal_text_is_found_and_highlighted_in_other_spellings(written, asked):
    text = f"ab {written} cd"
    assert holds_folded(text, folded_literal(asked))
    [(start, end)] = literal_spans(text, asked)
    assert text[start:end] in written
    assert len(text[start:end]) >= len(written) - len("and ")


@pytest.mark.parametrize("written", ["m²", "km²", "x³", "CO₂", "1ˢᵗ", "2º", "3ª", "5cm³"])
def test_powers_ordinals_and_formulas_stay_one_word(written):
    assert len(text_streams(written, "plain").words.split()) == 1


def test_offsets_are_right_next_to_word_separators():
    text = "Der Vertrag¹ regelt die Miete²⁾ und naïve™ Do\u00ad\nnau."
    plain, offsets = normalise_with_offsets(text)
    assert plain == normalise(text)
    assert len(offsets) == len(plain) + 1
    [span] = Highlighter(parse('"Vertrag regelt"')).highlight(text, "de")
    assert text[span.start : span.end] == "Vertrag¹ regelt"


def test_every_equivalence_names_its_source_and_is_declared_once():
    assert all(one.name and one.source for one in EQUIVALENCES)
    declared = [code for one in EQUIVALENCES for code in one.table]
    assert len(declared) == len(set(declared))
    assert WORDS.keys() & LITERAL.keys()


def test_divided_word_is_indexed_whole_and_in_parts():
    words = text_streams("sent the docu-\nment of a long-\nterm plan", "english").words
    assert " the document of " in words
    assert words.endswith(" a long term plan")
    stems = text_streams("the trans-\nportation", "english").stems.split()
    assert {"transport", "tran"} <= set(stems)
    assert "Meyer Schmidt" in text_streams("by Meyer-\nSchmidt", "german").words


@pytest.mark.parametrize("asked", ["document", '"the document was"', "docu", '"docu ment"'])
def test_divided_word_is_highlighted(asked):
    text = "Then the docu-\nment was sent."
    [span, *_] = Highlighter(parse(asked)).highlight(text, "en")
    assert "docu" in text[span.start : span.end]
