"""Open an index with its catalog, and replace it if it cannot be used."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from twofold.engine.model.disk_errors import disk_first
from twofold.engine.model.errors import IndexUnavailableError
from twofold.engine.model.localized import Message, joined, message, system_reason
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.lexical.index import LexicalIndex
from twofold.engine.stores.sync.followers import IndexFollower, LexicalFollower

if TYPE_CHECKING:
    from twofold.engine.stores.vectors.index import VectorIndex

ASIDE = ".damaged"
BUILT_AGAIN = message("It was rebuilt. Nothing was lost.")

_Index = TypeVar("_Index", LexicalIndex, "VectorIndex")

logger = logging.getLogger(__name__)


def open_lexical(catalog: Catalog, folder: Path, repairs: list[Message]) -> LexicalIndex:
    """Open the lexical index. A sentence about a repair is added to `repairs`."""
    index = open_or_reset(
        lambda: LexicalIndex.open(folder, catalog.read_only), folder, catalog, repairs
    )
    return emptied_if_outdated(
        index,
        LexicalFollower(catalog, index),
        is_empty=index.size == 0,
        reopen=lambda: LexicalIndex.open(folder),
    )


def open_or_reset(
    open_index: Callable[[], _Index], folder: Path, catalog: Catalog, repairs: list[Message]
) -> _Index:
    """Open an index, replacing an unusable one. Raise IndexUnavailableError if read-only.

    A sentence about a repair is added to `repairs`.
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
                reason, message("It will be rebuilt when the library is opened for writing.")
            )
    logger.warning("%s: %s", folder, reason)
    repairs.append(joined(reason, BUILT_AGAIN))
    set_aside(folder)
    return open_index()


def emptied_if_outdated(
    index: _Index, follower: IndexFollower, *, is_empty: bool, reopen: Callable[[], _Index]
) -> _Index:
    """Replace an outdated index by an empty one if the outbox lacks the changes it has missed.

    An outdated index might contain deleted chunks. An index becomes outdated while another model
    is in use, or when filling it is interrupted.
    """
    if follower.can_catch_up or is_empty or follower.is_read_only:
        return index
    index.close()
    index.discard(index.folder)
    return reopen()


def set_aside(folder: Path) -> None:
    """Move a damaged index away for examination. Only the latest one is kept."""
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
        hint = message("Close other programs that use it, or delete the folder.")
        raise IndexUnavailableError(*disk_first(error, problem, hint)) from error


def newer_than_catalog(folder: Path) -> Message:
    """Return the message about an index that is newer than the catalog."""
    return message("The index in {name} is newer than the catalog.", name=folder.name)
