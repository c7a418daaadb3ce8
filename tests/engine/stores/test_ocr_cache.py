"""Recognised pages are cached by content."""

import pytest

from twofold.engine.model.document import OcrLine
from twofold.engine.model.errors import CatalogError
from twofold.engine.stores import ocr_cache
from twofold.engine.stores.ocr_cache import OcrCache

DIGEST, OTHER = b"d" * 16, b"o" * 16
LINES = (OcrLine("Grüße 图书", (1.5, 2.0, 30.0, 4.0)),)


def test_cached_page_is_found_by_content_after_a_restart(tmp_path):
    path = tmp_path / "recognised.sqlite"
    OcrCache(path, "one").put_page(DIGEST, 3, LINES)
    assert OcrCache(path, "one").pages(DIGEST) == {3: LINES}
    assert OcrCache(path, "one").pages(OTHER) == {}


def test_pages_without_text_are_retried_with_another_engine(tmp_path):
    path = tmp_path / "recognised.sqlite"
    one, two = OcrCache(path, "one"), OcrCache(path, "two")
    one.put_page(DIGEST, 1, LINES)
    one.put_page(DIGEST, 2, ())
    one.note_document(b"zip", "a.pdf", DIGEST)
    assert (two.pages(DIGEST), two.files_to_retry()) == ({1: LINES}, (b"zip",))
    assert one.files_to_retry() == ()


def test_pages_of_deleted_documents_are_removed(tmp_path):
    texts = OcrCache(tmp_path / "recognised.sqlite", "one")
    texts.put_page(DIGEST, 1, LINES)
    texts.put_page(OTHER, 1, LINES)
    texts.put_page(OTHER, 2, ())
    texts.note_document(b"zip", "a/\ud800.pdf", DIGEST)
    texts.note_document(OTHER, "", OTHER)
    texts.forget_others(lambda files: {b"zip"})
    assert texts.of_document(b"zip", "a/\ud800.pdf").pages == {1: LINES}
    assert texts.of_document(OTHER) is None
    assert texts.pages(OTHER) == {2: ()}


def test_damaged_cache_file_is_replaced(tmp_path):
    path = tmp_path / "recognised.sqlite"
    path.write_bytes(b"no database at all" * 300)
    assert OcrCache(path, "one", read_only=True).of_document(DIGEST) is None
    texts = OcrCache(path, "one")
    texts.put_page(DIGEST, 1, LINES)
    assert texts.pages(DIGEST) == {1: LINES}


def test_full_disk_error_names_the_disk_and_does_not_advise_deleting_the_file(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(ocr_cache, "_TABLES", f"PRAGMA max_page_count = 1;{ocr_cache._TABLES}")
    with pytest.raises(CatalogError, match=r"^The disk is full\.") as failure:
        OcrCache(tmp_path / "recognised.sqlite", "one")
    assert "deleted" not in failure.value.hint


def test_folder_in_place_of_the_cache_file_is_a_permission_error(tmp_path):
    (tmp_path / "recognised.sqlite").mkdir()
    with pytest.raises(CatalogError, match="cannot be read or written") as failure:
        OcrCache(tmp_path / "recognised.sqlite", "one")
    assert failure.value.hint == "Check the folder and its permissions."
