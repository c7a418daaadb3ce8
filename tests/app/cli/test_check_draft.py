"""`twofold check` with a draft."""

import json


def test_draft_is_checked_line_by_line_and_fails_with_a_changed_quotation(twofold, notes, tmp_path):
    draft = tmp_path / "draft.md"
    draft.write_text(
        "# Draft\n\nThey say “A pod may use no more memory than its limit.”\n\n"
        "Also: “a pod may use no less memory than its limit”, and that “nobody has ever seen the"
        " other side of it”.\n",
        encoding="utf-8",
    )
    printed = twofold("check", str(draft))
    exact, changed, missing, counts = printed.out.splitlines()
    assert printed.code == 1
    assert exact.startswith("exact    line 3:")
    assert "Notes/a b/limits #1.md, line 3 <a%20b/limits%20%231.md#L3>" in exact
    assert "[-more-]{+less+}" in changed
    assert missing.startswith("missing  line 5: “nobody has")
    assert counts == "3 quotations: 1 exact, 1 changed, 1 missing"
    only = json.loads(twofold("check", str(draft), "--only", "missing", "--json").out)
    assert [one["state"] for one in only["quotations"]] == ["missing"]


def test_draft_with_exact_quotations_only_succeeds(twofold, notes, tmp_path):
    draft = tmp_path / "draft.txt"
    draft.write_text('"The tomatoes want water in the morning."', encoding="utf-8")
    assert twofold("check", str(draft)).code == 0


def test_file_that_does_not_exist_is_a_usage_error(twofold, notes):
    printed = twofold("check", "no such draft.md")
    assert printed.code == 2
    assert "There is no file 'no such draft.md'." in printed.err
