"""A release is made only from a tag that is the version, with a dated entry in the changelog."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.posix

_SCRIPT = Path(__file__).resolve().parents[2] / "scripts" / "release_notes.sh"
_CHANGELOG = (
    "# Changelog\n\n## 1.2.3 (2026-12-01)\n\n* Faster.\n\n## 1.2.2 (2026-11-01)\n\n* First.\n"
)


@pytest.fixture
def notes(tmp_path):
    (tmp_path / "scripts").mkdir()
    script = shutil.copy(_SCRIPT, tmp_path / "scripts")
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n', encoding="utf-8")

    def run(tag, changelog=_CHANGELOG):
        (tmp_path / "CHANGELOG.md").write_text(changelog, encoding="utf-8")
        return subprocess.run(["bash", script, tag], check=False, capture_output=True, text=True)

    return run


def test_notes_are_the_entry_of_the_version(notes):
    done = notes("v1.2.3")
    assert (done.returncode, done.stdout.strip()) == (0, "* Faster.")


def test_tag_of_another_version_is_rejected(notes):
    done = notes("v1.2.4")
    assert (done.returncode, done.stdout) == (1, "")
    assert "is not the version 1.2.3" in done.stderr


def test_version_without_a_date_is_rejected(notes):
    done = notes("v1.2.3", _CHANGELOG.replace("2026-12-01", "not released yet"))
    assert done.returncode == 1
    assert "CHANGELOG.md" in done.stderr
