"""Documents as the catalog knows them."""

from types import SimpleNamespace

from engine.model.document import FileState, StoredDocument, day_of
from engine.model.filters import TrustLevel


def document(date, mtime_ns):
    state = FileState(1, mtime_ns)
    return StoredDocument(
        1, "Notes", "/n", "a.md", "A", "md", "en", TrustLevel.PRIMARY, (), date, state, "", "1"
    )


def test_the_day_of_a_file_is_no_day_of_publication():
    written = 1_763_683_200 * 10**9
    assert day_of(written) == "2025-11-21"
    assert day_of(10**30) == day_of(-(10**30)) == ""
    assert document("2025-11-21", written).issued == ""
    assert document("1998-04-03", written).issued == "1998-04-03"


def test_times_beyond_those_a_catalog_can_hold_are_its_last():
    # ext4 counts to 2446, Btrfs and tmpfs much further.
    far = SimpleNamespace(st_size=1, st_mtime_ns=2**64, st_ctime_ns=2**64, st_ino=2**64 - 1)
    state = FileState.of(far)
    assert (state.mtime_ns, state.inode) == (2**63 - 1, 2**63 - 1)
    assert state.changed_ns in {0, 2**63 - 1}
    assert FileState.of(far) == state


def test_a_version_looks_like_another_until_something_tells_them_apart():
    state = FileState(1, 2, 3, b"digest", 4)
    assert state.looks_like(FileState(1, 2, 9, b"", 4))
    assert state.looks_like(FileState(1, 2))
    for other in ((1, 2, 3, b"digest", 5), (1, 3, 3, b"digest", 4), (2, 2, 3, b"digest", 4)):
        assert not state.looks_like(FileState(*other))
