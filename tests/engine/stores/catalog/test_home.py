"""Recent documents and changed files for the start page."""

from pathlib import Path

import pytest

from tests.engine.stores.library import put
from twofold.engine.model.document import document_number
from twofold.engine.model.home import FolderNews
from twofold.engine.stores.catalog import home as home_module

LONG_AGO, YESTERDAY = "2026-01-01T08:00:00+00:00", "2026-11-27T09:00:00+00:00"


@pytest.fixture
def clock(monkeypatch):
    def set_to(time):
        monkeypatch.setattr(home_module, "date_time_now", lambda: time)

    return set_to


def test_changes_since_the_last_visit_are_counted_by_folder(catalog, clock):
    catalog.add_folder(Path("/home/ada/Work"))
    clock(LONG_AGO)
    with catalog.change() as change:
        put(change, "a.md", ["one"])
        put(change, "b.md", ["two"])
    clock(YESTERDAY)
    with catalog.change() as change:
        put(change, "a.md", ["three", "four"])
        put(change, "c.md", ["five"])
        put(change, "d.md", ["six"], folder="Work")
    with catalog.change() as change:
        change.delete_file("Notes", "b.md")
        change.delete_file("Notes", "was never indexed.md")
    assert catalog.home("2026-11-27", 5).folders == (
        FolderNews("Notes", added=1, changed=1, removed=1),
        FolderNews("Work", added=1, changed=0, removed=0),
    )
    assert catalog.home("2026-11-28", 5).folders == ()
    assert catalog.home("", 5).folders == ()
    catalog.remove_folder("Notes")
    assert [news.folder for news in catalog.home(LONG_AGO, 5).folders] == ["Work"]


def test_recent_documents_are_listed_newest_first(catalog):
    with catalog.change() as change:
        for day, path in enumerate(("old.md", "mid.md", "new.md"), start=1):
            put(change, path, ["text"], mtime_ns=day * 86_400_000_000_000)
    catalog.vectors.note_opened(document_number("Notes", "new.md"))
    catalog.vectors.note_opened(document_number("Notes", "old.md"))
    home = catalog.home("", 2)
    assert [one.path for one in home.changed] == ["new.md", "mid.md"]
    assert [(one.path, one.day) for one in home.opened] == [
        ("old.md", "1970-01-02"),
        ("new.md", "1970-01-04"),
    ]
