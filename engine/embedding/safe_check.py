"""Decides whether a file is an embedding model that can be loaded without harm.

First the header is read and judged by our own bounds-checked reader, then a child process loads
the file and embeds a few texts. The result is remembered beside the file until it changes.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import file_digest
from pathlib import Path

from engine.core.errors import ModelError
from engine.embedding.catalogue import ModelDescription
from engine.embedding.llama_library import llama_version
from engine.embedding.probe import PROBE_COMMAND, probe

_REINSTALL = "Download or install the model again."


@dataclass(frozen=True, slots=True)
class CheckedModel:
    """What a checked file holds: `sha256` of the file, `dimension` of its vectors."""

    sha256: str
    dimension: int
    context_tokens: int


@dataclass(frozen=True, slots=True)
class _FileVersion:
    """What must be unchanged for a remembered check to count."""

    size: int
    mtime_ns: int
    llama: str


def check_model(
    path: Path,
    description: ModelDescription,
    *,
    gpu: bool = False,
    command: tuple[str, ...] = PROBE_COMMAND,
) -> CheckedModel:
    """Return what the file holds; raise ModelError with one sentence when it must not be used.

    Takes about a second for a file that is new or changed, and no time after that.
    """
    version = _file_version(path)
    checked = _remembered(path, version)
    if checked is None:
        checked = _check(path, description, gpu=gpu, command=command)
        _remember(path, version, checked)
    if description.dimension not in (0, checked.dimension):
        raise ModelError(
            f"{path.name} gives vectors of {checked.dimension} numbers, but {description.title} "
            f"has {description.dimension}; it is another model.",
            _REINSTALL,
        )
    return checked


def check_rank_header(path: Path) -> None:
    """Raise ModelError when the file is no reranking model, also if it was checked as another."""
    from engine.embedding.gguf_header import read_header  # noqa: PLC0415 - as in `_check`
    from engine.embedding.header_check import check_header  # noqa: PLC0415

    _file_version(path)
    check_header(path.name, read_header(path), ModelDescription("", "", "", pooling="rank"))


def is_checked(path: Path) -> bool:
    """Say whether this very file was checked before."""
    return _remembered(path, _file_version(path)) is not None


def move_checked(source: Path, target: Path) -> None:
    """Give a checked file its final name, in the same folder, together with its record."""
    _record_path(target).unlink(missing_ok=True)
    source.replace(target)
    with suppress(FileNotFoundError):
        _record_path(source).replace(_record_path(target))


def forget_check(path: Path) -> None:
    """Have the file checked anew when it is used next."""
    with suppress(OSError):
        _record_path(path).unlink(missing_ok=True)


def _check(
    path: Path, description: ModelDescription, *, gpu: bool, command: tuple[str, ...]
) -> CheckedModel:
    # The format tables take a moment to import and are needed only for a file not seen before.
    from engine.embedding.gguf_header import read_header  # noqa: PLC0415
    from engine.embedding.header_check import check_header  # noqa: PLC0415

    check_header(path.name, read_header(path), description)
    found = probe(path, description.pooling, gpu=gpu, command=command)
    with path.open("rb") as file:
        digest = file_digest(file, "sha256").hexdigest()
    return CheckedModel(digest, found.dimension, found.context_tokens)


def _file_version(path: Path) -> _FileVersion:
    try:
        state = path.stat()
    except OSError as error:
        raise ModelError(
            f"The model file {path.name} cannot be read: {error.strerror}.", _REINSTALL
        ) from error
    return _FileVersion(state.st_size, state.st_mtime_ns, llama_version())


def _record_path(path: Path) -> Path:
    return path.with_name(path.name + ".checked.json")


def _remembered(path: Path, version: _FileVersion) -> CheckedModel | None:
    try:
        record = json.loads(_record_path(path).read_text(encoding="utf-8"))
        known = _FileVersion(**record["file"])
        return CheckedModel(**record["model"]) if known == version else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _remember(path: Path, version: _FileVersion, checked: CheckedModel) -> None:
    """Write the record; where the folder cannot be written, the next start checks again."""
    record = {"file": asdict(version), "model": asdict(checked)}
    temporary = _record_path(path).with_suffix(f".{os.getpid()}.tmp")
    with suppress(OSError):
        temporary.write_text(json.dumps(record), encoding="utf-8")
        temporary.replace(_record_path(path))
