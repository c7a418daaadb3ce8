"""Ids outlive versions of the program: their values are written down here."""

from hypothesis import given
from hypothesis import strategies as st

from engine.model.document import as_id, as_number, chunk_number, content_hash, document_number


def test_the_same_file_has_the_same_ids_in_every_library():
    document = document_number("Notes", "a/b.md")
    assert as_id(document) == "125550713f1e36c7"
    assert as_id(chunk_number(document, "1", 0)) == "629267e97cb851ee"
    assert content_hash("text").hex() == "d732c6be860e019351f99173fa6ae612"


@given(st.text(), st.text())
def test_ids_sort_as_their_numbers_and_fit_a_signed_64_bit_integer(one, other):
    first, second = document_number(one, ""), document_number(other, "")
    assert 0 <= first < 1 << 63
    assert (as_id(first) < as_id(second)) == (first < second)
    assert as_number(as_id(first)) == first
    assert len(as_id(first)) == 16
