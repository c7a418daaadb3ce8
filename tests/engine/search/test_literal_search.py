"""Literal search finds the same passages as a scan of every passage."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.search.conftest import INDEXED_AT, SmallLibrary, Text, _paragraphs
from twofold.engine.model.document import DocumentMetadata, FileState
from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.search_request import SearchMode, SearchRequest
from twofold.engine.search import literal_search
from twofold.engine.search.literal_search import find_literal
from twofold.engine.stores.catalog.change import DocumentRecord
from twofold.engine.stores.lexical.index import LexicalIndex
from twofold.engine.stores.literal_text import folded_literal, holds_folded

# Letters that fold to several letters, or from several, combining characters, letters
# changed or removed by normalisation, and samples of all scripts.
ODD = [
    "Straße", "STRASSE", "\u1e9e", "\u017ftrand", "\ufb00", "\ufb01nal", "\ufb06", "\u0149",
    "\u01f0", "\u1e96", "\u1e9a", "\u0130stanbul", "ISTANBUL", "\u0131s\u0131", "\u212a", "\u212b",
    "\u00c5", "e\u0301", "\u00e9", "\u00c9", "g\u030c", "\u01e7", "o\u031b\u0301", "\u1edb",
    "a\u00adb", "ab",
    "a\u200bb", "Größe", "GRÖSSE", "große", "\u0390", "\u03b9\u0308\u0301", "Ὀδυσσεύς", "ὈΔΥΣΣΕΎΣ",
    "\u1fb3", "αι", "ς", "Σ", "память", "ПАМЯТИ", "\u1c80ода", "вода", "и\u0306", "\u0439",
    "\u0451", "е\u0308", "メモリ", "\uff92\uff93\uff98", "\u304c", "\u304b\u3099", "\u304b",
    "\uff76\uff9e", "上限", "上限を", "量", "\uf900", "\u8c48", "\uac00", "\uac00\u11a8", "\uac01",
    "한국어", "ไทยคำ", "น\u0e4d\u0e49า", "ذاكرة", "أب", "اب", "\u0640", "کتاب", "\u2082", "x²", "½",
    "\u2167", "\u2177", "\ufdfa", "\u24b6", "\uff21\uff22", "AB", "\U0001f130", "max_retry_count",
    "MAX__RETRY", "_x_", "getUserName", "c++", "C#", "v1.2.3", "a.b@c.org", "10%", "!=", "->",
    "=\u0338", "æ", "Æon", "œ", "þ", "ł", "\ua75b", "\U00010400", "\U00010428",
    "\U0001f469\u200d\U0001f469", "\u0345", "a\u0345", "\u02bcn", "\u02be", "\x00", "\u00a0", " ",
    "\n", "-", "'", "_", "the", "x", "docu-\nment", "Vertrag¹", "x²⁾", "①", "10²", "1ˢᵗ",
    "naïve™", "m²",
    "שָׁלוֹם", "۱۲", "м’ята", "“", "„x“", "–", "…", "ᵃ", "ʿAlī", "long-\n term", "Do\u00ad\nnau",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(ODD), min_size=1, max_size=6).map("".join)


@pytest.fixture(scope="module")
def odd_library(tmp_path_factory, tiny_embedder):
    """A library of unusual characters: alone, between spaces, and between letters."""
    library = SmallLibrary(tmp_path_factory.mktemp("odd"), tiny_embedder)
    around = ["{}", "a {} b", "x{}y", "{}{}"]
    passages = [frame.replace("{}", odd) for odd in ODD for frame in around if odd.strip()]
    library.add(Text("odd.md", "\n\n".join(passages)), with_vectors=False)
    joined = map("".join, zip(ODD, ODD[7:], ODD[3:], strict=False))
    library.add(Text("some.md", "\n\n".join(joined)), with_vectors=False)
    yield library, library.catalog.chunks(library.catalog.chunk_numbers())
    library.close()


@pytest.fixture(autouse=True)
def _index_is_asked_at_once(monkeypatch):
    monkeypatch.setattr(literal_search, "_READ_FIRST", 0)


def passages_containing(passages, wanted):
    folded = folded_literal(wanted)
    return sorted(
        n for n, one in passages.items() if folded and holds_folded(one.chunk.text, folded)
    )


def found_literally(library, wanted, limit=9):
    found = find_literal(library.scatter, wanted, SearchFilters(), limit)
    return [key.chunk_number for key in found.value]


def check(odd_library, wanted):
    library, passages = odd_library
    found = found_literally(library, wanted, 10_000)
    expected = passages_containing(passages, wanted)
    assert found == expected
    assert library.catalog.substring(wanted, limit=10_000) == expected


@pytest.mark.parametrize("wanted", ODD)
def test_unusual_letters_are_found_with_and_without_the_index(odd_library, wanted):
    for variant in {wanted, wanted.upper(), wanted.lower(), wanted[:1], wanted[-1:]}:
        check(odd_library, variant)
    check(odd_library, f"a {wanted} b")


@given(TEXTS, st.integers(0, 6), st.integers(1, 9))
def test_any_substring_is_found_with_and_without_the_index(odd_library, text, start, length):
    check(odd_library, text[start : start + length])


def test_passages_not_in_the_index_yet_are_found(library):
    library.add(Text("a.md", "kubernetes"), with_vectors=False)
    with library.catalog.change() as change:
        late = Text("late.md", "Kubernetes again")
        change.put_document(DocumentRecord(
            "Notes", late.path, FileState(1, 1), DocumentMetadata(), "md", _paragraphs(late),
            "test-1", INDEXED_AT,
        ))  # fmt: skip
    found = found_literally(library, "bernet")
    assert found == sorted([library.number("a.md"), library.number("late.md")])


def test_damaged_index_does_not_prevent_literal_search(library, monkeypatch):
    library.add(Text("a.md", "kubernetes"), with_vectors=False)

    def fail(*_):
        raise IndexUnavailableError("damaged")

    monkeypatch.setattr(LexicalIndex, "literal_holders", fail)
    found = found_literally(library, "bernet")
    assert found == [library.number("a.md")]


def test_common_text_is_found_in_the_first_passages(library, monkeypatch):
    library.add(Text("a.md", "\n\n".join(["kubernetes"] * 30)), with_vectors=False)
    monkeypatch.setattr(literal_search, "_READ_FIRST", 10)
    monkeypatch.setattr(LexicalIndex, "literal_holders", None)
    found = found_literally(library, "bernet")
    assert found == library.catalog.chunk_numbers()[:9]


def test_sharp_s_is_found_and_highlighted_in_all_spellings(library):
    library.add(Text("a.md", "Die Straße\n\nDIE STRASSE\n\nder Strand"), with_vectors=False)
    response = library.searcher().search(SearchRequest("straße", SearchMode.SUBSTRING))
    marked = {
        hit.snippet.text[span.start : span.end]
        for hit in response.hits
        for span in hit.snippet.matches
    }
    assert marked == {"Straße", "STRASSE"}
