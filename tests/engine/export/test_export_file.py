"""Writing an export file."""

import errno
import os
from dataclasses import replace

import pytest

from tests.support.exports import EXPORTER
from tests.support.responses import make_hit, make_response
from twofold.engine.export.export_file import (
    TargetExistsError,
    check_target,
    name_problem,
    write_bytes,
)
from twofold.engine.model.errors import ExportError
from twofold.engine.model.export_format import ExportFormat
from twofold.engine.model.requests import ExportHits

RESPONSE = make_response(make_hit(1, title="First"), make_hit(2, title="Second"))


def test_existing_file_is_overwritten_only_on_request(tmp_path):
    target = tmp_path / "hits.csv"
    target.write_text("mine")
    request = ExportHits(ExportFormat.CSV, RESPONSE, target=target)
    with pytest.raises(ExportError, match="already exists"):
        EXPORTER.export(request)
    assert target.read_text() == "mine"
    with pytest.raises(TargetExistsError):
        check_target(target)
    exported = EXPORTER.export(replace(request, overwrite=True))
    assert target.read_bytes() == exported.data
    assert exported.replaced
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no such permissions")
def test_replaced_file_keeps_its_permissions_and_links(tmp_path):
    real, link = tmp_path / "real.md", tmp_path / "link.md"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    write_bytes(link, b"new", overwrite=True)
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert real.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("name", ["n" * 252 + ".md", "水" * 84 + ".md", "a\u202eb #1 100%.md"])
def test_file_name_of_maximum_length_is_written(tmp_path, name):
    target = tmp_path / name
    write_bytes(target, b"x", overwrite=False)
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("overwrite", [False, True])
def test_obstacles_are_reported_before_rendering(tmp_path, overwrite):
    for target, sentence in (
        (tmp_path / "none" / "hits.md", "does not exist"),
        (tmp_path / ("水" * 100), "too long"),
        (tmp_path, "is a folder"),
        (tmp_path / "..", "has no name"),
    ):
        with pytest.raises(ExportError, match=sentence):
            check_target(target, overwrite=overwrite)
    check_target(tmp_path / "hits.md", overwrite=overwrite)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such files")
def test_a_device_is_never_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(ExportError, match="not a regular file"):
        write_bytes(tmp_path / "pipe", b"x", overwrite=True)
    assert [path.is_fifo() for path in tmp_path.iterdir()] == [True]


@pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="everything is allowed to root"
)
def test_read_only_folder_is_reported_before_rendering(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(ExportError, match="not have permission"):
        check_target(tmp_path / "hits.md")
    tmp_path.chmod(0o700)


def test_invalid_file_names_are_rejected_and_reserved_ones_on_windows_only():
    for name in ("con", "NUL.md", "com1.tar.gz", "a:b", "a?", "end.", "end "):
        assert "Windows" in name_problem(name, windows=True), name
        assert name_problem(name, windows=False) == "", name
    for name in ("", " ", ".", "..", "a/b", "a\0b"):
        assert name_problem(name, windows=False), name
    assert name_problem("console.md", windows=True) == ""


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (errno.ENOSPC, "The disk is full"),
        (errno.EACCES, "not have permission"),
        (errno.EIO, "Cannot write"),
    ],
)
def test_disk_error_keeps_the_old_file_and_leaves_no_temporary_file(
    tmp_path, monkeypatch, number, sentence
):
    target = tmp_path / "hits.md"
    target.write_text("mine")

    def fail(_descriptor):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(ExportError, match=sentence):
        write_bytes(target, b"new", overwrite=True)
    assert target.read_text() == "mine"
    assert list(tmp_path.iterdir()) == [target]
