"""Finding a passage in a text."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twofold.engine.citations import documents
from twofold.engine.citations.documents import CurrentText, NormalisedText
from twofold.engine.citations.passage_search import locate, occurrences
from twofold.engine.citations.similar_passage import find_similar
from twofold.engine.model.citation import CitationState, Locator
from twofold.engine.model.document import LINE_BREAK, DocumentMetadata, ExtractedText, LocatorKind
from twofold.engine.model.hit import TextSpan

SPACED = st.text(alphabet="ab \n\t水", max_size=40)


def lines(text):
    starts = (0, *(found.end() for found in LINE_BREAK.finditer(text)))
    numbers = tuple(range(1, len(starts) + 1))
    extracted = ExtractedText(
        text, LocatorKind.LINE, starts, numbers, (), DocumentMetadata(), "txt"
    )
    return CurrentText(extracted, NormalisedText(text))


@given(SPACED, SPACED, SPACED)
def test_passage_is_found_at_its_position(before, quotation, after):
    text = before + quotation + after
    spans = occurrences(text, quotation)
    words = " ".join(quotation.split())
    assert bool(spans) == bool(words)
    assert all(" ".join(text[span.start : span.end].split()) == words for span in spans)


def test_word_inside_another_matches_only_as_a_last_resort():
    assert [span.start for span in occurrences("party art", "art")] == [6]
    assert [span.start for span in occurrences("party", "art")] == [1]


def test_nearest_of_several_matches_is_returned_with_their_number():
    text = "same words\n" * 9
    found = locate(lines(text), "same words", Locator(LocatorKind.LINE, 5, 5))
    assert (found.state, found.occurrences) == (CitationState.EXACT, 9)
    assert found.span.start == 4 * 11
    text = "same words\n" + "something else\n" * 7 + "same words\n"
    found = locate(lines(text), "same words", Locator(LocatorKind.LINE, 7, 7))
    assert (found.state, found.span.start) == (CitationState.MOVED, text.rindex("same"))


@pytest.mark.parametrize("is_last", [False, True])
def test_most_similar_of_several_changed_passages_is_returned(is_last):
    quotation = "A ladder leans against the grain store and whoever climbs it signs the book."
    close, far = quotation.replace("book", "ledger"), quotation.replace("whoever climbs it", "he")
    between = "\n\n" + "Nothing of the kind is told here. " * 20 + "\n\n"
    text = between.join((far, close) if is_last else (close, far))
    span = find_similar(text, quotation).span
    assert text[span.start : span.end] in close


def test_passage_with_a_changed_end_stops_before_the_next_paragraph():
    quotation = "A ladder leans against the grain store and whoever climbs it signs the brown book."
    changed = quotation.replace("signs the brown book.", "leaves.")
    text = f"{changed}\n\nMirrors came from Trieste."
    span = find_similar(text, quotation).span
    assert text[span.start : span.end] == changed.rstrip(".")


def test_passage_keeps_the_indentation_of_its_first_line():
    text = "def f():\n    return 1\n\treturn 2\n"
    found = locate(lines(text), "    return 1\n\treturn 2", Locator(LocatorKind.LINE, 2, 3))
    assert text[found.span.start : found.span.end] == "    return 1\n\treturn 2"
    indented = locate(lines(text), "  return 2", Locator(LocatorKind.LINE, 3, 3))
    assert text[indented.span.start : indented.span.end] == "return 2"


def test_hostile_text_does_not_slow_the_search_down():
    text = "a " * 400_000
    assert occurrences(text, "a " * 600 + "b") == []
    assert find_similar(text, "b c d " * 200) is None


def test_scripts_without_spaces_are_compared_by_character():
    before = "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。"
    now = before.replace("猫", "犬")
    found = locate(lines(f"序\n\n{now}\n\n跋"), before, Locator(LocatorKind.LINE, 1, 1))
    assert found.state is CitationState.CHANGED
    assert found.similarity > 0.9


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_and_any_quotation_have_a_result(text, quotation):
    found = locate(lines(text), quotation, Locator(LocatorKind.LINE, 1, 1))
    assert (found.span is None) == (found.state is CitationState.GONE)


def test_positions_are_right_while_another_thread_normalises_the_text(monkeypatch):
    text = "one \n two   three \t four"
    normalised, seen = NormalisedText(text), []

    class Pieces:
        """Calls another method after the second match, as a second thread would."""

        def finditer(self, original):
            for number, piece in enumerate(re.finditer(r"\S+", original)):
                yield piece
                if number == 1 and not seen:
                    seen.append(None)
                    seen[0] = normalised.span(14, 18)

    monkeypatch.setattr(documents, "_WORD", Pieces())
    four = TextSpan(text.index("four"), len(text))
    assert normalised.text[14:18] == "four"
    assert normalised.span(14, 18) == four
    assert seen == [four]
