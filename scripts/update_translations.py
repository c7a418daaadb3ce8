"""Update resources/translations from the code, and compile the translations (make translations).

Qt's lupdate collects the texts in calls of `tr("...")` and `message("...")`. Translations are kept,
and texts that are no longer in the code are removed. There is one file `twofold_*.ts` per language;
a new file starts as `<TS version="2.1" language="es_ES"/>`. The English file contains only plural
forms.

`--compile` only compiles changed files. `--check` exits with status 1 if a text has no translation;
a release needs all of them.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"


def collect(folder: Path) -> None:
    """Update the .ts files of a folder from the texts in the code."""
    for file in sorted(folder.glob("twofold_*.ts")):
        plural = ["-pluralonly"] if file.stem == "twofold_en" else []
        _run(
            "lupdate", "-tr-function-alias", "tr+=message", "-extensions", "py",
            "app", "engine", "ui", "-locations", "none", "-no-obsolete", *plural, "-ts", str(file),
        )  # fmt: skip


def compile_changed(folder: Path) -> None:
    """Compile each .ts file of a folder that is newer than its .qm file."""
    for file in sorted(folder.glob("twofold_*.ts")):
        compiled = file.with_suffix(".qm")
        if compiled.exists() and compiled.stat().st_mtime >= file.stat().st_mtime:
            continue
        new = compiled.with_suffix(f".{os.getpid()}")  # an open window may be reading the old file
        _run("lrelease", "-silent", "-nounfinished", str(file), "-qm", str(new))
        new.replace(compiled)


def texts_without_translation(folder: Path) -> list[tuple[str, str]]:
    """Return the language and text of each message without a translation in a folder."""
    with tempfile.TemporaryDirectory() as scratch:
        files = [Path(shutil.copy(file, scratch)) for file in sorted(folder.glob("twofold_*.ts"))]
        collect(Path(scratch))
        return [(file.stem.partition("_")[2], text) for file in files for text in _missing(file)]


def _missing(file: Path) -> list[str]:
    return [
        message.findtext("source", "")
        for message in ET.parse(file).getroot().iter("message")  # noqa: S314 (our own file)
        for translation in message.iter("translation")
        for form in translation.findall("numerusform") or [translation]
        if translation.get("type") or not (form.text or "").strip()
    ]


def _run(tool: str, *arguments: str) -> None:
    folders = os.pathsep.join((str(Path(sys.executable).parent), os.environ.get("PATH", "")))
    program = shutil.which(f"pyside6-{tool}", path=folders)
    if program is None:
        raise FileNotFoundError(f"pyside6-{tool}, a program of PySide6, is not installed")
    subprocess.run([program, *arguments], check=True, cwd=ROOT, stdout=subprocess.DEVNULL)


def main(options: list[str]) -> int:
    """Run the script and return its exit status."""
    if "--check" in options:
        missing = texts_without_translation(FOLDER)
        for language, text in missing:
            print(f"{language}: {text}")
        if missing:
            print(f"{len(missing)} translations are missing. `make translations` adds them to the")
            print(".ts files in resources/translations; write them there.")
        return bool(missing)
    if "--compile" not in options:
        collect(FOLDER)
    compile_changed(FOLDER)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
