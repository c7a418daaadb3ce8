"""Damaged catalogs that were moved aside: catalog.sqlite.damaged-1, -2 and so on."""

from __future__ import annotations

import logging
import re
from contextlib import suppress
from pathlib import Path

logger = logging.getLogger(__name__)

SUFFIXES = ("-wal", "-shm", "")
# A library may be large; the one before the last is kept in case that the last is of an attempt.
_KEPT = 2


def next_place(catalog: Path) -> Path:
    """Return where a damaged catalog is moved to: later numbers are newer."""
    number = max(_numbers(catalog), default=0) + 1
    return catalog.with_name(f"{catalog.name}.damaged-{number}")


def drop_older(catalog: Path) -> None:
    """Delete all copies but the newest two that hold anything; what cannot be deleted stays."""
    places = [catalog.with_name(f"{catalog.name}.damaged-{n}") for n in _numbers(catalog)]
    kept = [place for place in places if _holds_anything(place)][-_KEPT:]
    for place in places:
        if place not in kept:
            logger.info("an older damaged library is deleted: %s", place)
            _delete(place)


def _numbers(catalog: Path) -> list[int]:
    name = re.compile(rf"{re.escape(catalog.name)}\.damaged-(\d{{1,9}})")
    found = (name.fullmatch(path.name) for path in catalog.parent.iterdir())
    return sorted(int(one[1]) for one in found if one)


def _holds_anything(place: Path) -> bool:
    parts = (place.with_name(f"{place.name}{suffix}") for suffix in SUFFIXES)
    return any(part.is_file() and part.stat().st_size for part in parts)


def _delete(place: Path) -> None:
    for suffix in SUFFIXES:
        with suppress(OSError):
            place.with_name(f"{place.name}{suffix}").unlink(missing_ok=True)
