"""Making a packaged model ready: find its weights, convert them to GGUF, verify the file."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from twofold.engine.embedding.catalogue import ModelDescription, PackagedWeights, file_sha256
from twofold.engine.embedding.models.loading import is_checked, move_checked
from twofold.engine.embedding.models.probe import STRICT_TRIAL, ModelTrial
from twofold.engine.embedding.models.registry import find_weights, model_path
from twofold.engine.embedding.models.verification import verify
from twofold.engine.model.errors import ModelError
from twofold.engine.model.message import message, system_reason

# Of a process that may still run, and of one that has ended on this computer.
_ABANDONED_SECONDS = 3600.0
_LEFT_SECONDS = 60.0


def provision(
    description: ModelDescription,
    models_dir: Path,
    progress: Callable[[str], None],
    *,
    trial: ModelTrial = STRICT_TRIAL,
) -> Path:
    """Return the model's verified GGUF file, making it first where it is missing or damaged.

    `progress` gets one line a step; making takes seconds, finding it ready takes none. The file
    appears under its name only when complete. Raises ModelError with one sentence.
    """
    target = model_path(description, models_dir)
    if not target.is_file():
        _make(description, target, progress, trial)
    elif not is_checked(target):
        _verify(description, target, progress, trial)
    return target


def _verify(
    description: ModelDescription,
    target: Path,
    progress: Callable[[str], None],
    trial: ModelTrial,
) -> None:
    """Verify a file that is new here or has changed; make a bad one again where possible."""
    progress(message("{title}: checking its file", title=description.title))
    try:
        verify(description, target, trial=trial)
    except ModelError as error:
        if find_weights(description.weights) is None:
            raise
        progress(message("{message} It is made again.", message=error.message))
        _make(description, target, progress, trial)


def _make(
    description: ModelDescription,
    target: Path,
    progress: Callable[[str], None],
    trial: ModelTrial,
) -> None:
    source = find_weights(description.weights)
    if description.weights is None or source is None:
        raise _missing_weights(description)
    progress(message("{title}: checking the packaged weights", title=description.title))
    _check_weights(source, description.weights, description.title)
    temporary = target.with_name(f".{target.stem}.{os.getpid()}.gguf")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _remove_abandoned(target)
        progress(message("{title}: converting to GGUF", title=description.title))
        # The converter takes a moment to import and is needed once in the life of a library.
        from twofold.engine.embedding.models.conversion import convert  # noqa: PLC0415

        convert(source, description.weights, description, temporary)
        progress(message("{title}: checking its vectors", title=description.title))
        verify(description, temporary, trial=trial)
        move_checked(temporary, target)
    except OSError as error:
        raise ModelError(
            message(
                "{title} cannot be kept in {parent}: {strerror}.",
                title=description.title,
                parent=target.parent,
                strerror=system_reason(error),
            ),
            message("Make room or allow writing there, then start again."),
        ) from error
    finally:
        _remove(temporary)
    progress(message("{title}: ready", title=description.title))


def _remove(temporary: Path) -> None:
    for leftover in temporary.parent.glob(f"{temporary.name}*"):
        with suppress(OSError):
            leftover.unlink()


def _remove_abandoned(target: Path) -> None:
    """Remove what a conversion that was killed left behind, but not one that is running."""
    for leftover in target.parent.glob(f".{target.stem}.*.gguf*"):
        with suppress(OSError):
            age = time.time() - leftover.stat().st_mtime
            if age > (_ABANDONED_SECONDS if _may_run(leftover) else _LEFT_SECONDS):
                leftover.unlink()


def _may_run(temporary: Path) -> bool:
    """Say whether the process that made a temporary file may still write to it."""
    import psutil  # noqa: PLC0415 (needed once in the life of a library)

    number = temporary.name.split(".")[-2] if temporary.name.endswith(".gguf") else ""
    return not number.isdecimal() or psutil.pid_exists(int(number))


def _check_weights(source: Path, weights: PackagedWeights, title: str) -> None:
    """Raise ModelError unless `source` is byte for byte the file the converter was made for."""
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
                "The packaged weights of {title} are not the ones they should be (sha256 "
                "{digest}..., expected {sha256}...).",
                title=title,
                digest=digest[:12],
                sha256=weights.sha256[:12],
            ),
            message("Install the package {package} again.", package=weights.package),
        )


def _missing_weights(description: ModelDescription) -> ModelError:
    """Return the error for weights that are not on this machine."""
    if description.weights is None:
        return ModelError(
            message("{title} is not on this computer.", title=description.title),
            message(
                "Fetch it in the library, or with: twofold model add {name}", name=description.name
            ),
        )
    package = description.weights.package
    return ModelError(
        message("The weights of {title} are not on this machine.", title=description.title),
        message("Run `make setup`, which installs {package}.", package=package),
    )
