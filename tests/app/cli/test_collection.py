"""`twofold collection`: the collection on the command line."""

import json

LIMITS = "a%20b/limits%20%231.md#L3"


def test_passages_are_collected_annotated_moved_checked_and_exported(twofold, notes, tmp_path):
    printed = twofold("collection", "add", LIMITS, "garden.txt#L1", "--note", "for later")
    assert (printed.code, printed.out) == (0, "2 passages added to the collection.\n")
    assert twofold("collection", "move", "2", "1").code == 0
    assert twofold("collection", "note", "1", "for May").code == 0
    listed = json.loads(twofold("collection", "list", "--json").out)
    assert [(item["uri"], item["note"]) for item in listed] == [
        ("garden.txt#L1", "for May"), (LIMITS, "for later"),
    ]  # fmt: skip
    assert twofold("collection", "list", "--check").code == 0
    (notes / "a b/limits #1.md").write_text("Nothing of it.\n")
    checked = twofold("collection", "list", "--check")
    assert checked.code == 1
    assert "The passage was not found" in checked.out
    target = tmp_path / "shelf.md"
    assert twofold("collection", "export", "-o", str(target)).code == 0
    assert "for May" in target.read_text(encoding="utf-8")
    assert twofold("collection", "move", "1", "3").code == 2  # there are two
    assert twofold("collection", "move", "1", "9" * 30).code == 2
    assert twofold("collection", "move", "1", "2").code == 0
    assert twofold("collection", "move", "2", "1").code == 0
    unknown = twofold("collection", "remove", "9" * 5000)
    assert (unknown.code, len(unknown.err) < 200) == (2, True)
    assert twofold("collection", "remove", "1").code == 0
    assert "1 passage in the collection" in twofold("collection", "list").out


def test_unknown_passages_are_bad_usage(twofold, notes):
    for words in (["note", "7", "x"], ["add", "none.md#L1"], ["add", "zzzz"], ["export"], []):
        printed = twofold("collection", *words)
        assert (printed.code, printed.err.count("\n")) == (2, 1)
