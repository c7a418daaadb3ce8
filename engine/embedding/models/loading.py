"""Turn an untrusted model file into an embedder or reranker.

A new or changed file is checked: its header by our own bounds-checked parser, then a child process
loads it and embeds a few texts. Then its light form is written (see `light_form`), which must
produce the same tokens and vectors in another child process. The result is recorded next to the
file with the SHA-256 of all these files. They are hashed again if size, times or inode of one
differ, and also before the first load more than seven days after the last hash. If a hash differs,
everything is checked again. A change that preserves size, times and inode is therefore noticed
within seven days. Hashing takes about a second per gigabyte (four without SHA instructions); the
files are about to be read anyway.
"""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from twofold.engine.durable_files import put_in_place, sync_file
from twofold.engine.embedding.catalogue import ModelDescription, file_sha256
from twofold.engine.embedding.llama.embedder import GgufEmbedder, facts_of
from twofold.engine.embedding.llama.library import llama_version
from twofold.engine.embedding.llama.light_form import LIGHT_FORM_VERSION, LightForm, all_light_files
from twofold.engine.embedding.llama.reranker import GgufReranker
from twofold.engine.embedding.models.probe import STRICT_TRIAL, ModelTrial, probe
from twofold.engine.embedding.models.registry import record_path
from twofold.engine.embedding.on_demand import OnDemandEmbedder
from twofold.engine.model.errors import ModelError
from twofold.engine.model.localized import EMPTY, message, system_reason

if TYPE_CHECKING:
    from twofold.engine.embedding.models.gguf_header import GgufHeader

logger = logging.getLogger(__name__)

Clock = Callable[[], float]

_DAYS_BETWEEN_HASHES = 7
_REINSTALL = message("Download or install the model again.")


@dataclass(frozen=True, slots=True)
class CheckedModel:
    """A checked file: its `sha256` and the `dimension` of its vectors.

    `light` is its light form, if it has one, and `light_sha256` are the hashes of those files.
    """

    sha256: str
    dimension: int
    context_tokens: int
    light: LightForm | None = None
    light_sha256: tuple[str, ...] = ()

    @classmethod
    def from_values(cls, values: dict[str, Any]) -> Self:
        """Decode the result of `asdict`. Raise TypeError, ValueError or KeyError for others."""
        light = values["light"] and LightForm.from_values(values["light"])
        return cls(**{**values, "light": light, "light_sha256": tuple(values["light_sha256"])})

    def hashes(self, path: Path) -> dict[Path, str]:
        """Return all files of the model at `path` that are used, and their SHA-256."""
        files = self.light.files(path) if self.light else ()
        return {path: self.sha256, **dict(zip(files, self.light_sha256, strict=True))}


_FileVersion = dict[str, int]
"""The file properties that must be unchanged to trust a recorded check without hashing."""


def load_model(
    path: Path,
    description: ModelDescription,
    *,
    threads: int = 0,
    gpu: bool = True,
    trial: ModelTrial = STRICT_TRIAL,
) -> GgufEmbedder:
    """Return the embedder of `path`. The file is checked first, so it cannot crash this process.

    Raise ModelError. `threads` 0 is automatic; `gpu` offloads the layers to a graphics card, if
    llama.cpp supports one; `trial` defines how the file is tested.
    """
    checked = check_model(path, description, gpu=gpu, trial=trial)
    return GgufEmbedder(
        path,
        description,
        threads=threads,
        gpu=gpu,
        digest=checked.sha256,
        light=checked.light,
    )


def load_on_demand(
    path: Path,
    description: ModelDescription,
    *,
    threads: int = 0,
    gpu: bool = True,
    trial: ModelTrial = STRICT_TRIAL,
) -> OnDemandEmbedder:
    """Return an embedder of `path`, checked now and loaded on first use; see `load_model`."""
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
    """Return the reranker of `path`, checked first; see `load_model`."""
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
    """Check the file. Raise ModelError if it must not be used.

    Takes some seconds for a new or changed file, the time of a hash once a week, and no time
    otherwise. A file that was checked as an embedding model is checked again as a reranking model,
    and vice versa. `clock` returns seconds since 1970.
    """
    ranks = description.ranks
    checked = _recorded(path, clock, ranks=ranks)
    if checked is None:
        before = _file_version(path)
        checked = _check(path, description, gpu=gpu, trial=trial)
        if before == _file_version(path):
            _record(path, checked, clock, ranks=ranks)
    if description.dimension not in (0, checked.dimension):
        raise ModelError(
            message(
                "{name} has {dimension} dimensions, but {title} has "
                "{dimension4}. It is a different model.",
                name=path.name,
                dimension=checked.dimension,
                title=description.title,
                dimension4=description.dimension,
            ),
            _REINSTALL,
        )
    return checked


def is_checked(path: Path, *, ranks: bool = False, clock: Clock = time.time) -> bool:
    """Return whether this file was checked as a model of this kind; hashes it if that is due."""
    _file_version(path)
    return _recorded(path, clock, ranks=ranks) is not None


def move_checked(source: Path, target: Path) -> None:
    """Move a checked file on its drive together with its derived files, durably."""
    sync_file(source)
    record_path(target).unlink(missing_ok=True)
    put_in_place(source, target)
    beside = zip(all_light_files(source), all_light_files(target), strict=True)
    for former, file in (*beside, (record_path(source), record_path(target))):
        with suppress(FileNotFoundError):
            former.replace(file)


def forget_check(path: Path) -> None:
    """Make the next use check the file again."""
    for file in (record_path(path), *all_light_files(path)):
        with suppress(OSError):
            file.unlink(missing_ok=True)


def _check(
    path: Path, description: ModelDescription, *, gpu: bool, trial: ModelTrial
) -> CheckedModel:
    # The format tables take a moment to import and are only needed for new files.
    from twofold.engine.embedding.models.gguf_header import (  # noqa: PLC0415
        check_header,
        check_measured,
        read_header,
        unknown_architecture,
    )
    from twofold.engine.embedding.models.light_files import (  # noqa: PLC0415
        check_vocabulary,
        unusual_pieces,
    )

    header = read_header(path)
    check_header(path.name, header, description)
    check_vocabulary(path, header)
    digest = file_sha256(path)
    tried = partial(
        probe, path, description.pooling, gpu=gpu, trial=trial, texts=unusual_pieces(path, header)
    )
    try:
        found = tried()
    except ModelError as error:
        raise unknown_architecture(path.name, header) or error from error
    check_measured(path.name, header, found.dimension, found.context_tokens)
    checked = CheckedModel(digest, found.dimension, found.context_tokens)
    if description.ranks or not found.sample:
        return checked
    light = _light_form(path, header, lambda light: tried(light=light) == found)
    if light is None:
        return checked
    hashes = tuple(file_sha256(file) for file in light.files(path))
    return replace(checked, light=light, light_sha256=hashes)


def _light_form(
    path: Path, header: GgufHeader, is_same: Callable[[LightForm], bool]
) -> LightForm | None:
    """Write and test the light form; return None if only the original file can be used."""
    from twofold.engine.embedding.models.light_files import (  # noqa: PLC0415 (as above)
        remove_light_form,
        write_light_form,
    )

    try:
        light = write_light_form(path, header)
        if light is not None and is_same(light):
            return light
        logger.info("%s has no light form: its results would differ", path.name)
    except (ModelError, OSError) as error:
        logger.info("%s has no light form: %s", path.name, error)
    remove_light_form(path)
    return None


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


def _recorded(path: Path, clock: Clock, *, ranks: bool) -> CheckedModel | None:
    """Return the recorded check of this file, None if there is no valid one."""
    try:
        record = json.loads(record_path(path).read_text(encoding="utf-8"))
        if record["kind"] != _kind_of_check(ranks=ranks):
            return None
        checked = CheckedModel.from_values(record["model"])
        hashes = checked.hashes(path)
        age = clock() - float(record["hashed"])
        is_recent = 0 <= age < _DAYS_BETWEEN_HASHES * 86_400
        if is_recent and record["files"] == [_file_version(file) for file in hashes]:
            return checked
        if any(file_sha256(file) != digest for file, digest in hashes.items()):
            return None
    except (OSError, ModelError, ValueError, TypeError, KeyError):
        return None
    _record(path, checked, clock, ranks=ranks)
    return checked


def _kind_of_check(*, ranks: bool) -> list[object]:
    """Return the conditions of a check. A recorded check with other conditions is invalid."""
    return [llama_version(), LIGHT_FORM_VERSION, ranks]


def _record(path: Path, checked: CheckedModel, clock: Clock, *, ranks: bool) -> None:
    """Write the record. If the folder is read-only, the next start checks again."""
    record = {
        "files": [_file_version(file) for file in checked.hashes(path)],
        "kind": _kind_of_check(ranks=ranks),
        "hashed": clock(),
        "model": asdict(checked),
    }
    temporary = record_path(path).with_suffix(f".{os.getpid()}.tmp")
    with suppress(OSError):
        temporary.write_text(json.dumps(record), encoding="utf-8")
        temporary.replace(record_path(path))
