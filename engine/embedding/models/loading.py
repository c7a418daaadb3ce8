"""From a model file of unknown quality to an embedder or reranker.

A file that is new or changed is checked: its header by our own bounds-checked reader, then a child
process loads it and embeds a few texts. The result is recorded beside the file with its SHA-256. A
recorded file is hashed again when its size, times or inode differ, and in any case before the first
load that is more than seven days after the last hash; a file with another hash is checked anew. A
change that keeps size, times and inode is therefore noticed within seven days. Hashing takes about
a second per gigabyte (four without SHA instructions); the file is about to be read anyway.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from engine.durable_files import put_in_place, sync_file
from engine.embedding.catalogue import ModelDescription, file_sha256
from engine.embedding.llama.embedder import GgufEmbedder, facts_of
from engine.embedding.llama.model import llama_version
from engine.embedding.llama.reranker import GgufReranker
from engine.embedding.models.probe import STRICT_TRIAL, ModelTrial, probe
from engine.embedding.models.registry import record_path
from engine.embedding.on_demand import OnDemandEmbedder
from engine.model.errors import ModelError
from engine.model.message import EMPTY, message, system_reason

Clock = Callable[[], float]

_DAYS_BETWEEN_HASHES = 7
_REINSTALL = message("Download or install the model again.")


@dataclass(frozen=True, slots=True)
class CheckedModel:
    """What a checked file holds: `sha256` of the file, `dimension` of its vectors."""

    sha256: str
    dimension: int
    context_tokens: int


_FileVersion = dict[str, int]
"""What must be unchanged for a recorded check to count without hashing the file."""


def load_model(
    path: Path,
    description: ModelDescription,
    *,
    threads: int = 0,
    gpu: bool = True,
    trial: ModelTrial = STRICT_TRIAL,
) -> GgufEmbedder:
    """Return the embedder of `path`, checked first so that no file can end this process.

    Raises ModelError with one sentence. `threads` 0 is automatic; `gpu` offers the layers to a
    graphics card, if llama.cpp was built for one; `trial` says how the file is tried.
    """
    checked = check_model(path, description, gpu=gpu, trial=trial)
    return GgufEmbedder(path, description, threads=threads, gpu=gpu, digest=checked.sha256)


def load_on_demand(
    path: Path,
    description: ModelDescription,
    *,
    threads: int = 0,
    gpu: bool = True,
    trial: ModelTrial = STRICT_TRIAL,
) -> OnDemandEmbedder:
    """Return an embedder of `path`, checked now and loaded when first needed; as `load_model`."""
    checked = check_model(path, description, gpu=gpu, trial=trial)
    facts = facts_of(
        description,
        digest=checked.sha256,
        dimension=checked.dimension,
        context_tokens=checked.context_tokens,
    )
    return OnDemandEmbedder(
        facts, lambda: load_model(path, description, threads=threads, gpu=gpu, trial=trial)
    )


def load_reranker(
    path: Path,
    *,
    threads: int = 0,
    gpu: bool = True,
    trial: ModelTrial = STRICT_TRIAL,
) -> GgufReranker:
    """Return the reranker of `path`, checked first; as `load_model`."""
    description = ModelDescription(path.stem, path.stem, EMPTY, pooling="rank")
    checked = check_model(path, description, gpu=gpu, trial=trial)
    return GgufReranker(path, threads=threads, gpu=gpu, digest=checked.sha256)


def check_model(
    path: Path,
    description: ModelDescription,
    *,
    gpu: bool = False,
    trial: ModelTrial = STRICT_TRIAL,
    clock: Clock = time.time,
) -> CheckedModel:
    """Return what the file holds; raise ModelError with one sentence when it must not be used.

    Takes about a second for a file that is new or changed, the time of a hash once a week, and no
    time otherwise. A file that was checked as an embedding model is checked again as a reranking
    model, and the other way. `clock` returns seconds since 1970.
    """
    version = _file_version(path)
    ranks = description.pooling == "rank"
    checked = _recorded(path, version, clock, ranks=ranks)
    if checked is None:
        checked = _check(path, description, gpu=gpu, trial=trial)
        _record(path, version, checked, clock, ranks=ranks)
    if description.dimension not in (0, checked.dimension):
        raise ModelError(
            message(
                "{name} gives vectors of {dimension} numbers, but {title} has "
                "{dimension4}; it is another model.",
                name=path.name,
                dimension=checked.dimension,
                title=description.title,
                dimension4=description.dimension,
            ),
            _REINSTALL,
        )
    return checked


def is_checked(path: Path, clock: Clock = time.time) -> bool:
    """Say whether this very file was checked as an embedding model; hashes it where that is due."""
    return _recorded(path, _file_version(path), clock, ranks=False) is not None


def move_checked(source: Path, target: Path) -> None:
    """Rename a checked file within its folder, together with its record, once it is on the disk."""
    sync_file(source)
    record_path(target).unlink(missing_ok=True)
    put_in_place(source, target)
    with suppress(FileNotFoundError):
        record_path(source).replace(record_path(target))


def forget_check(path: Path) -> None:
    """Have the file checked again when it is used next."""
    with suppress(OSError):
        record_path(path).unlink(missing_ok=True)


def _check(
    path: Path, description: ModelDescription, *, gpu: bool, trial: ModelTrial
) -> CheckedModel:
    # The format tables take a moment to import and are needed only for a file not seen before.
    from engine.embedding.models.gguf_header import (  # noqa: PLC0415
        check_header,
        check_measured,
        read_header,
    )

    header = read_header(path)
    check_header(path.name, header, description)
    digest = file_sha256(path)
    found = probe(path, description.pooling, gpu=gpu, trial=trial)
    check_measured(path.name, header, found.dimension, found.context_tokens)
    return CheckedModel(digest, found.dimension, found.context_tokens)


def _file_version(path: Path) -> _FileVersion:
    try:
        state = path.stat()
    except OSError as error:
        raise ModelError(
            message(
                "The model file {name} cannot be read: {strerror}.",
                name=path.name,
                strerror=system_reason(error),
            ),
            _REINSTALL,
        ) from error
    return {
        "size": state.st_size,
        "mtime_ns": state.st_mtime_ns,
        "ctime_ns": state.st_ctime_ns,
        "inode": state.st_ino,
    }


def _recorded(
    path: Path, version: _FileVersion, clock: Clock, *, ranks: bool
) -> CheckedModel | None:
    """Return the recorded check of this very file, None when there is none that counts."""
    try:
        record = json.loads(record_path(path).read_text(encoding="utf-8"))
        checked = CheckedModel(**record["model"])
        age = clock() - float(record["hashed"])
        if record["llama"] != llama_version() or record.get("ranks", False) != ranks:
            return None
        if record["file"] == version and 0 <= age < _DAYS_BETWEEN_HASHES * 86_400:
            return checked
        if file_sha256(path) != checked.sha256:
            return None
    except (OSError, ValueError, TypeError, KeyError):
        return None
    _record(path, version, checked, clock, ranks=ranks)
    return checked


def _record(
    path: Path, version: _FileVersion, checked: CheckedModel, clock: Clock, *, ranks: bool
) -> None:
    """Write the record; where the folder cannot be written, the next start checks again."""
    record = {
        "file": version,
        "llama": llama_version(),
        "hashed": clock(),
        "ranks": ranks,
        "model": asdict(checked),
    }
    temporary = record_path(path).with_suffix(f".{os.getpid()}.tmp")
    with suppress(OSError):
        temporary.write_text(json.dumps(record), encoding="utf-8")
        temporary.replace(record_path(path))
