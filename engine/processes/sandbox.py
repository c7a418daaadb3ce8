"""The sandbox of processes that handle hostile input: documents, model files, export templates.

A process in it reads the libraries it needs and the places it was given, and nothing else; it
writes nothing, opens no connection and starts no process. Linux does this by Landlock and seccomp,
macOS by a profile of `sandbox-exec`; on Windows a job object and a low integrity level keep it from
starting processes and from writing. docs/security.md says what holds where.
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
from twofold.engine.model.message import EMPTY, Message, message

_SANDBOX_EXEC = "/usr/bin/sandbox-exec"
_SECONDS_OF_TRIAL = 30.0
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
    """What a process may read besides its libraries. `gpu` lets it use graphics devices."""

    readable: tuple[str, ...]
    policy: SandboxPolicy
    gpu: bool = False

    def check(self) -> None:
        """Raise SandboxError where a sandbox is required and this system has none."""
        if self.policy is SandboxPolicy.REQUIRED and (problem := sandbox_problem()):
            raise SandboxError(
                message(
                    "The setting reading.sandbox requires a sandbox, and this system has none. "
                    "{problem}",
                    problem=problem,
                ),
                message("Set it to auto to continue without one."),
            )

    def launcher(self) -> tuple[str, ...]:
        """Return the words before a command that start it in the sandbox, where it needs them."""
        if sys.platform != "darwin" or self.policy is SandboxPolicy.OFF or sandbox_problem():
            return ()
        return (_SANDBOX_EXEC, "-p", macos_profile(self.readable))

    def as_line(self) -> bytes:
        """Return the first message to the child."""
        return json.dumps(asdict(self), ensure_ascii=True).encode("ascii") + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> Sandbox:
        """Read what `as_line` has written."""
        values = json.loads(line)
        return cls(tuple(values["readable"]), SandboxPolicy(values["policy"]), values["gpu"])


ConfineFork = Callable[[bool], None]
"""Confines a forked process further than its parent, without threads unless the argument is True.

It raises OSError where that fails.
"""


def enter_sandbox(*, may_truncate: bool = False, forks: bool = False) -> ConfineFork:
    """Enter the sandbox that the first line of standard input describes. First thing in a child.

    With `may_truncate` files can be opened for truncating also where the system cannot refuse that
    for all but the null device. With `forks` the process may fork others, which must call what is
    returned before they do anything else. Why the sandbox cannot be entered is reported on standard
    error, which is closed then: nothing hostile was read before. Ends the process where a sandbox
    is required and there is none, or where the report cannot be written.
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
    """Return why a process could not enter its sandbox; '' where its report says no such thing."""
    for line in report.splitlines():
        with suppress(ValueError, RecursionError):
            match json.loads(line):
                case {"sandbox_failure": str(failure)}:
                    return failure[:_MAX_FAILURE_LENGTH]
    return ""


@cache
def sandbox_problem() -> Message:
    """Return why this system has no sandbox, in a sentence; '' where it has one."""
    if sys.platform == "linux":
        from twofold.engine.processes import linux_sandbox  # noqa: PLC0415 (for this system only)

        return linux_sandbox.problem()
    if sys.platform == "darwin":
        return EMPTY if _works_on_macos() else message("sandbox-exec does not work on this system.")
    return EMPTY if sys.platform == "win32" else message("This system has none that Twofold knows.")


def sandbox_warning(policy: SandboxPolicy, failure: str = "") -> Message:
    """Return what a person should know of the sandbox; '' when documents are read inside it.

    `failure` is why a process could not enter it, though the system has one.
    """
    if policy is SandboxPolicy.OFF:
        return message("Documents are read without a sandbox, as reading.sandbox is off.")
    problem = sandbox_problem()
    if not problem and failure:
        reason = failure.rstrip(".")
        problem = message("A reader could not enter its sandbox: {reason}.", reason=reason)
    if not problem:
        return EMPTY
    if policy is SandboxPolicy.REQUIRED:
        return message(
            "No document is read, as this system has no sandbox for it. {problem}", problem=problem
        )
    return message("Documents are read without a sandbox. {problem}", problem=problem)


def macos_profile(readable: Iterable[str]) -> str:
    """Return the profile (sandbox-exec(1)) of a process that may read these places."""
    places = [*_program_places(), *readable]
    allowed = " ".join(f"(subpath {json.dumps(os.path.realpath(place))})" for place in places)
    programs = " ".join(
        f"(subpath {json.dumps(os.path.realpath(place))})" for place in _interpreter_places()
    )
    return f"""(version 1)
(deny default)
(import "bsd.sb")
(allow sysctl-read)
(allow file-read-metadata)
(allow process-exec {programs})
(allow file-read* (subpath "/usr/lib") (subpath "/System/Library") {allowed})
(allow file-write-data (literal "/dev/null"))
(allow signal (target self))
"""


def _enter(sandbox: Sandbox, *, may_truncate: bool, forks: bool) -> ConfineFork:
    if sys.platform == "linux":
        from twofold.engine.processes import linux_sandbox  # noqa: PLC0415 (for this system only)

        places = (*_program_places(), *sandbox.readable)
        calls = linux_sandbox.Calls(gpu=sandbox.gpu, may_truncate=may_truncate)
        linux_sandbox.enter(places, replace(calls, fork=forks))
        return lambda threads: linux_sandbox.confine_fork(replace(calls, threads=threads))
    if sys.platform == "win32":
        from twofold.engine.processes.windows_job import lower_integrity  # noqa: PLC0415

        lower_integrity()
    return _leave_unconfined


def _leave_unconfined(_threads: bool) -> None:  # noqa: FBT001 (a ConfineFork)
    """Leave a forked process as its parent is."""


def _first_line() -> bytes:
    """Read one line of standard input and nothing beyond it."""
    line = bytearray()
    while not line.endswith(b"\n"):
        byte = os.read(0, 1)
        if not byte or len(line) > _MAX_LINE_LENGTH:
            sys.stderr.write("This process is started by Twofold only.\n")
            sys.exit(_REFUSED)
        line += byte
    return bytes(line)


def package_folder() -> Path:
    """Return the folder of the package `twofold`, which is imported before any part of it."""
    return Path(sys.modules["twofold"].__path__[0])


def _program_places() -> tuple[str, ...]:
    """Return where the interpreter, the libraries, what they read and this program are.

    Of the program only what such a process runs: around it may be the whole source. The module
    mimetypes fails where a list of the system is there and cannot be read.
    """
    import mimetypes  # noqa: PLC0415 (only a child needs it, not the program that starts it)

    engine = Path(__file__).resolve().parents[1]
    program = (str((package_folder() / "__init__.py").resolve().parent), str(engine))
    libraries = [place for place in sys.path if place and Path(place) != engine.parent]
    places = (*_interpreter_places(), *libraries, *site.getsitepackages(), *program)
    return (*places, *map(str, mimetypes.knownfiles))


def _interpreter_places() -> tuple[str, ...]:
    places = {sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix}
    return tuple(sorted({*places, str(Path(sys.executable).parent)} - {os.sep}))


def _works_on_macos() -> bool:
    """Try the profile once: a profile that a later macOS refuses must not stop all reading."""
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
                timeout=_SECONDS_OF_TRIAL,
                check=False,
            ).returncode
            == 0
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
