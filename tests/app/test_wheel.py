"""The wheel contains everything that the program needs without the source folder."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from email import message_from_bytes
from pathlib import Path
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

_ROOT = Path(__file__).resolve().parents[2]
_FOLDERS = ("app", "engine", "ui", "resources", "public")
_METADATA = (
    "pyproject.toml", "setup.py", "README.md", "LICENSE", "THIRD_PARTY.md", "requirements",
    "scripts", "packaging",
)  # fmt: skip
_BUILD = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"


@pytest.mark.slow
def test_a_wheel_contains_everything_in_one_package_and_declares_lowest_versions(tmp_path: Path):
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir()
    for name in (*_FOLDERS, *_METADATA):
        if (_ROOT / name).is_dir():
            compiled = shutil.ignore_patterns("__pycache__", "*.qm")
            shutil.copytree(_ROOT / name, source / name, ignore=compiled)
        else:
            shutil.copy2(_ROOT / name, source / name)

    subprocess.run(
        [sys.executable, "-c", _BUILD, str(target)], cwd=source, check=True, capture_output=True
    )

    (wheel,) = target.glob("*.whl")
    files = {
        f"twofold/{path.relative_to(source).as_posix().removeprefix('public/')}"
        for name in _FOLDERS
        for path in (source / name).rglob("*")
        if path.is_file()
    }
    translations = {name.replace(".ts", ".qm") for name in files if name.endswith(".ts")}
    with ZipFile(wheel) as archive:
        names = set(archive.namelist())
        assert files | translations <= names
        top = {name.partition("/")[0] for name in names}
        assert {name for name in top if not name.endswith(".dist-info")} == {"twofold"}
        (metadata,) = (archive.read(name) for name in names if name.endswith(".dist-info/METADATA"))
    described = message_from_bytes(metadata)
    needed = [Requirement(line) for line in described.get_all("Requires-Dist")]
    unbounded = {one.name for one in needed if not re.search("[>=]=", str(one.specifier))}
    assert unbounded == {"twofold"}, "the extra of all extras"
    (mcp,) = (one for one in needed if one.name == "mcp")
    assert "1.30" not in mcp.specifier, "it has no mcp.server.MCPServer"
    assert "](docs/" not in described.get_payload(), "an index has no such pages"
