"""Documents as the catalog knows them."""

import pytest

from engine.core.document import FileState, StoredDocument, day_of
from engine.core.request import TrustLevel


def document(date, mtime_ns):
    state = FileState(1, mtime_ns)
    return StoredDocument(
        1, "Notes", "/n", "a.md", "A", "md", "en", TrustLevel.PRIMARY, (), date, state, "", "1"
    )


def test_the_day_of_a_file_is_no_day_of_publication():
    written = 1_763_683_200 * 10**9
    assert day_of(written) == "2025-11-21"
    assert document("2025-11-21", written).issued == ""
    assert document("1998-04-03", written).issued == "1998-04-03"


@pytest.mark.parametrize("mtime_ns", [-(10**30), 10**30])
def test_a_time_out_of_range_is_no_day(mtime_ns):
    assert day_of(mtime_ns) == ""
