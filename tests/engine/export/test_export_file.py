"""Writing an export file."""

import errno
import os

import pytest

from engine.core.errors import ExportError
from engine.core.export_request import ExportFormat, ExportHits
from engine.export.export_file import write_bytes
from engine.export.formats import RENDERERS
from tests.support.exports import EXPORTER
from tests.support.responses import make_hit, make_response

RESPONSE = make_response(make_hit(1, title="First"), make_hit(2, title="Second"))


def test_every_format_can_be_rendered():
    for export_format in ExportFormat:
        exported = EXPORTER.export(ExportHits(export_format, RESPONSE))
        assert "Second" in exported.text
        assert exported.data
    assert set(RENDERERS) == set(ExportFormat)


def test_only_the_chosen_hits_are_exported_in_the_order_of_the_answer():
    chosen = (RESPONSE.hits[1].chunk_id,)
    text = EXPORTER.export(ExportHits(ExportFormat.MARKDOWN, RESPONSE, chosen)).text
    assert "Second" in text
    assert "First" not in text


def test_the_file_holds_the_text_and_nothing_is_left_beside_it(tmp_path):
    target = tmp_path / "hits.md"
    text = EXPORTER.export(ExportHits(ExportFormat.MARKDOWN, RESPONSE, target=target)).text
    assert target.read_text(encoding="utf-8") == text
    assert list(tmp_path.iterdir()) == [target]


def test_an_existing_file_is_left_alone_unless_overwriting_is_asked_for(tmp_path):
    target = tmp_path / "hits.csv"
    target.write_text("mine")
    request = ExportHits(ExportFormat.CSV, RESPONSE, target=target)
    with pytest.raises(ExportError, match="already exists"):
        EXPORTER.export(request)
    assert target.read_text() == "mine"
    exported = EXPORTER.export(
        ExportHits(ExportFormat.CSV, RESPONSE, target=target, overwrite=True)
    )
    assert target.read_bytes() == exported.data


def test_overwriting_through_a_link_keeps_the_link(tmp_path):
    real, link = tmp_path / "real.md", tmp_path / "link.md"
    real.write_text("old")
    link.symlink_to(real)
    write_bytes(link, b"new", overwrite=True)
    assert link.is_symlink()
    assert real.read_text() == "new"


def test_a_missing_folder_and_a_folder_as_target_are_said(tmp_path):
    with pytest.raises(ExportError, match="no folder"):
        write_bytes(tmp_path / "none" / "hits.md", b"x", overwrite=False)
    with pytest.raises(ExportError, match="is a folder"):
        write_bytes(tmp_path, b"x", overwrite=True)


@pytest.mark.parametrize("name", ["n" * 252 + ".md", "水" * 84 + ".md", "a\u202eb #1 100%.md"])
def test_a_name_as_long_as_names_can_be_is_written(tmp_path, name):
    target = tmp_path / name
    write_bytes(target, b"x", overwrite=False)
    assert list(tmp_path.iterdir()) == [target]


def test_a_name_that_cannot_be_is_said(tmp_path):
    with pytest.raises(ExportError, match="cannot be written"):
        write_bytes(tmp_path / ("n" * 300), b"x", overwrite=True)


@pytest.mark.parametrize(
    ("number", "sentence"),
    [(errno.ENOSPC, "no room left"), (errno.EACCES, "may not write"), (errno.EIO, "cannot be")],
)
def test_a_failing_disk_leaves_the_old_file_and_no_rest(tmp_path, monkeypatch, number, sentence):
    target = tmp_path / "hits.md"
    target.write_text("mine")

    def fail(_descriptor):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(ExportError, match=sentence):
        write_bytes(target, b"new", overwrite=True)
    assert target.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [target]
