"""Opening a catalog and its indexes: what cannot be used is set aside and made anew."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from engine.model.errors import IndexUnavailableError
from engine.stores.catalog.catalog import Catalog
from engine.stores.lexical.index import LexicalIndex
from engine.stores.sync.followers import IndexFollower, LexicalFollower, VectorFollower
from engine.stores.vectors.files import read_sidecar
from engine.stores.vectors.index import VectorIndex
from engine.stores.vectors.texts import saved_vectors

_ASIDE = ".damaged"
_BUILT_AGAIN = "It was built again from the catalog; nothing was lost."

_Index = TypeVar("_Index", LexicalIndex, VectorIndex)


def open_catalog(path: Path, vectors: Path | None = None) -> tuple[Catalog, tuple[str, ...]]:
    """Open the catalog; when it is damaged, lost or too old, go on with what can be saved of it.

    `vectors` is the folder of the vector indexes, unless it is called that and lies beside the
    catalog. Returns a sentence for the person when something was saved; the folders are then to be
    read again.
    """
    folder = vectors or path.with_name("vectors")
    return Catalog.open_or_recover(path, partial(saved_vectors, folder))


def set_newer_aside(catalog: Catalog, folder: Path) -> tuple[str, ...]:
    """Move vector indexes of `folder` away that have seen more than the catalog, a former one.

    Call it before anything is written: once the catalog has gone on, nobody could tell. Vectors
    that only they hold are kept. So is a file in the place of `folder`, in which no index could be
    made. Returns a sentence for each.
    """
    if folder.is_file():
        _set_aside(folder)
        return (f"In the place of the folder {folder.name} there was a file. {_BUILT_AGAIN}",)
    newer = [place for place in _places_in(folder) if _generation_of(place) > catalog.generation]
    if newer:
        catalog.keep_vectors(partial(saved_vectors, folder))
    for place in newer:
        _set_aside(place)
    return tuple(f"{_newer(place)} {_BUILT_AGAIN}" for place in newer)


def _places_in(folder: Path) -> Sequence[Path]:
    names = sorted(folder.iterdir()) if folder.is_dir() else []
    return [place for place in names if place.suffix != _ASIDE]


def _generation_of(folder: Path) -> int:
    try:
        sidecar = read_sidecar(folder)
    except (OSError, IndexUnavailableError):
        return 0  # it is repaired when it is used
    return sidecar.generation if sidecar else 0


def _newer(folder: Path) -> str:
    return f"The index in {folder.name} is newer than the catalog."


def open_lexical(catalog: Catalog, folder: Path, repairs: list[str]) -> LexicalIndex:
    """Open the lexical index; a sentence for a repair is added to `repairs`."""
    index = _open_or_reset(
        lambda: LexicalIndex.open(folder, catalog.read_only), folder, catalog, repairs
    )
    return _emptied_when_left_behind(
        index,
        LexicalFollower(catalog, index),
        is_empty=index.size == 0,
        reopen=lambda: LexicalIndex.open(folder),
    )


def open_vectors(
    catalog: Catalog, folder: Path, fingerprint: str, dimension: int, repairs: list[str]
) -> VectorIndex:
    """Open the vector index of a model; a sentence for a repair is added to `repairs`."""

    def open_index() -> VectorIndex:
        return VectorIndex.open(folder, dimension, fingerprint, read_only=catalog.read_only)

    index = _open_or_reset(open_index, folder, catalog, repairs)
    return _emptied_when_left_behind(
        index, VectorFollower(catalog, index), is_empty=index.count == 0, reopen=open_index
    )


def _open_or_reset(
    open_index: Callable[[], _Index], folder: Path, catalog: Catalog, repairs: list[str]
) -> _Index:
    try:
        index = open_index()
    except IndexUnavailableError as error:
        if catalog.read_only:
            raise
        reason = error.message
    else:
        if (index.generation or 0) <= catalog.generation:
            return index
        index.close()
        reason = _newer(folder)
        if catalog.read_only:
            raise IndexUnavailableError(reason, "It is built again when it may be written.")
    logger.warning("%s: %s", folder, reason)
    repairs.append(f"{reason} {_BUILT_AGAIN}")
    _set_aside(folder)
    return open_index()


def _emptied_when_left_behind(
    index: _Index, follower: IndexFollower, *, is_empty: bool, reopen: Callable[[], _Index]
) -> _Index:
    """Start afresh when the outbox no longer holds what the index has missed.

    It might hold chunks that are gone. This is so after another model was in use for a while, or
    when filling the index was interrupted.
    """
    if follower.can_follow or is_empty or follower.is_read_only:
        return index
    index.close()
    index.discard(index.folder)
    return reopen()


def _set_aside(folder: Path) -> None:
    """Move a damaged index away so that it can be looked at; only the last one is kept."""
    aside = folder.with_name(f"{folder.name}{_ASIDE}")
    try:
        LexicalIndex.discard(aside)
        if not aside.is_dir():
            aside.unlink(missing_ok=True)
        if folder.exists():
            folder.rename(aside)
    except OSError as error:
        raise IndexUnavailableError(
            f"The damaged index {folder} cannot be moved away: {error.strerror}.",
            "Close other programs that use it, or remove the folder yourself.",
        ) from error


# --- Size on disk ---


def disk_size(catalog: Path, folders: Iterable[Path]) -> int:
    """Return the bytes of a catalog with its side files and of everything below `folders`.

    A file that goes meanwhile, as the indexes replace theirs, counts nothing.
    """
    files = [*catalog.parent.glob(f"{catalog.name}*")]
    for folder in folders:
        files += folder.rglob("*")
    return sum(map(_bytes_of, files))


def _bytes_of(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_size if path.is_file() else 0
    return 0
