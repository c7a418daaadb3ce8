"""Test a model file in a sandboxed child process, so that a crash of llama.cpp is harmless.

The child runs `python -m engine.embedding.models.probe PATH POOLING GPU LIGHT`, where LIGHT is a
light form as JSON or "null". It reads a JSON array of texts from standard input. The last line of
its output is a JSON object with `dimension`, `context_tokens` and `sample`, or with `problem` and
`hint`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from signal import Signals
from typing import NamedTuple

from twofold.engine.embedding.catalogue import MAX_CONTEXT_TOKENS
from twofold.engine.embedding.llama.light_form import LightForm
from twofold.engine.embedding.models.sample_texts import SAMPLE_TEXTS
from twofold.engine.model.errors import ModelError, SandboxError
from twofold.engine.model.localized import Message, message, system_reason
from twofold.engine.model.model_listing import MAX_DIMENSION
from twofold.engine.processes.children import PIPE, module_command, start_child
from twofold.engine.processes.exchange import TooMuchOutputError, exchange
from twofold.engine.processes.limits import limit_this_process
from twofold.engine.processes.sandbox import Sandbox, SandboxPolicy, enter_sandbox

_PROBE_COMMAND: tuple[str, ...] = module_command("twofold.engine.embedding.models.probe")

_SECONDS = 180.0
_REINSTALL = message("Download or install the model again.")

_MAX_TOKENS = 512
_SPARE_MEMORY = 4 * 2**30
_MAX_ANSWER_BYTES = 64_000


class ProbeResult(NamedTuple):
    """The dimension of the vectors, and the context length of the model's training.

    `sample` is a digest of the tokens and vectors of a sample of texts; '' if there is none.
    """

    dimension: int
    context_tokens: int
    sample: str = ""


@dataclass(frozen=True, slots=True)
class ModelTrial:
    """How to test a model file: the command of the process, and the sandbox policy.

    `sandbox` returns the setting reading.sandbox. It is called for each test, because the user may
    change the setting while the program runs.
    """

    command: tuple[str, ...] = _PROBE_COMMAND
    sandbox: Callable[[], str] = lambda: SandboxPolicy.REQUIRED


STRICT_TRIAL = ModelTrial()


def probe(
    path: Path,
    pooling: str,
    *,
    gpu: bool = False,
    trial: ModelTrial = STRICT_TRIAL,
    light: LightForm | None = None,
    texts: Sequence[str] = (),
) -> ProbeResult:
    """Load the file and embed a few texts in a child process. Raise ModelError if that fails.

    With `light` its light form is loaded. `texts` are tokenised too.
    """
    file = path.absolute()
    form = "null" if light is None else light.to_json()
    files = (file, *(light.files(file) if light else ()))
    returncode, output = _run(
        (*trial.command, str(file), pooling, "gpu" if gpu else "cpu", form),
        Sandbox(tuple(str(one.resolve()) for one in files), SandboxPolicy(trial.sandbox()), gpu),
        path.name,
        json.dumps(texts).encode("ascii"),
    )
    try:
        answer = _answer(output) if returncode == 0 else None
    except (ValueError, RecursionError):
        answer = None
    if answer is None:
        raise ModelError(
            message(
                "The model file {name} is unusable: loading it failed with {returncode}.",
                name=path.name,
                returncode=_exit_reason(returncode),
            ),
            _REINSTALL,
        )
    if isinstance(answer, ModelError):
        raise answer
    return answer


def _run(
    command: tuple[str, ...], sandbox: Sandbox, name: str, request: bytes
) -> tuple[int, bytes]:
    """Return the exit status and the output of the process."""
    try:
        process = start_child(command, stdout=PIPE, sandbox=sandbox)
        output = exchange(process, request, max_bytes=_MAX_ANSWER_BYTES, seconds=_SECONDS)
    except SandboxError as error:
        raise ModelError(error.message, error.hint) from None
    except TooMuchOutputError:
        return process.returncode, b""
    except TimeoutError:
        raise ModelError(
            message(
                "Loading the model file {name} took longer than {seconds} seconds.",
                name=name,
                seconds=_SECONDS,
            ),
            _REINSTALL,
        ) from None
    except OSError as error:
        raise ModelError(
            message(
                "The model file {name} cannot be checked: {strerror}.",
                name=name,
                strerror=system_reason(error),
            )
        ) from error
    return process.returncode, output


def _answer(output: bytes) -> ProbeResult | ModelError:
    """Decode the answer of the process. Raise ValueError or RecursionError if it is invalid.

    The output is not trusted, because a malicious file may have taken over the process.
    """
    lines = output.decode(errors="replace").splitlines()
    match json.loads(lines[-1]) if lines else None:
        case {"problem": problem, **rest}:
            return ModelError(Message.from_json(problem), Message.from_json(rest.get("hint", "")))
        case {"dimension": int(dimension), "context_tokens": int(context_tokens), **rest} if (
            1 <= dimension <= MAX_DIMENSION and 1 <= context_tokens <= MAX_CONTEXT_TOKENS
        ):
            return ProbeResult(dimension, context_tokens, str(rest.get("sample", "")))
        case _:
            raise ValueError("not an answer")


def _exit_reason(status: int) -> Message:
    if status < 0:
        with suppress(ValueError):
            return message("signal {name}", name=Signals(-status).name)
    return message("status {status}", status=str(status))


def main(arguments: Sequence[str]) -> int:
    """Load and test the model in the child process; print the result. Return the exit status."""
    # Before any import that starts threads. llama_cpp truncates the null device.
    enter_sandbox(may_truncate=True)
    path, pooling, gpu = Path(arguments[0]), arguments[1], arguments[2] == "gpu"
    form = json.loads(arguments[3])
    light = None if form is None else LightForm.from_values(form)
    _limit_memory(path, gpu=gpu)
    answer: dict[str, object]
    try:
        answer = _try(path, pooling, json.load(sys.stdin.buffer), gpu=gpu, light=light)
    except ModelError as error:
        answer = {"problem": error.message.to_json(), "hint": error.hint.to_json()}
    sys.stdout.write(json.dumps(answer) + "\n")
    return 0


def _limit_memory(path: Path, *, gpu: bool) -> None:
    """Limit the memory unless a graphics driver needs address space."""
    from twofold.engine.embedding.llama.library import llama_library  # noqa: PLC0415 (in the sandbox)

    if not (gpu and llama_library().llama_supports_gpu_offload()):
        limit_this_process(4 * path.stat().st_size + _SPARE_MEMORY)


def _try(
    path: Path, pooling: str, texts: Sequence[str], *, gpu: bool, light: LightForm | None
) -> dict[str, object]:
    import numpy as np  # noqa: PLC0415 (in the sandbox)

    from twofold.engine.embedding.llama.context import LlamaContext  # noqa: PLC0415
    from twofold.engine.embedding.llama.model import LlamaModel  # noqa: PLC0415
    from twofold.engine.embedding.llama.text import normalise  # noqa: PLC0415

    model = LlamaModel(path, gpu=gpu, check_tensors=True, light=light)
    max_tokens = max(2, min(_MAX_TOKENS, model.context_tokens))
    context = LlamaContext(model, tokens=max_tokens, sequences=1, threads=1, pooling=pooling)
    sample = sha256()
    for text in SAMPLE_TEXTS:
        tokens = model.tokenizer.tokenize(normalise(text))
        sample.update(tokens.tobytes())
        if len(tokens):
            vectors = context.embed([tokens[:max_tokens]])
            if not np.isfinite(vectors).all():
                raise ModelError(
                    message(
                        "The model in {name} computes invalid numbers. It is damaged.",
                        name=path.name,
                    ),
                    message("Reinstall the model."),
                )
            sample.update(vectors.tobytes())
    for text in (*SAMPLE_TEXTS, *texts):
        sample.update(model.tokenizer.tokenize(normalise(text), special=False).tobytes() + b"|")
    return {
        "dimension": model.dimension,
        "context_tokens": model.context_tokens,
        "sample": sample.hexdigest(),
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
