"""`twofold collection`: the collection on the command line."""

import json

LIMITS = "a%20b/limits%20%231.md#L3"


def test_passages_are_collected_annotated_moved_checked_and_exported(twofold, notes, tmp_path):
    printed = twofold("collection", "add", LIMITS, "garden.txt#L1", "--note", "for later")
    assert (printed.code, printed.out) == (0, "2 passages added to the collection.\n")
    assert twofold("collection", "move", "2", "1").code == 0
    assert twofold("collection", "note", "1", "for May").code == 0
    listed = json.loads(twofold("collection", "show", "--json").out)
    assert [(item["uri"], item["note"]) for item in listed] == [
        ("garden.txt#L1", "for May"), (LIMITS, "for later"),
    ]  # fmt: skip
    assert twofold("collection", "check").code == 0
    (notes / "a b/limits #1.md").write_text("Nothing of it.\n")
    checked = twofold("collection", "check")
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
    assert "1 passage in the collection" in twofold("collection", "show").out


def test_unknown_passages_are_bad_usage(twofold, notes):
    for words in (["note", "7", "x"], ["add", "none.md#L1"], ["add", "zzzz"], ["export"], []):
        printed = twofold("collection", *words)
        assert (printed.code, printed.err.count("\n")) == (2, 1)


def test_collections_are_created_filled_renamed_and_deleted_by_name(twofold, notes, tmp_path):
    assert twofold("collection", "create", "Lease").out == "The collection 'Lease' was created.\n"
    taken = twofold("collection", "create", "lease")
    assert (taken.code, "already a collection" in taken.err) == (2, True)
    for name in ("", "Lease"):
        assert twofold("collection", "add", LIMITS, "--collection", name, "--note", "a").code == 0
    misspelt = twofold("collection", "show", "--collection", "Leese")
    assert misspelt.code == 2
    assert "There is no collection 'Leese'. Did you mean 'Lease'?" in misspelt.err
    assert twofold("collection", "add", "garden.txt#L1", "--collection", "Lease").code == 0
    moved = twofold("collection", "move", "2", "--collection", "Lease", "--to", "")
    assert moved.out == "The passage was moved to the default collection.\n"
    assert twofold("collection", "move", "1").code == 2
    listed = json.loads(twofold("collection", "list", "--json").out)
    assert [(one["name"], one["passages"], one["notes"]) for one in listed] == [
        ("", 2, 1), ("Lease", 1, 1),
    ]  # fmt: skip
    assert twofold("collection", "rename", "Lease", "Lease 2026").code == 0
    target = tmp_path / "lease.md"
    exported = twofold("collection", "export", "--collection", "Lease 2026", "-o", str(target))
    assert (exported.code, target.is_file()) == (0, True)
    refused = twofold("collection", "delete", "Lease 2026")
    assert (refused.code, "1 passage and 1 note" in refused.err) == (2, True)
    assert twofold("collection", "delete", "Lease 2026", "--force").code == 0
    assert "Lease" not in twofold("collection", "list").out
