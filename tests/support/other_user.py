"""Running the program as an ordinary user, also where root runs the tests."""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.support.environments import make_environment

ROOT = Path(__file__).resolve().parents[2]
_NOBODY = 65534
_USUAL_UMASK = 0o022


def run_as_user(
    words: list[str], environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run Python with `words` as a user other than root, with the usual umask.

    Where root runs the tests and no interpreter can be reached by others, root itself runs it.
    """
    program, user = _interpreter()
    return _run(program, user, words, environment)


def is_another_user() -> bool:
    """Say whether `run_as_user` runs as somebody other than this process."""
    return _interpreter()[1] is not None


@contextmanager
def folder_of_user() -> Iterator[Path]:
    """Return a new folder that belongs to that user alone; pytest's are closed to others."""
    folder = Path(tempfile.mkdtemp(prefix="twofold-test-"))
    user = _interpreter()[1]
    if user is not None:
        os.chown(folder, user, user)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


@functools.cache
def _interpreter() -> tuple[str, int | None]:
    """Return an interpreter and who is to run it; None for the user of this process."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return sys.executable, None
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for base in (sys.executable, shutil.which(version, path="/usr/bin:/usr/local/bin")):
        if base is not None:
            place = Path(tempfile.mkdtemp(prefix="twofold-test-"))
            place.chmod(0o755)
            atexit.register(shutil.rmtree, place)
            program = str(make_environment(place / "environment", base)[0])
            try:
                found = _run(program, _NOBODY, ["-c", "import app.__main__, tantivy, yaml"], None)
            except OSError:
                continue
            if found.returncode == 0:
                return program, _NOBODY
    return sys.executable, None


def _run(
    program: str, user: int | None, words: list[str], environment: Mapping[str, str] | None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, *words],
        cwd="/",
        env={**os.environ, "PYTHONPATH": str(ROOT), **(environment or {})},
        user=user,
        group=user,
        extra_groups=None if user is None else [],
        umask=_USUAL_UMASK,
        capture_output=True,
        text=True,
        check=False,
    )
