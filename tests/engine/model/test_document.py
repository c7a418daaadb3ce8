"""Documents in the catalog, and their ids, which never change between versions of the program."""

from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twofold.engine.model.document import (
    FileState,
    StoredDocument,
    as_id,
    as_number,
    chunk_number,
    content_hash,
    day_of,
    document_number,
)
from twofold.engine.model.filters import TrustLevel


def document(date, mtime_ns):
    state = FileState(1, mtime_ns)
    return StoredDocument(
        1, "Notes", "/n", "a.md", "A", "md", "en", TrustLevel.PRIMARY, (), date, state, "", "1"
    )


def test_file_date_is_not_a_publication_date():
    written = 1_763_683_200 * 10**9
    assert day_of(written) == "2025-11-21"
    assert day_of(10**30) == day_of(-(10**30)) == ""
    assert document("2025-11-21", written).issued == ""
    assert document("1998-04-03", written).issued == "1998-04-03"


def test_times_out_of_range_are_clamped():
    # ext4 counts to 2446, Btrfs and tmpfs much further.
    far = SimpleNamespace(st_size=1, st_mtime_ns=2**64, st_ctime_ns=2**64, st_ino=2**64 - 1)
    state = FileState.of(far)
    assert (state.mtime_ns, state.inode) == (2**63 - 1, 2**63 - 1)
    assert state.changed_ns in {0, 2**63 - 1}
    assert FileState.of(far) == state


def test_file_versions_are_equal_until_a_property_differs():
    state = FileState(1, 2, 3, b"digest", 4)
    assert state.looks_like(FileState(1, 2, 9, b"", 4))
    assert state.looks_like(FileState(1, 2))
    for other in ((1, 2, 3, b"digest", 5), (1, 3, 3, b"digest", 4), (2, 2, 3, b"digest", 4)):
        assert not state.looks_like(FileState(*other))


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


@pytest.mark.parametrize(
    "other",
    ["f" * 5000, "f" * 16, "0" * 15, "0" * 17, "-00000000000000f", " 0000000000000ff", "٣" * 16,
     "0000_0000_0000_0", "000000000000000F", "0x00000000000001", ""],
)  # fmt: skip
def test_only_valid_ids_are_accepted(other):
    with pytest.raises(ValueError):  # noqa: PT011 (of two reasons)
        as_number(other)
