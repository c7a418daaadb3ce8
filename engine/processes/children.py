"""The one place where child processes of the program are started.

A child runs no code from the folder the program was started in, or from a person's own
site-packages: it gets `-P -s`, a neutral working directory and an environment that holds only what
is named here. A rule of ruff (banned-api in pyproject.toml) finds any other way of starting one.
"""

from __future__ import annotations

import logging
import os
import signal
import site
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from twofold.engine.processes.sandbox import Sandbox, package_folder, reported_failure

logger = logging.getLogger(__name__)

PIPE = subprocess.PIPE

_MAX_REPORT_BYTES = 4096

# Windows opens a console for each child of a program that has none. Other systems have no such
# flag; 0 is what they accept.
_NO_WINDOW: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)

# What a program needs to find its libraries and to compute: no address or token of the desktop, of
# an agent or of a bus, and nothing that makes Python or the loader run other code.
_VARIABLES = frozenset(
    {
        "PATH", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TEMP", "TMP", "LD_LIBRARY_PATH",
        "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "NUMBER_OF_PROCESSORS", "PROCESSOR_ARCHITECTURE",
        "PYTHONDONTWRITEBYTECODE", "CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES",
    }
)  # fmt: skip
_PREFIXES = ("LC_", "OPENBLAS_", "OMP_", "MKL_", "GGML_")
# Where the person's files are, for children that know the program's own folders.
PLACES = frozenset(
    {
        "HOME", "USER", "LOGNAME", "TWOFOLD_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME",
        "XDG_STATE_HOME", "XDG_CACHE_HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "PROGRAMDATA",
    }
)  # fmt: skip
# How the network is reached, for the download of a model.
NETWORK = PLACES | {
    "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy",
    "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "HF_ENDPOINT",
    "HF_HUB_OFFLINE",
}  # fmt: skip


class Child(subprocess.Popen[bytes]):
    """A child process. One with a sandbox reports whether it has entered it."""

    _report: int | None = None
    _reported = b""

    @property
    def sandbox_failure(self) -> str:
        """Why it is outside its sandbox; '' while it is inside, or has not reported yet.

        Hostile input cannot change it, as none was read before the report. It is known after the
        first answer.
        """
        self._read_report()
        return reported_failure(self._reported)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end, as Popen does."""
        status = super().wait(timeout)
        self._read_report()
        if self._report is not None:
            os.close(self._report)
            self._report = None
            if failure := self.sandbox_failure:
                logger.warning("a process was outside its sandbox: %s", failure)
        return status

    def take_report(self, pipe: int) -> None:
        """Read its report from this end of a pipe, which is closed in the end."""
        self._report = pipe
        if sys.platform != "win32":
            os.set_blocking(pipe, False)

    def _read_report(self) -> None:
        # Where a pipe cannot be asked without waiting, its report is read after the end.
        if self._report is None or (sys.platform == "win32" and self.returncode is None):
            return
        with suppress(BlockingIOError):
            while len(self._reported) < _MAX_REPORT_BYTES and (
                block := os.read(self._report, _MAX_REPORT_BYTES)
            ):
                self._reported += block


def module_command(module: str) -> tuple[str, ...]:
    """Return the words that run a module of this program in an interpreter of its own."""
    return (sys.executable, "-P", "-s", "-m", module)


def start_child(
    command: Sequence[str],
    *,
    stdin: int | None = subprocess.DEVNULL,
    stdout: int | None = subprocess.DEVNULL,
    stderr: int | None = subprocess.DEVNULL,
    new_session: bool = False,
    environment: frozenset[str] = frozenset(),
    sandbox: Sandbox | None = None,
    buffer_size: int = -1,
) -> Child:
    """Start a child process of the program.

    `environment` names the variables it gets besides the usual ones. One with a `sandbox` has a
    pipe as its standard input, whose first line tells it; it enters it by `enter_sandbox` before
    it does anything else, and its standard error is for the report of that. Raises OSError where
    the system starts no process, and SandboxError where a required sandbox is missing.
    """
    if sandbox is not None:
        sandbox.check()
    reports = os.pipe() if sandbox is not None and stderr == subprocess.DEVNULL else None
    try:
        process = Child(
            [*(sandbox.launcher() if sandbox else ()), *command],
            stdin=PIPE if sandbox else stdin,
            stdout=stdout,
            stderr=reports[1] if reports else stderr,
            cwd=_neutral_folder(),
            env=_environment(environment),
            start_new_session=new_session,
            creationflags=_NO_WINDOW,
            bufsize=buffer_size,
        )
    except BaseException:
        if reports:
            os.close(reports[0])
        raise
    finally:
        if reports:
            os.close(reports[1])
    if reports:
        process.take_report(reports[0])
    if sandbox is not None and process.stdin is not None:
        with suppress(OSError):  # a child that is gone already shows when its answer is awaited
            os.write(process.stdin.fileno(), sandbox.as_line())
    return process


def fork_process(run: Callable[[], None]) -> int:
    """Fork this process and return the id of the new one, which carries out `run` and ends.

    This process must have no other threads. Raises OSError where the system starts no process.
    """
    if sys.platform == "win32":
        raise OSError("Windows forks no processes.")
    process_id = os.fork()
    if process_id:
        return process_id
    status = 1
    try:
        run()
        status = 0
    finally:  # nothing of what the caller would do next is for the new process
        os._exit(status)


def kill_process(process_id: int) -> None:
    """Kill a forked process, if it has not ended yet."""
    if sys.platform != "win32":
        with suppress(ProcessLookupError):
            os.kill(process_id, signal.SIGKILL)


def _neutral_folder() -> str:
    """Return a folder that neither a document nor another person writes to."""
    return sys.prefix if sys.platform == "win32" else os.sep


def _environment(names: frozenset[str]) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if name in _VARIABLES or name in names or name.startswith(_PREFIXES)
    }
    # An abort of llama.cpp starts a debugger where there is one.
    kept["GGML_NO_BACKTRACE"] = "1"
    if (place := _import_place()) is not None:
        kept["PYTHONPATH"] = str(place)
    return kept


def _import_place() -> Path | None:
    """Return the folder that a child imports this program from; None where it needs none.

    What is installed the interpreter finds by itself, and after its own modules; also an editable
    installation, whose package is not in a folder of its name.
    """
    package = package_folder()
    installed = map(os.path.realpath, site.getsitepackages())
    if package.name != "twofold" or os.path.realpath(package.parent) in installed:
        return None
    return package.parent.resolve()
