"""Trying a model file in a process of its own."""

from __future__ import annotations

import json
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from signal import Signals

from engine.model.errors import ModelError
from engine.processes.children import PIPE, module_command, start_child
from engine.processes.sandbox import Sandbox

PROBE_COMMAND: tuple[str, ...] = module_command("engine.embedding.models.model_probe")

_SECONDS = 180.0
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
    file = path.absolute()
    returncode, output = _run(
        (*command, str(file), pooling, "gpu" if gpu else "cpu"),
        Sandbox((str(file.resolve()),), gpu=gpu),
        path.name,
    )
    answer = _answer(output)
    if returncode != 0 or answer is None:
        raise ModelError(
            f"The model file {path.name} is unusable: loading it ended with "
            f"{_how_it_ended(returncode)}.",
            _REINSTALL,
        )
    if "problem" in answer:
        raise ModelError(str(answer["problem"]), str(answer.get("hint", "")))
    return ProbeResult(int(str(answer["dimension"])), int(str(answer["context_tokens"])))


def _run(command: tuple[str, ...], sandbox: Sandbox, name: str) -> tuple[int, bytes]:
    """Return the exit status and the output of the process."""
    try:
        with start_child(command, stdout=PIPE, sandbox=sandbox) as process:
            try:
                output, _ = process.communicate(timeout=_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                raise ModelError(
                    f"The model file {name} did not load within {_SECONDS:.0f} seconds.", _REINSTALL
                ) from None
            return process.returncode, output
    except OSError as error:
        raise ModelError(f"The model file {name} cannot be checked: {error.strerror}.") from error


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
