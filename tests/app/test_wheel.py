"""The wheel contains everything that the program needs without the source folder."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

_ROOT = Path(__file__).resolve().parents[2]
_FOLDERS = ("app", "engine", "ui", "resources", "public")
_METADATA = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "requirements", "scripts")
_BUILD = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"


@pytest.mark.slow
def test_a_wheel_contains_every_module_and_resource_in_one_package(tmp_path: Path):
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
