"""The sandbox of processes that handle hostile input: documents, model files, export templates.

A process in the sandbox can read the libraries it needs and the given paths, and nothing else. It
cannot write, open connections or start processes. Linux uses Landlock and seccomp, and macOS a
`sandbox-exec` profile. On Windows, a job object and a low integrity level prevent starting
processes and writing. docs/internals/threat-model.md describes the guarantees of each system.
"""

from __future__ import annotations

import json
import os
import site
import subprocess
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from functools import cache
from pathlib import Path

from twofold.engine.model.errors import SandboxError
from twofold.engine.model.localized import EMPTY, Message, message

_SANDBOX_EXEC = "/usr/bin/sandbox-exec"
_TRIAL_SECONDS = 30.0
_MAX_LINE_LENGTH = 1 << 24
_MAX_FAILURE_LENGTH = 300
_REFUSED = 3


class SandboxPolicy(StrEnum):
    """Whether documents are read without a sandbox (the setting reading.sandbox)."""

    AUTO = "auto"
    REQUIRED = "required"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Sandbox:
    """The paths that a process may read besides its libraries; `gpu` allows graphics devices."""

    readable: tuple[str, ...]
    policy: SandboxPolicy
    gpu: bool = False

    def check(self) -> None:
        """Raise SandboxError if a sandbox is required and this system has none."""
        if self.policy is SandboxPolicy.REQUIRED and (
            problem := sandbox_problem() or sandbox_gap()
        ):
            raise SandboxError(
                message(
                    "The setting reading.sandbox requires a full sandbox, which this system "
                    "does not have. {problem}",
                    problem=problem,
                ),
                message("Set it to auto to continue without a sandbox."),
            )

    def launcher(self) -> tuple[str, ...]:
        """Return the words before a command that start it in the sandbox, if they are needed."""
        if sys.platform != "darwin" or self.policy is SandboxPolicy.OFF or sandbox_problem():
            return ()
        return (_SANDBOX_EXEC, "-p", macos_profile(self.readable))

    def as_line(self) -> bytes:
        """Return the first message to the child."""
        return json.dumps(asdict(self), ensure_ascii=True).encode("ascii") + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> Sandbox:
        """Read the line written by `as_line`."""
        values = json.loads(line)
        return cls(tuple(values["readable"]), SandboxPolicy(values["policy"]), values["gpu"])


ConfineFork = Callable[[bool], None]
"""Confines a forked process further than its parent, without threads unless the argument is True.

It raises OSError on failure.
"""


def enter_sandbox(*, may_truncate: bool = False, forks: bool = False) -> ConfineFork:
    """Enter the sandbox described by the first line of standard input; a child calls this first.

    With `may_truncate`, files can be opened for truncating on systems that could otherwise refuse
    that only for all files, including the null device. With `forks`, the process may fork others,
    which must call the returned function before anything else. If the sandbox cannot be entered,
    the reason is reported on standard error, which is then closed; nothing hostile is read before
    that. The process ends if a required sandbox is missing or the report cannot be written.
    """
    sandbox = Sandbox.from_line(_first_line())
    confine_fork: ConfineFork = _leave_unconfined
    failure = ""
    if sandbox.policy is not SandboxPolicy.OFF:
        try:
            confine_fork = _enter(sandbox, may_truncate=may_truncate, forks=forks)
        except OSError as error:
            failure = str(error) or type(error).__name__
    is_reported = _report(failure)
    if failure and (sandbox.policy is SandboxPolicy.REQUIRED or not is_reported):
        sys.exit(_REFUSED)
    return confine_fork


def _report(failure: str) -> bool:
    """Write the report and close standard error; return whether it was written."""
    is_reported = False
    with suppress(OSError):
        os.write(2, json.dumps({"sandbox_failure": failure[:_MAX_FAILURE_LENGTH]}).encode() + b"\n")
        is_reported = True
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 2)
    os.close(nothing)
    return is_reported


def reported_failure(report: bytes) -> str:
    """Return why a process could not enter its sandbox; '' if its report contains no failure."""
    for line in report.splitlines():
        with suppress(ValueError, RecursionError):
            match json.loads(line):
                case {"sandbox_failure": str(failure)}:
                    return failure[:_MAX_FAILURE_LENGTH]
    return ""


@cache
def sandbox_problem() -> Message:
    """Return a sentence why this system has no sandbox; '' if it has one."""
    if sys.platform == "linux":
        from twofold.engine.processes import linux_sandbox  # noqa: PLC0415 (for this system only)

        return linux_sandbox.problem()
    if sys.platform == "darwin":
        return EMPTY if _works_on_macos() else message("sandbox-exec does not work on this system.")
    return (
        EMPTY if sys.platform == "win32" else message("Twofold supports no sandbox on this system.")
    )


def sandbox_gap() -> Message:
    """Return a sentence about what the sandbox of this system does not prevent; '' if nothing."""
    if sys.platform != "win32":
        return EMPTY
    return message(
        "The sandbox of Windows prevents writing and starting programs, but not reading other "
        "files or using the network."
    )


def sandbox_warning(policy: SandboxPolicy, failure: str = "") -> Message:
    """Return a warning for the user about the sandbox; '' if documents are read inside it.

    `failure` is the reason why a process could not enter the sandbox of this system.
    """
    if policy is SandboxPolicy.OFF:
        return message("Documents are read without a sandbox, because reading.sandbox is off.")
    problem = sandbox_problem()
    if not problem and policy is SandboxPolicy.REQUIRED:
        problem = sandbox_gap()
    if not problem and failure:
        reason = failure.rstrip(".")
        problem = message("A process could not enter its sandbox: {reason}.", reason=reason)
    if not problem:
        return EMPTY
    if policy is SandboxPolicy.REQUIRED:
        return message(
            "No documents are read, because this system has no full sandbox. {problem}",
            problem=problem,
        )
    return message("Documents are read without a sandbox. {problem}", problem=problem)


def macos_profile(readable: Iterable[str]) -> str:
    """Return the profile (sandbox-exec(1)) of a process that may read these paths."""
    places = [*_program_paths(), *readable]
    allowed = " ".join(f"(subpath {json.dumps(os.path.realpath(place))})" for place in places)
    programs = " ".join(
        f"(subpath {json.dumps(os.path.realpath(place))})" for place in _interpreter_paths()
    )
    return f"""(version 1)
(deny default)
(import "bsd.sb")
(allow sysctl-read)
(allow file-read-metadata)
(allow process-exec {programs})
(allow file-map-executable (subpath "/usr/lib") (subpath "/System/Library") {allowed})
(allow file-read* (subpath "/usr/lib") (subpath "/System/Library") {allowed})
(allow file-write-data (literal "/dev/null"))
(allow signal (target self))
"""


def _enter(sandbox: Sandbox, *, may_truncate: bool, forks: bool) -> ConfineFork:
    if sys.platform == "linux":
        from twofold.engine.processes import linux_sandbox  # noqa: PLC0415 (for this system only)

        places = (*_program_paths(), *sandbox.readable)
        calls = linux_sandbox.Calls(gpu=sandbox.gpu, may_truncate=may_truncate)
        linux_sandbox.enter(places, replace(calls, fork=forks))
        return lambda threads: linux_sandbox.confine_fork(replace(calls, threads=threads))
    if sys.platform == "win32":
        from twofold.engine.processes.windows_job import lower_integrity  # noqa: PLC0415

        lower_integrity()
    return _leave_unconfined


def _leave_unconfined(_threads: bool) -> None:  # noqa: FBT001 (a ConfineFork)
    """Do not confine a forked process further than its parent."""


def _first_line() -> bytes:
    """Read one line of standard input and nothing after it."""
    line = bytearray()
    while not line.endswith(b"\n"):
        byte = os.read(0, 1)
        if not byte or len(line) > _MAX_LINE_LENGTH:
            sys.stderr.write("Only Twofold can start this process.\n")
            sys.exit(_REFUSED)
        line += byte
    return bytes(line)


def package_folder() -> Path:
    """Return the folder of the package `twofold`, which is imported before any part of it."""
    return Path(sys.modules["twofold"].__path__[0])


def _program_paths() -> tuple[str, ...]:
    """Return the paths of the interpreter, the libraries with their files, and this program.

    Only the part of the program that such a process runs is included, because the folder around it
    may contain the whole source. The module mimetypes fails if a system list exists but cannot be
    read.
    """
    import mimetypes  # noqa: PLC0415 (only a child needs it, not the program that starts it)

    engine = Path(__file__).resolve().parents[1]
    program = (str((package_folder() / "__init__.py").resolve().parent), str(engine))
    libraries = [place for place in sys.path if place and Path(place) != engine.parent]
    places = (*_interpreter_paths(), *libraries, *site.getsitepackages(), *program)
    return (*places, *map(str, mimetypes.knownfiles))


def _interpreter_paths() -> tuple[str, ...]:
    places = {sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix}
    return tuple(sorted({*places, str(Path(sys.executable).parent)} - {os.sep}))


def _works_on_macos() -> bool:
    """Return whether a process starts with the profile.

    A later version of macOS may refuse the profile, which must not prevent all reading.
    """
    command = (
        _SANDBOX_EXEC,
        "-p",
        macos_profile(()),
        sys.executable,
        "-P",
        "-s",
        "-c",
        "import lxml.etree",
    )
    try:
        return (
            subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                cwd=os.sep,
                env={},
                timeout=_TRIAL_SECONDS,
                check=False,
            ).returncode
            == 0
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
