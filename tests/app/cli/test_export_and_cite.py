"""Exporting cited results and resolving citations on the command line."""

import csv
import io
import json
import shutil

import pytest


def test_export_overwrites_a_file_only_with_force(twofold, notes, tmp_path):
    target = tmp_path / "found.csv"
    words = ("export", "memory limit", "--mode", "lexical", "-o", str(target))
    printed = twofold(*words)
    assert (printed.code, printed.out) == (0, "")
    assert "1 passage written to" in printed.err
    row = next(csv.DictReader(io.StringIO(target.read_text(encoding="utf-8"))))
    assert row["citation"] == "a%20b/limits%20%231.md#L1-L3"
    target.write_text("mine")
    again = twofold(*words)
    assert again.code == 2
    assert "already exists. Choose another name, or overwrite it with --force." in again.err
    assert target.read_text() == "mine"
    assert twofold(*words, "--force").code == 0
    assert "memory" in target.read_text()


def test_export_says_that_more_was_found(twofold, notes, tmp_path):
    words = ("export", "type:txt,md", "-o", str(tmp_path / "found.bib"), "--force")
    assert "More passages were found" in twofold(*words, "--limit", "1").err
    assert "More passages were found" not in twofold(*words).err


def test_export_without_a_file_prints_with_filters_and_settings(twofold, notes):
    words = ("memory", "--mode", "lexical", "--path", "a b/*", "--limit", "3")
    printed = twofold("export", *words, "--format", "json")
    record = json.loads(printed.out)["export"]
    assert record["filters"] == {"path_glob": "a b/*"}
    assert record["settings"]["limit"] == 3
    style = ("--format", "markdown", "--style")
    assert "## Bibliography" in twofold("export", *words[:3], *style, "apa").out
    printed = twofold("export", *words[:3], *style, "nonsense")
    assert (printed.code, "apa" in printed.err) == (2, True)


def test_an_exported_document_cannot_control_the_terminal(twofold, notes, write_file):
    odd = "The zebra\x9b31m is\x85 red\u202e."
    write_file("Notes/odd.txt", f"{odd}\n")
    assert twofold("index", "--no-vectors").code == 0
    for form in ("json", "jsonl", "csl-json"):
        printed = twofold("export", "zebra", "--mode", "lexical", "--format", form).out
        assert not set(printed) & {"\x9b", "\x85", "\u202e"}
        values = map(json.loads, printed.splitlines() if form == "jsonl" else [printed])
        assert any(odd in json.dumps(value, ensure_ascii=False) for value in values)


def test_an_invalid_citation_is_bad_usage_and_another_quotation_has_changed(twofold, notes):
    for uri in ("garden.txt", "garden.txt#here"):
        printed = twofold("check", uri)
        assert (printed.code, printed.err.count("\n")) == (2, 1)
    printed = twofold("check", "garden.txt#L1", "--quote", "The tomatoes want wine in the morning.")
    assert (printed.code, "has changed" in printed.out) == (1, True)


def test_a_template_is_found_in_the_templates_folder(twofold, notes, home):
    (home / "templates").mkdir()
    (home / "templates" / "slip.txt").write_text("{{ passages|length }} on {{ heading }}")
    printed = twofold("export", "memory", "--mode", "lexical", "--template", "slip")
    assert printed.out == "1 on Passages found for “memory”\n"


def test_check_prints_the_passage_and_exits_with_1_if_it_is_gone(twofold, notes):
    uri = "a%20b/limits%20%231.md#L3"
    printed = twofold("check", uri)
    assert printed.code == 0
    assert "The passage is still at line 3 of Notes/a b/limits #1.md" in printed.out
    assert printed.out.endswith("A pod may use no more memory than its limit.\n")
    path = notes / "a b" / "limits #1.md"
    path.write_text("new\n\n" + path.read_text())
    moved = json.loads(twofold("check", uri, "--json").out)
    assert (moved["state"], moved["now"]) == ("moved", "L5")
    assert moved["uri_now"] == "a%20b/limits%20%231.md#L5"
    path.write_text("Nothing of it.\n")
    gone = twofold("check", uri)
    assert gone.code == 1
    assert "The passage was not found" in gone.out


def test_check_asks_which_folder_is_meant(twofold, notes, tmp_path, write_file):
    write_file("Other/garden.txt", "Other tomatoes.\n")
    assert twofold("folder", "add", str(tmp_path / "Other"), "--no-vectors").code == 0
    printed = twofold("check", "garden.txt#L1")
    assert printed.code == 2
    assert "'Notes/garden.txt', 'Other/garden.txt'" in printed.err
    assert "Other tomatoes." in twofold("check", "Other/garden.txt#L1").out


@pytest.mark.posix
def test_a_program_that_does_not_open_the_file_is_reported(twofold, notes, write_file, monkeypatch):
    write_file("Notes/kettle.txt", "The budget of the kettle.\n")
    assert twofold("index", "--no-vectors").code == 0
    monkeypatch.setattr("twofold.app.cli.check._opener", lambda: shutil.which("false"))
    printed = twofold("check", "kettle.txt#L1", "--open")
    assert "'kettle.txt' could not be opened. There may be no program" in printed.err
    monkeypatch.setattr("twofold.app.cli.check._opener", lambda: shutil.which("true"))
    assert twofold("check", "kettle.txt#L1", "--open").err == ""


def test_a_file_with_an_unknown_extension_is_not_opened(twofold, notes, write_file):
    write_file("Notes/budget.unheardof", "The budget of the kettle.\n")
    assert twofold("index", "--no-vectors").code == 0
    printed = twofold("check", "budget.unheardof#L1", "--open")
    assert "was not opened" in printed.err
    assert str(notes) in printed.err


@pytest.mark.parametrize("form", ["markdown", "html", "bibtex", "ris", "csl-json", "csv"])
def test_a_file_found_by_name_is_exported_with_the_reason_and_quotes_nothing(
    twofold, notes, write_file, form
):
    write_file("Notes/Floorplan.txt", "")
    twofold("index", "--no-vectors")
    exported = twofold("export", "Floorplan", "--format", form).out
    assert "found by name only" in exported or form == "csv"
    assert "The file is empty." in exported
    for quotes in ("\u201c\u201d", "<blockquote", "line 1", "\n>\n"):
        assert quotes not in exported
    listed = twofold("search", "Floorplan").out
    assert "Floorplan.txt  (found by name only)" in listed


@pytest.mark.parametrize("state", ["name-only", "name_only", "Name only"])
def test_coverage_lists_a_state_under_each_of_its_spellings(twofold, notes, write_file, state):
    write_file("Notes/Floorplan.txt", "")
    twofold("index", "--no-vectors")
    assert "Floorplan.txt" in twofold("status", "--coverage", "--list", state).out
