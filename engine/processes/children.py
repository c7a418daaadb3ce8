"""The only module that starts child processes of the program.

A child must not run code from the current folder or from the user's site-packages. It therefore
gets `-P -s`, a neutral working directory and an environment with only the variables listed here. A
ruff rule (banned-api in pyproject.toml) detects other ways of starting a process.
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

# Windows opens a console for each child of a program without one. Other systems have no such flag
# and accept 0.
_NO_WINDOW: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)

# Variables that a program needs to find its libraries and to compute. Addresses and tokens of the
# desktop, of an agent or of a bus are excluded, as is anything that makes Python or the loader run
# other code.
_VARIABLES = frozenset(
    {
        "PATH", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TEMP", "TMP", "LD_LIBRARY_PATH",
        "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "COMSPEC", "PATHEXT", "NUMBER_OF_PROCESSORS",
        "PROCESSOR_ARCHITECTURE",
        "PYTHONDONTWRITEBYTECODE", "CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES",
    }
)  # fmt: skip
_PREFIXES = ("LC_", "OPENBLAS_", "OMP_", "MKL_", "GGML_")
# The locations of the user's files, for children that use the program's folders.
USER_FOLDERS = frozenset(
    {
        "HOME", "USER", "LOGNAME", "TWOFOLD_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME",
        "XDG_STATE_HOME", "XDG_CACHE_HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "PROGRAMDATA",
        "HOMEDRIVE", "HOMEPATH", "PROGRAMFILES",
    }
)  # fmt: skip
# Network settings, for the download of a model.
NETWORK = USER_FOLDERS | {
    "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy",
    "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "HF_ENDPOINT",
    "HF_HUB_OFFLINE", "PIP_INDEX_URL", "PIP_CERT", "PIP_PROXY",
}  # fmt: skip


class Child(subprocess.Popen[bytes]):
    """A child process. A sandboxed one reports whether it has entered its sandbox."""

    _report: int | None = None
    _reported = b""

    @property
    def sandbox_failure(self) -> str:
        """Why the child is outside its sandbox; '' if it is inside, or has not reported yet.

        Hostile input cannot influence the report, because the child reports before it reads any.
        The report has arrived when the child has answered for the first time.
        """
        self._read_report()
        return reported_failure(self._reported)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end of the process; see `Popen.wait`."""
        status = super().wait(timeout)
        self._read_report()
        if self._report is not None:
            os.close(self._report)
            self._report = None
            if failure := self.sandbox_failure:
                logger.warning("a process was outside its sandbox: %s", failure)
        return status

    def take_report(self, pipe: int) -> None:
        """Read the report from this end of a pipe, then close it."""
        self._report = pipe
        if sys.platform != "win32":
            os.set_blocking(pipe, False)

    def _read_report(self) -> None:
        # If the pipe cannot be read without blocking, the report is read after the end.
        if self._report is None or (sys.platform == "win32" and self.returncode is None):
            return
        with suppress(BlockingIOError):
            while len(self._reported) < _MAX_REPORT_BYTES and (
                block := os.read(self._report, _MAX_REPORT_BYTES)
            ):
                self._reported += block


def module_command(module: str) -> tuple[str, ...]:
    """Return the command line that runs a module of this program in a new interpreter."""
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

    `environment` are the names of additional variables that it gets. A process with a `sandbox` has
    a pipe as its standard input, whose first line describes the sandbox. It must call
    `enter_sandbox` before anything else, and its standard error is used for the report. Raise
    OSError if the process cannot be started, and SandboxError if a required sandbox is missing.
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
        with suppress(OSError):  # waiting for its answer reports a child that has ended
            os.write(process.stdin.fileno(), sandbox.as_line())
    return process


def fork_process(run: Callable[[], None]) -> int:
    """Fork this process; the new process calls `run` and ends. Return its process id.

    This process must have no other threads. Raise OSError if the process cannot be started.
    """
    if sys.platform == "win32":
        raise OSError("Windows cannot fork processes.")
    process_id = os.fork()
    if process_id:
        return process_id
    status = 1
    try:
        run()
        status = 0
    finally:  # the new process must not continue in the caller
        os._exit(status)


def kill_process(process_id: int) -> None:
    """Kill a forked process unless it has already ended."""
    if sys.platform != "win32":
        with suppress(ProcessLookupError):
            os.kill(process_id, signal.SIGKILL)


def _neutral_folder() -> str:
    """Return a folder to which neither documents nor other users write."""
    return sys.prefix if sys.platform == "win32" else os.sep


def _environment(names: frozenset[str]) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if name in _VARIABLES or name in names or name.startswith(_PREFIXES)
    }
    # If llama.cpp aborts, it starts a debugger if one is installed.
    kept["GGML_NO_BACKTRACE"] = "1"
    if (place := _import_place()) is not None:
        kept["PYTHONPATH"] = str(place)
    return kept


def _import_place() -> Path | None:
    """Return the folder from which a child imports this program; None if it is not needed.

    It is not needed if the package is installed: the interpreter then finds it by itself, after its
    own modules. In an editable installation, the folder of the package is not named `twofold`.
    """
    package = package_folder()
    installed = map(os.path.realpath, site.getsitepackages())
    if package.name != "twofold" or os.path.realpath(package.parent) in installed:
        return None
    return package.parent.resolve()
