"""What changed in a passage since the previous versions of its document."""

import pytest

from tests.engine.stores.catalog.test_families import ADDED, LEASE, put_all
from twofold.engine.citations.version_history import version_history, word_changes
from twofold.engine.model.document import as_id, chunk_number, document_number
from twofold.engine.model.versions import ChangeKind
from twofold.engine.stores.catalog.catalog import Catalog


@pytest.fixture
def catalog(tmp_path):
    opened = Catalog.open(tmp_path / "catalog.sqlite")
    opened.add_folder(tmp_path / "Notes")
    yield opened
    opened.close()


def history(catalog, path, other=""):
    chunk = as_id(chunk_number(document_number("Notes", path), "1", 0))
    return version_history(catalog, chunk, as_id(document_number("Notes", other)) if other else "")


def test_last_change_is_shown_word_by_word(catalog):
    put_all(catalog, ("Lease v1.md", LEASE), ("Lease v2.md", LEASE.replace("six", "three")))
    put_all(catalog, ("Lease v3.md", LEASE.replace("six", "three")))
    found = history(catalog, "Lease v3.md")
    paths = [version.path for version in found.versions]
    assert paths == ["Lease v3.md", "Lease v2.md", "Lease v1.md"]
    assert (found.unchanged_since.path, found.compared.path) == ("Lease v2.md", "Lease v1.md")
    changed = [(one.kind, one.text.strip()) for one in found.changes if one.kind != ChangeKind.SAME]
    assert changed == [(ChangeKind.REMOVED, "six"), (ChangeKind.ADDED, "three")]
    kept = (one.text for one in found.changes if one.kind is not ChangeKind.REMOVED)
    assert "".join(kept) == LEASE.replace("six", "three")


@pytest.mark.parametrize(("shown", "other"), [("v1", "v2"), ("v2", "v1")])
def test_passage_is_compared_with_the_requested_version(catalog, shown, other):
    put_all(catalog, ("Lease v1.md", LEASE), ("Lease v2.md", LEASE.replace("six", "three")))
    put_all(catalog, ("Lease v3.md", LEASE.replace("six", "nine")))
    found = history(catalog, f"Lease {shown}.md", f"Lease {other}.md")
    assert (len(found.versions), found.compared.path) == (3, f"Lease {other}.md")
    changed = [(one.kind, one.text.strip()) for one in found.changes if one.kind != ChangeKind.SAME]
    assert changed == [(ChangeKind.REMOVED, "six"), (ChangeKind.ADDED, "three")]
    same = history(catalog, "Lease v3.md", "Lease v3.md")
    assert {one.kind for one in same.changes} == {ChangeKind.SAME}


def test_oldest_version_is_compared_with_nothing(catalog):
    put_all(catalog, ("Lease v1.md", LEASE), ("Lease v2.md", LEASE + ADDED))
    found = history(catalog, "Lease v1.md")
    assert (found.compared, found.unchanged_since.path) == (None, "Lease v1.md")


def test_document_without_versions_has_no_history(catalog):
    put_all(catalog, ("Lease.md", LEASE))
    assert history(catalog, "Lease.md").versions == ()
    assert version_history(catalog, as_id(1)).versions == ()


def test_changes_of_japanese_text_are_characters():
    changes = word_changes("毎月三日に払う。", "毎月五日に払う。")
    assert [one.text for one in changes] == ["毎月", "三", "五", "日に払う。"]
