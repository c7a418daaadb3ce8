"""The settings for reading files, as limits of the extraction worker and as rules."""

from __future__ import annotations

from dataclasses import dataclass, replace

from twofold.engine.extract.limits import ReaderLimits
from twofold.engine.indexing.ignore_rules import IgnoreRules
from twofold.engine.model.settings import Settings
from twofold.engine.processes.sandbox import SandboxPolicy

# Settings that limit the reading of one file.
_MAX_FILE = "indexing.max_file_mb"
_READ_SECONDS = "indexing.read_seconds"
_READ_MEMORY = "indexing.read_memory_mb"
_LIMITS = (_MAX_FILE, _READ_SECONDS, _READ_MEMORY)

# Recognising a page takes up to 15 seconds of one processor, and 1.7 GB of address space, of which
# 1.1 GB are used.
_SECONDS_PER_PAGE = 180.0
_MEMORY_MB_OF_SCANS = 2500


@dataclass(frozen=True, slots=True)
class ReadingSettings:
    """The `settings` for reading files; `own_folders` are those that the program itself writes."""

    settings: Settings
    own_folders: frozenset[str]

    @property
    def limits(self) -> ReaderLimits:
        """The limits of time, memory and size for one file."""
        return ReaderLimits(
            seconds=self.settings.whole(_READ_SECONDS),
            memory_mb=self.settings.whole(_READ_MEMORY),
            max_file_mb=self.settings.whole(_MAX_FILE),
            sandbox=SandboxPolicy(self.settings.text("reading.sandbox")),
        )

    @property
    def scan_limits(self) -> ReaderLimits:
        """The limits of time and memory for recognising one page."""
        limits = self.limits
        return replace(
            limits,
            seconds=max(limits.seconds, _SECONDS_PER_PAGE),
            memory_mb=max(limits.memory_mb, _MEMORY_MB_OF_SCANS),
        )

    @property
    def limits_by_key(self) -> dict[str, int]:
        """The limits by the keys of their settings."""
        return {key: self.settings.whole(key) for key in _LIMITS}

    @property
    def wants_scans(self) -> bool:
        """Whether OCR of scans is enabled."""
        return self.settings.flag("ocr.enabled")

    @property
    def rules(self) -> IgnoreRules:
        """The rules that exclude files, including the program's own."""
        return IgnoreRules(
            hidden_files=self.settings.flag("indexing.hidden_files"),
            ignore_files=self.settings.flag("indexing.ignore_files"),
            own_folders=self.own_folders,
        )
