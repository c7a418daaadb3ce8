"""Put the folder dist/twofold into a ZIP file that runs without installation, on Windows.

    python packaging/build_zip.py

`twofold-portable.cmd` keeps the library, models and settings in the folder `data` next to it, for
example on a USB drive.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

_ROOT = Path(__file__).resolve().parent.parent
_START = '@echo off\r\nset "TWOFOLD_HOME=%~dp0data"\r\nstart "" "%~dp0twofoldw.exe" %*\r\n'


def main() -> None:
    """Write the ZIP file into dist."""
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    folder = _ROOT / "dist" / "twofold"
    target = _ROOT / "dist" / f"twofold-{project['version']}-windows.zip"
    with ZipFile(target, "w", ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            archive.write(path, Path("twofold") / path.relative_to(folder))
        archive.writestr("twofold/twofold-portable.cmd", _START)
    print(f"The portable program: {target}")


if __name__ == "__main__":
    main()
