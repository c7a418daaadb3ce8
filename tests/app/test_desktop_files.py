"""Files that a package installs besides the program: completions, man page, icons."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

_ROOT = Path(__file__).resolve().parents[2]
_SCRIPT = _ROOT / "packaging" / "desktop_files.py"
_COMPLETE = """
source "$1"; shift
COMP_WORDS=(twofold "$@"); COMP_CWORD=$#; _shtab_twofold; echo "${COMPREPLY[@]}"
"""


@pytest.fixture(scope="module")
def share(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("share")
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    subprocess.run([sys.executable, str(_SCRIPT), str(folder)], check=True, env=environment)
    return folder


def test_opening_a_folder_does_not_start_the_program(share):
    entry = (share / "applications" / "twofold.desktop").read_text(encoding="utf-8")
    assert "MimeType" not in entry, "as the default for folders it would add them to the library"
    assert "\nExec=twofold %u\n" in entry


@pytest.mark.skipif(sys.platform != "linux", reason="desktop entries")
def test_every_entry_starts_the_given_program(tmp_path):
    program = "/home/me/my tools/twofold"
    command = [sys.executable, str(_SCRIPT), str(tmp_path), program]
    subprocess.run(command, check=True, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})
    lines = [
        line
        for path in tmp_path.rglob("*")
        if path.suffix in {".desktop", ".service"}
        for line in path.read_text(encoding="utf-8").splitlines()
        if line.startswith("Exec=")
    ]
    assert len(lines) == 4
    assert all(line.startswith('Exec="/home/me/my tools/twofold"') for line in lines), lines
    if checker := shutil.which("desktop-file-validate"):
        subprocess.run([checker, str(tmp_path / "applications" / "twofold.desktop")], check=True)


@pytest.mark.posix
@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (["sear"], "search"),
        (["search", "--rer"], "--rerank"),
        (["folder", "add", "res"], "resources"),
        (["search", "--mode", "lex"], "lexical"),
        (["help", "fol"], "folder"),
    ],
)
def test_the_shell_completes_commands_options_and_folders(share, typed, expected):
    script = share / "bash-completion" / "completions" / "twofold"
    command = ["bash", "-c", _COMPLETE, "bash", str(script), *typed]
    answer = subprocess.run(command, check=True, cwd=_ROOT, capture_output=True, text=True)
    assert expected in answer.stdout.split()


@pytest.mark.skipif(not shutil.which("groff"), reason="groff is not installed")
def test_groff_reads_the_man_page_without_a_warning(share):
    command = ["groff", "-man", "-Tutf8", "-ww", str(share / "man" / "man1" / "twofold.1")]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stderr == ""
    for heading in ("EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES", "SEE ALSO"):
        assert f'.SH "{heading}"' in Path(command[-1]).read_text("utf-8").replace(
            f".SH {heading}\n", f'.SH "{heading}"\n'
        )


def test_the_man_page_has_every_command(share):
    page = (share / "man" / "man1" / "twofold.1").read_text(encoding="utf-8")
    page = page.replace("\\-", "-")
    for command in ("index", "search", "check", "folder add", "collection add", "mcp", "doctor"):
        assert f"twofold {command}" in page.replace("\\fR", "").replace("\\fB", "")


def test_the_icon_exists_in_the_sizes_of_menus_and_docks(share):
    for size in (16, 32, 48, 256):
        icon = QImage(str(share / f"icons/hicolor/{size}x{size}/apps/twofold.png"))
        assert (icon.width(), icon.height()) == (size, size)
        assert icon.pixelColor(size // 4, size // 2).alpha() > 0
