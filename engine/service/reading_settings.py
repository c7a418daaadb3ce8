"""What the settings of reading say: limits of one file, and which files are passed over."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from engine.extract.limits import ReaderLimits
from engine.indexing.ignore_rules import IgnoreRules
from engine.model.settings import Settings
from engine.processes.sandbox import SandboxPolicy
from engine.stores.catalog.catalog import Catalog

_LARGEST = "indexing.max_file_mb"
_SECONDS = "indexing.read_seconds"
_MEMORY = "indexing.read_memory_mb"
_LIMITS = (_LARGEST, _SECONDS, _MEMORY)


def reader_limits(settings: Settings) -> ReaderLimits:
    """Return how much time, memory and size one file may take."""
    return ReaderLimits(
        seconds=settings.whole(_SECONDS),
        memory_mb=settings.whole(_MEMORY),
        max_file_mb=settings.whole(_LARGEST),
        sandbox=SandboxPolicy(settings.text("reading.sandbox")),
    )


def ignore_rules(settings: Settings, own_folders: Iterable[Path]) -> IgnoreRules:
    """Return which files are passed over; `own_folders` are those the program writes itself."""
    return IgnoreRules(
        hidden_files=settings.flag("indexing.hidden_files"),
        ignore_files=settings.flag("indexing.ignore_files"),
        own_folders=frozenset(str(place.resolve()) for place in own_folders),
    )


def try_again_where_raised(catalog: Catalog, settings: Settings) -> bool:
    """Have files read again that failed by a limit which is higher now; say whether there are."""
    now, usual = ({key: one.whole(key) for key in _LIMITS} for one in (settings, Settings()))
    return catalog.try_again_where_raised(now, usual) > 0
