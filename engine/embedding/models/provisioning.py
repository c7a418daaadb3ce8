"""Prepare a packaged model: find its weights, convert them to GGUF, verify the file."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from twofold.engine.embedding.catalogue import (
    ModelDescription,
    PackagedWeights,
    file_sha256,
)
from twofold.engine.embedding.models.loading import is_checked, move_checked
from twofold.engine.embedding.models.probe import STRICT_TRIAL, ModelTrial
from twofold.engine.embedding.models.registry import find_weights, model_path
from twofold.engine.embedding.models.verification import verify
from twofold.engine.model.errors import ModelError
from twofold.engine.model.localized import message, system_reason

# Of a process that may still run, and of one that has ended on this computer.
_ABANDONED_SECONDS = 3600.0
_LEFTOVER_SECONDS = 60.0


def provision(
    description: ModelDescription,
    models_dir: Path,
    progress: Callable[[str], None],
    *,
    trial: ModelTrial = STRICT_TRIAL,
) -> Path:
    """Return the model's verified GGUF file, creating it first if missing or damaged.

    `progress` gets one line per step. Creating takes seconds; an existing file takes no time. The
    file gets its name only when it is complete. Raise ModelError.
    """
    target = model_path(description, models_dir)
    if not target.is_file():
        _make(description, target, progress, trial)
    elif not is_checked(target, ranks=description.ranks):
        _verify(description, target, progress, trial)
    return target


def _verify(
    description: ModelDescription,
    target: Path,
    progress: Callable[[str], None],
    trial: ModelTrial,
) -> None:
    """Verify a new or changed file. If it is invalid, create it again if possible."""
    progress(message("{title}: verifying its file", title=description.title))
    try:
        verify(description, target, trial=trial)
    except ModelError as error:
        if find_weights(description.weights) is None:
            raise
        progress(message("{message} It is being created again.", message=error.message))
        _make(description, target, progress, trial)


def _make(
    description: ModelDescription,
    target: Path,
    progress: Callable[[str], None],
    trial: ModelTrial,
) -> None:
    source = find_weights(description.weights)
    if source is None:
        raise _missing_weights(description)
    convert_weights(source, description, target, progress, trial)


def convert_weights(
    source: Path,
    description: ModelDescription,
    target: Path,
    progress: Callable[[str], None],
    trial: ModelTrial,
) -> None:
    """Write the verified GGUF file `target` from the file of weights `source`. Raise ModelError."""
    weights = description.weights
    if weights is None:
        raise _missing_weights(description)
    progress(message("{title}: verifying the packaged weights", title=description.title))
    _check_weights(source, weights, description.title)
    temporary = target.with_name(f".{target.stem}.{os.getpid()}.gguf")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _remove_abandoned(target)
        progress(message("{title}: converting to GGUF", title=description.title))
        # The converter takes a moment to import and is needed only once.
        from twofold.engine.embedding.models.conversion import convert  # noqa: PLC0415

        convert(source, weights, description, temporary)
        progress(message("{title}: verifying its vectors", title=description.title))
        verify(description, temporary, trial=trial)
        move_checked(temporary, target)
    except OSError as error:
        raise ModelError(
            message(
                "{title} cannot be saved in {parent}: {strerror}.",
                title=description.title,
                parent=target.parent,
                strerror=system_reason(error),
            ),
            message("Free some disk space or make the folder writable, then restart Twofold."),
        ) from error
    finally:
        _remove(temporary)
    progress(message("{title}: ready", title=description.title))


def _remove(temporary: Path) -> None:
    for leftover in temporary.parent.glob(f"{temporary.name}*"):
        with suppress(OSError):
            leftover.unlink()


def _remove_abandoned(target: Path) -> None:
    """Remove leftovers of killed conversions, but not files of a running one."""
    for leftover in target.parent.glob(f".{target.stem}.*.gguf*"):
        with suppress(OSError):
            age = time.time() - leftover.stat().st_mtime
            if age > (_ABANDONED_SECONDS if _may_run(leftover) else _LEFTOVER_SECONDS):
                leftover.unlink()


def _may_run(temporary: Path) -> bool:
    """Return whether the process that created a temporary file may still write to it."""
    import psutil  # noqa: PLC0415 (needed only once)

    number = temporary.name.split(".")[-2] if temporary.name.endswith(".gguf") else ""
    return not number.isdecimal() or psutil.pid_exists(int(number))


def _check_weights(source: Path, weights: PackagedWeights, title: str) -> None:
    """Raise ModelError unless `source` is exactly the file that the converter supports."""
    try:
        digest = file_sha256(source)
    except OSError as error:
        raise ModelError(
            message(
                "The packaged weights of {title} cannot be read: {strerror}.",
                title=title,
                strerror=system_reason(error),
            )
        ) from error
    if digest != weights.sha256:
        raise ModelError(
            message(
                "The packaged weights of {title} are wrong (sha256 "
                "{digest}..., expected {sha256}...).",
                title=title,
                digest=digest[:12],
                sha256=weights.sha256[:12],
            ),
            message("Reinstall the package {package}.", package=weights.package),
        )


def _missing_weights(description: ModelDescription) -> ModelError:
    """Return the error for a model that is not on this computer."""
    if not description.is_supported:
        return ModelError(
            message(
                "This version of Twofold does not support {title} yet.", title=description.title
            ),
            message("Choose another model."),
        )
    name = description.base or description.name
    hint = message("Download it in the library, or run: twofold model add {name}", name=name)
    if description.source is None:
        hint = message(
            "Get a GGUF file of it, then run: twofold model add FILE.gguf --name {name}", name=name
        )
    return ModelError(message("{title} is not on this computer.", title=description.title), hint)
