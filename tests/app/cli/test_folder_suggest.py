"""Folders of other programs are suggested, even before there is a library."""

import json

from twofold.ui.library import suggested_folders
from twofold.ui.library.suggested_folders import Computer


def test_folders_of_other_programs_are_listed_until_they_are_added(twofold, tmp_path, monkeypatch):
    computer = Computer(tmp_path, "linux", {})
    monkeypatch.setattr(suggested_folders, "this_computer", lambda: computer)
    printed = twofold("folder", "suggest")
    assert (printed.code, printed.out) == (0, "")
    assert "no other folder of Zotero" in printed.err

    contacts = tmp_path / ".contacts"
    contacts.mkdir()
    (contacts / "ada.vcf").write_text("BEGIN:VCARD\nFN:Ada Holm\nEND:VCARD\n")
    printed = twofold("folder", "suggest", "--json")
    assert json.loads(printed.out) == [{"program": "Contacts", "path": str(contacts)}]

    assert twofold("folder", "add", str(contacts), "--no-vectors").code == 0
    assert twofold("folder", "suggest").out == ""
    assert "Ada Holm" in twofold("search", "holm", "--mode", "lexical").out
