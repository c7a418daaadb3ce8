"""Links to Zotero, Obsidian and Logseq are made only from checked and encoded parts."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QDesktopServices

from tests.support.responses import make_hit
from twofold.engine.api import Citation, Locator, LocatorKind
from twofold.ui.opening import opener as opener_module
from twofold.ui.opening.app_links import app_link, entry_link
from twofold.ui.opening.opener import DocumentOpener

ITEM = "zotero://select/library/items/ABCD2345"
PAGE_3 = Locator(LocatorKind.PAGE, 3, 3)


def hit_of(path, *, place=PAGE_3, **changes):
    return make_hit(
        doc_path=path, absolute_path=f"/home/ada/{path}", citation=Citation(path, place, ""),
        **changes,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("zotero.sqlite/items/ABCD2345", ITEM),
        ("a/zotero.sqlite/annotations/FILE2345", "zotero://open-pdf/library/items/FILE2345?page=3"),
        ("zotero.sqlite/groups/7/items/ABCD2345", "zotero://select/groups/7/items/ABCD2345"),
        ("zotero.sqlite/items/abcd", None),
        ("a.zip/zotero.sqlite.txt", None),
    ],
)
def test_entry_of_zotero_has_a_link(path, expected):
    link = entry_link(path, PAGE_3)
    assert (link and link.url) == expected


def test_stored_file_opens_at_its_page():
    paper = hit_of("storage/FILE2345/paper.pdf", entry_url=ITEM)
    assert app_link(paper).url == "zotero://open-pdf/library/items/FILE2345?page=3"
    note = replace(paper, doc_path="elsewhere/paper.pdf")
    assert app_link(note).url == ITEM
    shared = replace(paper, library="milvus://server")
    assert app_link(shared) is None


@pytest.mark.parametrize(
    "address",
    ["zotero://select/library/items/../x", f"{ITEM}?a=1", f"{ITEM}\n", "file:///etc/passwd", ""],
)
def test_other_addresses_are_never_opened(address):
    assert app_link(hit_of("paper.pdf", entry_url=address)) is None


def test_note_of_a_vault_opens_in_its_program(tmp_path):
    vault = tmp_path / "My & vault"
    (vault / ".obsidian").mkdir(parents=True)
    note = vault / "Area" / "Plan?.md"
    note.parent.mkdir()
    note.touch()
    hit = make_hit(
        doc_path="Area/Plan?.md", absolute_path=str(note), file_type="md", heading_path=("A & B",)
    )
    assert app_link(hit).url == (
        "obsidian://open?vault=My%20%26%20vault&file=Area%2FPlan%3F.md%23A%20%26%20B"
    )
    assert app_link(replace(hit, file_type="pdf")) is None

    graph = tmp_path / "graph"
    (graph / "logseq").mkdir(parents=True)
    (graph / "logseq" / "config.edn").touch()
    page = graph / "pages" / "area___health.md"
    hit = make_hit(doc_path="pages/area___health.md", absolute_path=str(page), file_type="md")
    assert app_link(hit).url == "logseq://graph/graph?page=area%2Fhealth"
    assert app_link(replace(hit, absolute_path="/nowhere/pages/area___health.md")) is None


@pytest.fixture
def opened(monkeypatch):
    monkeypatch.setattr(opener_module, "system_opener", lambda: None)
    urls = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: urls.append(url.toString()) or True
    )
    return urls


def test_entry_is_opened_in_zotero_and_never_as_a_database(qtbot, opened):
    opener = DocumentOpener()
    with qtbot.waitSignal(opener.accepted):
        opener.open_hit(hit_of("zotero.sqlite/items/ABCD2345"), None)
    assert opened == [ITEM]
    opener.finish()


def test_menu_of_a_hit_opens_it_in_its_program(qtbot, found, opened):
    hit = hit_of("storage/FILE2345/paper.pdf", entry_url=ITEM)
    menu = found.window.search.commands.open_menu(hit, QPoint(10, 10))
    qtbot.waitUntil(lambda: menu.actions()[1].text() == "Open in Zotero")
    menu.actions()[1].trigger()
    assert opened == ["zotero://open-pdf/library/items/FILE2345?page=3"]
    menu.close()
