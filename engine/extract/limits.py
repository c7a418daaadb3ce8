"""How much time, memory and size one file may take."""

from __future__ import annotations

from dataclasses import dataclass

from engine.processes.sandbox import SandboxPolicy


@dataclass(frozen=True, slots=True)
class ReaderLimits:
    """Seconds of wall time and megabytes (10^6 bytes) of memory that reading one file may take.

    Files larger than `max_file_mb` are refused. A worker is replaced after `files_per_worker`
    files, so that what a library leaks stays small. One that has read more than `files_kept` is not
    kept for later: it holds twice the memory of a fresh one, and the next file may come in hours.
    `sandbox` says whether files are read where the system has no sandbox.
    """

    seconds: float = 60.0
    memory_mb: int = 1024
    max_file_mb: int = 200
    files_per_worker: int = 2000
    files_kept: int = 256
    sandbox: SandboxPolicy = SandboxPolicy.AUTO

    @property
    def most_bytes(self) -> int:
        """The largest file that is read, in bytes."""
        return self.max_file_mb * 1_000_000
