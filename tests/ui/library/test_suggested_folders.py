"""Folders of other programs are found by the settings of these programs, and offered once."""

import json
import threading
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest
from shiboken6 import delete

from tests.fakes.library_samples import sample_status
from tests.fakes.window_parts import MemoryState
from tests.support.patience import PATIENCE
from twofold.engine.api import LibraryStatus
from twofold.ui import background_calls
from twofold.ui.library.folder_offer import FolderOffer
from twofold.ui.library.suggested_folders import Computer, SuggestedFolder, suggested_folders


def write(path: Path, text: str = "x") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def found(home, platform="linux", **environment):
    return [(one.program, one.path) for one in suggested_folders(
        Computer(home, platform, environment))]  # fmt: skip


@pytest.mark.parametrize(
    ("platform", "zotero", "obsidian"),
    [
        ("linux", ".zotero/zotero", ".config/obsidian"),
        ("linux", ".var/app/org.zotero.Zotero/.zotero/zotero",
         ".var/app/md.obsidian.Obsidian/config/obsidian"),
        ("win32", "AppData/Roaming/Zotero/Zotero/Profiles", "AppData/Roaming/obsidian"),
        ("darwin", "Library/Application Support/Zotero/Profiles",
         "Library/Application Support/obsidian"),
    ],
)  # fmt: skip
def test_folders_are_found_on_each_system(tmp_path, platform, zotero, obsidian):
    data, vault = tmp_path / 'My "data"', tmp_path / "vault"
    write(data / "zotero.sqlite")
    (vault / ".obsidian").mkdir(parents=True)
    write(
        tmp_path / zotero / "a1.default" / "prefs.js",
        'user_pref("extensions.zotero.useDataDir", true);\n'
        f'user_pref("extensions.zotero.dataDir", {json.dumps(str(data))});\n',
    )
    vaults = {"1": {"path": str(vault)}, "2": {"path": str(tmp_path / "gone")}, "3": 7}
    write(tmp_path / obsidian / "obsidian.json", json.dumps({"vaults": vaults}))
    assert found(tmp_path, platform) == [("Zotero", data), ("Obsidian", vault)]


def test_usual_folder_graphs_calendars_and_contacts_are_found(tmp_path):
    write(tmp_path / "Zotero" / "zotero.sqlite")
    graph = tmp_path / "my graph"
    write(graph / "logseq" / "config.edn")
    write(tmp_path / ".logseq" / "graphs" / f"logseq_local_{graph}.transit".replace("/", "++"))
    write(tmp_path / ".calendars" / "home" / "1.ics")
    write(tmp_path / ".contacts" / "1.vcf")
    assert found(tmp_path) == [
        ("Zotero", tmp_path / "Zotero"),
        ("Logseq", graph),
        ("Calendar", tmp_path / ".calendars"),
        ("Contacts", tmp_path / ".contacts"),
    ]


def test_damaged_settings_are_skipped(tmp_path):
    for text in ("[" * 100_000, '{"vaults": {"1": {"path": "relative"}}}', '{"vaults": []}', "\0"):
        write(tmp_path / ".config" / "obsidian" / "obsidian.json", text)
        write(tmp_path / ".zotero" / "zotero" / "a" / "prefs.js", text)
        assert found(tmp_path) == []


class Offers:
    """A window's offer of folders, and what it shows."""

    def __init__(self, qtbot, suggested, remembered):
        self.shown, self.added = [], []
        self.offer = FolderOffer(lambda: suggested, remembered, None)
        self.offer.replaced.connect(lambda _before, message: self.shown.append(message))
        self.offer.folders_chosen.connect(self.added.extend)
        with qtbot.waitSignal(self.offer.found):
            pass


@pytest.fixture
def status():
    return sample_status()


SUGGESTED = [
    SuggestedFolder("Zotero", Path("/data/Zotero")),
    SuggestedFolder("Obsidian", Path("/v")),
]


def test_each_folder_is_offered_once(qtbot, status):
    remembered = MemoryState()
    first = Offers(qtbot, SUGGESTED, remembered)
    first.offer.show_status(status)
    first.offer.show_status(status)
    (message,) = first.shown
    assert "Zotero" in message.text
    message.other_act()
    assert (first.shown[-1].text, first.added) == ("", [])

    second = Offers(qtbot, SUGGESTED, remembered)
    second.offer.show_status(status)
    (message,) = second.shown
    assert "Obsidian" in message.text
    message.act()
    assert second.added == [Path("/v")]

    third = Offers(qtbot, SUGGESTED, remembered)
    third.offer.show_status(status)
    assert third.shown == []


def test_calendars_are_not_offered_as_a_program(qtbot, status):
    offers = Offers(qtbot, [SuggestedFolder("Calendar", Path("/home/.calendars"))], MemoryState())
    offers.offer.show_status(status)
    (message,) = offers.shown
    assert message.text.startswith("Search your calendars in ")


def test_folder_of_the_library_is_not_offered(qtbot, status):
    inside = replace(status.folders[0], root="/data")
    offers = Offers(qtbot, SUGGESTED[:1], MemoryState())
    offers.offer.show_status(replace(status, folders=(inside,)))
    assert offers.shown == []
    offers.offer.show_status(LibraryStatus())
    assert offers.shown == []


def test_offer_ends_when_its_folder_is_added(qtbot, status):
    offers = Offers(qtbot, SUGGESTED[:1], MemoryState())
    offers.offer.show_status(status)
    added = replace(status.folders[0], root="/data/Zotero")
    offers.offer.show_status(replace(status, folders=(*status.folders, added)))
    assert [bool(message.text) for message in offers.shown] == [True, False]


def test_folders_of_the_welcome_page_are_not_offered_again(qtbot, status):
    remembered = MemoryState()
    first = Offers(qtbot, SUGGESTED, remembered)
    first.offer.end()
    first.offer.show_status(status)
    second = Offers(qtbot, SUGGESTED, remembered)
    second.offer.show_status(status)
    assert (first.shown, second.shown) == ([], [])


def test_window_closes_although_a_drive_does_not_respond(qtbot, monkeypatch):
    monkeypatch.setattr(background_calls, "_SECONDS_TO_END", 0.01)
    answers, ended = Event(), []

    def find():
        answers.wait(PATIENCE)
        ended.append(threading.current_thread())
        return SUGGESTED

    offer = FolderOffer(find, MemoryState(), None)
    delete(offer)
    assert ended == []
    answers.set()
    qtbot.waitUntil(lambda: bool(ended))
    ended[0].join()
