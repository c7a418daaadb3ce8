"""A process that loads a model file once, so that a file that crashes llama.cpp crashes only it.

Run as `python -m engine.embedding.models.model_probe PATH POOLING GPU`; the last line of its output
is a JSON object with `dimension` and `context_tokens`, or with `problem` and `hint`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.model.errors import ModelError
from engine.processes.limits import limit_this_process
from engine.processes.sandbox import enter_sandbox

_TEXTS = ("", "a", "The quick brown fox.", "Größe 大きさ 크기 ёлка \U0001f600", "word " * 400)
_MOST_TOKENS = 512
_SPARE_MEMORY = 4 * 2**30


def main(arguments: Sequence[str]) -> int:
    """Load and try the model; print what was found. Returns the exit status."""
    path, pooling, gpu = Path(arguments[0]), arguments[1], arguments[2] == "gpu"
    # Before anything is imported that starts threads. llama_cpp truncates the null device.
    enter_sandbox(may_truncate=True)
    _limit_memory(path, gpu=gpu)
    answer: dict[str, object]
    try:
        answer = _try(path, pooling, gpu=gpu)
    except ModelError as error:
        answer = {"problem": error.message, "hint": error.hint}
    sys.stdout.write(json.dumps(answer) + "\n")
    return 0


def _try(path: Path, pooling: str, *, gpu: bool) -> dict[str, object]:
    import numpy as np  # noqa: PLC0415 (in the sandbox)

    from engine.embedding.llama.context import LlamaContext  # noqa: PLC0415
    from engine.embedding.llama.model import LlamaModel  # noqa: PLC0415

    model = LlamaModel(path, gpu=gpu, check_tensors=True)
    room = max(2, min(_MOST_TOKENS, model.context_tokens))
    context = LlamaContext(model, tokens=room, sequences=1, threads=1, pooling=pooling)
    for text in _TEXTS:
        tokens = model.tokenize(text)[:room]
        if len(tokens) and not np.isfinite(context.embed([tokens])).all():
            raise ModelError(
                f"The model in {path.name} gives numbers that are not finite; it is damaged.",
                "Install the model again.",
            )
    return {"dimension": model.dimension, "context_tokens": model.context_tokens}


def _limit_memory(path: Path, *, gpu: bool) -> None:
    """Bound the memory where no graphics driver needs address space."""
    from engine.embedding.llama.model import llama_library  # noqa: PLC0415

    if not (gpu and llama_library().llama_supports_gpu_offload()):
        limit_this_process(4 * path.stat().st_size + _SPARE_MEMORY)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
