from engine.indexing.indexer import FolderSummary


def test_a_summary_says_only_what_happened():
    assert FolderSummary(read=3).in_words() == "3 files read."
    assert FolderSummary(read=1, failed=3).in_words() == "1 file read, 3 not indexed."


def test_large_numbers_are_grouped():
    summary = FolderSummary(read=0, unchanged=31_407, removed=2)
    assert summary.in_words() == "0 files read, 31,407 unchanged, 2 removed."
