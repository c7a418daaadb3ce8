"""Every error message about a disk problem names the disk first."""

import errno
import os
import sqlite3
from contextlib import closing

import pytest

from twofold.engine.model.disk_errors import disk_error, disk_first


def os_error(name):
    number = getattr(errno, name)
    return OSError(number, os.strerror(number))


@pytest.mark.parametrize(
    ("error", "problem"),
    [
        (os_error("ENOSPC"), "The disk is full."),
        (os_error("EDQUOT"), "Your disk quota is used up."),
        (os_error("EROFS"), "The disk is read-only."),
        (os_error("EIO"), "The disk reports an error."),
        (ValueError("'No space left on device (os error 28)'"), "The disk is full."),
        (ValueError("'Read-only file system (os error 30)'"), "The disk is read-only."),
        (ValueError("killed.. (io::Error most likely)"), "The disk is full or failing."),
    ],
)
@pytest.mark.posix
def test_disk_is_named_first_with_advice(error, problem):
    reported, hint = disk_first(error, "It cannot be written.", "Delete the file.")
    assert reported == f"{problem} It cannot be written."
    assert "elete" not in hint


@pytest.mark.parametrize(
    "error",
    [os_error("EACCES"), ValueError("(os error 282)"), ValueError("full"), OSError("no number")],
)
def test_other_errors_are_unchanged(error):
    assert disk_error(error) is None
    assert disk_first(error, "It fails.", "Try again.") == ("It fails.", "Try again.")


def test_full_and_damaged_databases_are_distinguished(tmp_path):
    with closing(sqlite3.connect(tmp_path / "full.sqlite")) as connection:
        connection.execute("PRAGMA max_page_count = 1")
        with pytest.raises(sqlite3.Error) as full:
            connection.execute("CREATE TABLE one (column)")
    assert disk_error(full.value).problem == "The disk is full."
    (tmp_path / "damaged.sqlite").write_bytes(b"no database" * 100)
    with (
        closing(sqlite3.connect(tmp_path / "damaged.sqlite")) as connection,
        pytest.raises(sqlite3.Error) as damaged,
    ):
        connection.execute("SELECT * FROM sqlite_master")
    assert disk_error(damaged.value) is None
