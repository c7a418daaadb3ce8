"""Searching the pages of one document."""

import pytest

from tests.engine.search.test_preview import PdfLibrary
from twofold.engine.model.document import as_id
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.preview import PageMatches, find_text
from twofold.engine.model.requests import FindInDocument
from twofold.engine.search.find_in_document import find_in_document


@pytest.fixture
def find(library, reader):
    """Return a function that searches a document of two pages."""
    chunk_id = as_id(PdfLibrary(library, reader).of_second.number)

    def find(*, is_outdated=False, **options):
        request = FindInDocument(chunk_id, **options)
        return find_in_document(library.scatter, request, lambda: is_outdated)

    return find


def test_text_is_counted_on_every_page(find):
    assert find(text="PAGE").pages == (PageMatches(1, 1), PageMatches(2, 1))
    assert find(text="about volumes").pages == (PageMatches(1, 1),)  # across two lines
    assert find(text="nowhere").pages == ()


def test_words_of_a_query_are_counted_as_they_are_marked(find):
    found = find(query="memory volume")
    assert found.pages == (PageMatches(1, 1), PageMatches(2, 1))
    assert found.is_complete


def test_an_outdated_search_stops_and_a_missing_passage_is_reported(find, library):
    assert find(text="page", is_outdated=True) is None
    with pytest.raises(BadRequestError):
        find_in_document(library.scatter, FindInDocument("f" * 16, "page"), lambda: False)


def test_found_text_ignores_case_and_spaces_but_not_signs():
    text = "The Lessee\n  shall (not) pay. the lessee"
    found = [text[span.start : span.end] for span in find_text(text, " the  lessee ")]
    assert found == ["The Lessee", "the lessee"]
    assert len(find_text(text, "(not)")) == 1
    assert find_text(text, "  ") == ()
