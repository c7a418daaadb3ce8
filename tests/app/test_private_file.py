import errno
import os

import pytest

from app.private_file import replace_private_file


def test_a_file_is_replaced_and_only_its_owner_may_read_it(tmp_path):
    path = tmp_path / "new" / "kept.json"
    replace_private_file(path, b"one")
    replace_private_file(path, b"two")
    assert path.read_bytes() == b"two"
    assert [file.name for file in path.parent.iterdir()] == ["kept.json"]
    if os.name != "nt":
        assert path.stat().st_mode & 0o077 == 0


def test_on_a_full_disk_the_old_file_stays_and_nothing_is_left_behind(tmp_path, monkeypatch):
    path = tmp_path / "kept.json"
    replace_private_file(path, b"one")

    def full(_self, _target):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", full)
    with pytest.raises(OSError, match="No space"):
        replace_private_file(path, b"two")
    assert path.read_bytes() == b"one"
    assert [file.name for file in tmp_path.iterdir()] == ["kept.json"]


def test_a_link_stays_a_link(tmp_path):
    kept, link = tmp_path / "elsewhere" / "settings.yaml", tmp_path / "settings.yaml"
    replace_private_file(kept, b"one")
    link.symlink_to(kept)
    replace_private_file(link, b"two")
    assert link.is_symlink()
    assert kept.read_bytes() == b"two"
