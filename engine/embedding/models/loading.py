"""From a model file of unknown quality to an embedder."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import file_digest
from pathlib import Path

from engine.embedding.catalogue import ModelDescription
from engine.embedding.llama.embedder import GgufEmbedder, facts_of
from engine.embedding.llama.model import llama_version
from engine.embedding.llama.reranker import GgufReranker
from engine.embedding.models.probe import PROBE_COMMAND, probe
from engine.embedding.on_demand import OnDemandEmbedder
from engine.model.errors import ModelError

Clock = Callable[[], float]

_DAYS_BETWEEN_HASHES = 7
_REINSTALL = "Download or install the model again."


@dataclass(frozen=True, slots=True)
class CheckedModel:
    """What a checked file holds: `sha256` of the file, `dimension` of its vectors."""

    sha256: str
    dimension: int
    context_tokens: int


@dataclass(frozen=True, slots=True)
class _FileVersion:
    """What must be unchanged for a recorded check to count without hashing the file."""

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int


def check_model(
    path: Path,
    description: ModelDescription,
    *,
    gpu: bool = False,
    command: tuple[str, ...] = PROBE_COMMAND,
    clock: Clock = time.time,
) -> CheckedModel:
    """Return what the file holds; raise ModelError with one sentence when it must not be used.

    Takes about a second for a file that is new or changed, the time of a hash once a week, and no
    time otherwise. `clock` returns seconds since 1970.
    """
    version = _file_version(path)
    checked = _recorded(path, version, clock)
    if checked is None:
        checked = _check(path, description, gpu=gpu, command=command)
        _record(path, version, checked, clock)
    if description.dimension not in (0, checked.dimension):
        raise ModelError(
            f"{path.name} gives vectors of {checked.dimension} numbers, but {description.title} "
            f"has {description.dimension}; it is another model.",
            _REINSTALL,
        )
    return checked


def check_rank_header(path: Path) -> None:
    """Raise ModelError when the file is no reranking model, also if it was checked as another."""
    from engine.embedding.models.gguf_header import check_header, read_header  # noqa: PLC0415

    _file_version(path)
    check_header(path.name, read_header(path), ModelDescription("", "", "", pooling="rank"))


def is_checked(path: Path, clock: Clock = time.time) -> bool:
    """Say whether this very file was checked before; hashes it where that is due."""
    return _recorded(path, _file_version(path), clock) is not None


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
    from engine.embedding.models.gguf_header import check_header, read_header  # noqa: PLC0415

    check_header(path.name, read_header(path), description)
    digest = _sha256(path)
    found = probe(path, description.pooling, gpu=gpu, command=command)
    return CheckedModel(digest, found.dimension, found.context_tokens)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def _file_version(path: Path) -> _FileVersion:
    try:
        state = path.stat()
    except OSError as error:
        raise ModelError(
            f"The model file {path.name} cannot be read: {error.strerror}.", _REINSTALL
        ) from error
    return _FileVersion(state.st_size, state.st_mtime_ns, state.st_ctime_ns, state.st_ino)


def _record_path(path: Path) -> Path:
    return path.with_name(path.name + ".checked.json")


def _recorded(path: Path, version: _FileVersion, clock: Clock) -> CheckedModel | None:
    """Return the recorded check of this very file, None when there is none that counts."""
    try:
        record = json.loads(_record_path(path).read_text(encoding="utf-8"))
        known, checked = _FileVersion(**record["file"]), CheckedModel(**record["model"])
        age = clock() - float(record["hashed"])
        if record["llama"] != llama_version():
            return None
        if known == version and 0 <= age < _DAYS_BETWEEN_HASHES * 86_400:
            return checked
        if _sha256(path) != checked.sha256:
            return None
    except (OSError, ValueError, TypeError, KeyError):
        return None
    _record(path, version, checked, clock)
    return checked


def _record(path: Path, version: _FileVersion, checked: CheckedModel, clock: Clock) -> None:
    """Write the record; where the folder cannot be written, the next start checks again."""
    record = {
        "file": asdict(version),
        "llama": llama_version(),
        "hashed": clock(),
        "model": asdict(checked),
    }
    temporary = _record_path(path).with_suffix(f".{os.getpid()}.tmp")
    with suppress(OSError):
        temporary.write_text(json.dumps(record), encoding="utf-8")
        temporary.replace(_record_path(path))


def load_model(
    path: Path,
    description: ModelDescription,
    *,
    threads: int = 0,
    gpu: bool = True,
    command: tuple[str, ...] = PROBE_COMMAND,
) -> GgufEmbedder:
    """Return the embedder of `path`, checked first so that no file can end this process.

    Raises ModelError with one sentence. `threads` 0 is automatic; `gpu` offers the layers to a
    graphics card, if llama.cpp was built for one; `command` starts the probe where `python -m`
    cannot (a packaged app).
    """
    checked = check_model(path, description, gpu=gpu, command=command)
    return GgufEmbedder(path, description, threads=threads, gpu=gpu, digest=checked.sha256)


def load_on_demand(
    path: Path,
    description: ModelDescription,
    *,
    threads: int = 0,
    gpu: bool = True,
    command: tuple[str, ...] = PROBE_COMMAND,
) -> OnDemandEmbedder:
    """Return an embedder of `path`, checked now and loaded when first needed; as `load_model`."""
    checked = check_model(path, description, gpu=gpu, command=command)
    return OnDemandEmbedder(
        facts_of(
            description,
            digest=checked.sha256,
            dimension=checked.dimension,
            context_tokens=checked.context_tokens,
        ),
        lambda: load_model(path, description, threads=threads, gpu=gpu, command=command),
    )


def load_reranker(
    path: Path,
    *,
    threads: int = 0,
    gpu: bool = True,
    command: tuple[str, ...] = PROBE_COMMAND,
) -> GgufReranker:
    """Return the reranker of `path`, tried in a process of its own first.

    Raises ModelError with one sentence when the file is not there, damaged or no such model.
    """
    description = ModelDescription(path.stem, path.stem, "", pooling="rank")
    check_rank_header(path)
    checked = check_model(path, description, gpu=gpu, command=command)
    return GgufReranker(path, threads=threads, gpu=gpu, digest=checked.sha256)
