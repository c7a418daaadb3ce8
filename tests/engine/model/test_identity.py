"""Ids outlive versions of the program: their values are written down here."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.model.document import as_id, as_number, chunk_number, content_hash, document_number


def test_the_same_file_has_the_same_ids_in_every_library():
    document = document_number("Notes", "a/b.md")
    assert as_id(document) == "125550713f1e36c7"
    assert as_id(chunk_number(document, "1", 0)) == "629267e97cb851ee"
    assert content_hash("text").hex() == "d732c6be860e019351f99173fa6ae612"


def test_folder_path_version_and_position_all_count():
    document = document_number("Notes", "a.md")
    others = [document_number("Notes", "b.md"), document_number("Notesa", ".md")]
    chunks = [chunk_number(document, version, n) for version in ("1", "2") for n in (0, 1)]
    assert len({document, *others, *chunks}) == 7


def test_a_file_name_that_is_not_utf8_has_an_id():
    assert document_number("Notes", "caf\udce9.md") != document_number("Notes", "caf\udce8.md")


@given(st.text(), st.text())
def test_ids_sort_as_their_numbers_and_fit_a_signed_64_bit_integer(one, other):
    first, second = document_number(one, ""), document_number(other, "")
    assert 0 <= first < 1 << 63
    assert (as_id(first) < as_id(second)) == (first < second)
    assert as_number(as_id(first)) == first
    assert len(as_id(first)) == 16


def test_what_is_no_id_is_refused():
    with pytest.raises(ValueError, match="not an id"):
        as_number("not an id")
