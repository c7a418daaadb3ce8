"""Opening an index beside its catalog, and what becomes of one that cannot be used."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from twofold.engine.model.disk_errors import disk_first
from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.message import Message, joined, message, system_reason
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.lexical.index import LexicalIndex
from twofold.engine.stores.sync.followers import IndexFollower, LexicalFollower

if TYPE_CHECKING:
    from twofold.engine.stores.vectors.index import VectorIndex

ASIDE = ".damaged"
BUILT_AGAIN = message("It was built again from the catalog; nothing was lost.")

_Index = TypeVar("_Index", LexicalIndex, "VectorIndex")

logger = logging.getLogger(__name__)


def open_lexical(catalog: Catalog, folder: Path, repairs: list[Message]) -> LexicalIndex:
    """Open the lexical index; a sentence for a repair is added to `repairs`."""
    index = open_or_reset(
        lambda: LexicalIndex.open(folder, catalog.read_only), folder, catalog, repairs
    )
    return emptied_when_left_behind(
        index,
        LexicalFollower(catalog, index),
        is_empty=index.size == 0,
        reopen=lambda: LexicalIndex.open(folder),
    )


def open_or_reset(
    open_index: Callable[[], _Index], folder: Path, catalog: Catalog, repairs: list[Message]
) -> _Index:
    """Open an index, a new one where it cannot be used; IndexUnavailableError in a library to read.

    A sentence for a repair is added to `repairs`.
    """
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
        reason = newer_than_catalog(folder)
        if catalog.read_only:
            raise IndexUnavailableError(
                reason, message("It is built again when it may be written.")
            )
    logger.warning("%s: %s", folder, reason)
    repairs.append(joined(reason, BUILT_AGAIN))
    set_aside(folder)
    return open_index()


def emptied_when_left_behind(
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


def set_aside(folder: Path) -> None:
    """Move a damaged index away so that it can be examined; only the last one is kept."""
    aside = folder.with_name(f"{folder.name}{ASIDE}")
    try:
        LexicalIndex.discard(aside)
        if not aside.is_dir():
            aside.unlink(missing_ok=True)
        if folder.exists():
            folder.rename(aside)
    except OSError as error:
        problem = message(
            "The damaged index {folder} cannot be moved away: {strerror}.",
            folder=folder,
            strerror=system_reason(error),
        )
        hint = message("Close other programs that use it, or remove the folder yourself.")
        raise IndexUnavailableError(*disk_first(error, problem, hint)) from error


def newer_than_catalog(folder: Path) -> Message:
    """Say that an index has seen more than the catalog, a former one."""
    return message("The index in {name} is newer than the catalog.", name=folder.name)
