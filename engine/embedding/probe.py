"""Trying a model file in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from signal import Signals

from engine.core.child_window import NO_WINDOW
from engine.core.errors import ModelError

PROBE_COMMAND: tuple[str, ...] = (sys.executable, "-m", "engine.embedding.model_probe")

_SECONDS = 180.0
_CODE_ROOT = Path(__file__).resolve().parents[2]
_REINSTALL = "Download or install the model again."


@dataclass(frozen=True, slots=True)
class ProbeResult:
    """What the probe found: numbers in a vector, and tokens the model was trained to read."""

    dimension: int
    context_tokens: int


def probe(
    path: Path, pooling: str, *, gpu: bool = False, command: tuple[str, ...] = PROBE_COMMAND
) -> ProbeResult:
    """Load the file and embed a few texts in a child process; raise ModelError if that fails."""
    process = _run((*command, str(path), pooling, "gpu" if gpu else "cpu"), path.name)
    answer = _answer(process.stdout)
    if process.returncode != 0 or answer is None:
        raise ModelError(
            f"The model file {path.name} is unusable: loading it ended with "
            f"{_how_it_ended(process.returncode)}.",
            _REINSTALL,
        )
    if "problem" in answer:
        raise ModelError(str(answer["problem"]), str(answer.get("hint", "")))
    return ProbeResult(int(str(answer["dimension"])), int(str(answer["context_tokens"])))


def _run(arguments: tuple[str, ...], name: str) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(
            arguments,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
            env=_environment(),
            creationflags=NO_WINDOW,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise ModelError(
            f"The model file {name} did not load within {_SECONDS:.0f} seconds.", _REINSTALL
        ) from None
    except OSError as error:
        raise ModelError(f"The model file {name} cannot be checked: {error.strerror}.") from error


def _environment() -> dict[str, str]:
    """Return the child's environment: our code found from anywhere, no debugger on an abort."""
    paths = [str(_CODE_ROOT), os.environ.get("PYTHONPATH", "")]
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path for path in paths if path),
        "GGML_NO_BACKTRACE": "1",
    }


def _answer(output: bytes) -> dict[str, object] | None:
    lines = output.decode(errors="replace").splitlines()
    try:
        answer = json.loads(lines[-1]) if lines else None
    except ValueError:
        return None
    return answer if isinstance(answer, dict) else None


def _how_it_ended(status: int) -> str:
    if status < 0:
        with suppress(ValueError):
            return f"signal {Signals(-status).name}"
    return f"status {status}"
