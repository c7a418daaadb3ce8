"""Bring resources/translations up to date with the code, and compile it (make translations).

Qt's lupdate collects what stands in calls of `tr("...")` and `message("...")`. What has been
translated stays; what is not said any more goes. Each `twofold_*.ts` is a language: a new one
begins with `<TS version="2.1" language="es_ES"/>`. That of English holds plural forms alone.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"


def collect(folder: Path) -> None:
    """Bring the .ts files of a folder up to date with the code."""
    for file in sorted(folder.glob("twofold_*.ts")):
        plural = ["-pluralonly"] if file.stem == "twofold_en" else []
        _run(
            "lupdate", "-tr-function-alias", "tr+=message", "-extensions", "py",
            "app", "engine", "ui", "-locations", "none", "-no-obsolete", *plural, "-ts", str(file),
        )  # fmt: skip


def compile_all(folder: Path) -> None:
    """Write the .qm file of each .ts file of a folder."""
    for file in sorted(folder.glob("twofold_*.ts")):
        target = str(file.with_suffix(".qm"))
        _run("lrelease", "-silent", "-nounfinished", str(file), "-qm", target)


def _run(tool: str, *arguments: str) -> None:
    program = Path(sys.executable).with_name(f"pyside6-{tool}")
    subprocess.run([program, *arguments], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    collect(FOLDER)
    compile_all(FOLDER)
