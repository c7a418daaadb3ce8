"""How much time, memory and size one file may take, and how much may be sent about it."""

from __future__ import annotations

from dataclasses import dataclass

from twofold.engine.processes.sandbox import SandboxPolicy

# How much text, as UTF-8, is read of one file, and as much again of the documents inside it.
TEXT_BYTES = 64_000_000
# How many documents inside one file are read.
MEMBERS = 10_000
# Longer titles, authors and the like are cut off.
MAX_VALUE_LENGTH = 100_000


@dataclass(frozen=True, slots=True)
class FrameLimits:
    """How much may be sent about one file, in all frames together (see `process/frames.py`).

    `parsed_bytes` is the memory that the headers take once they are parsed: for hostile JSON up to
    25 times its size.
    """

    frames: int
    header_bytes: int
    parsed_bytes: int
    tail_bytes: int


# What is asked of a worker: one path, and a passage of text or what was recognised on its pages.
REQUEST_LIMITS = FrameLimits(1, 32_000_000, 256_000_000, 0)


@dataclass(frozen=True, slots=True)
class ReaderLimits:
    """Seconds of processor time and megabytes (10^6 bytes) of memory that reading a file may take.

    Files larger than `max_file_mb` are refused. `sandbox` is whether files are read where the
    system has no sandbox; by default none are.
    """

    seconds: float = 60.0
    memory_mb: int = 1024
    max_file_mb: int = 200
    sandbox: SandboxPolicy = SandboxPolicy.REQUIRED

    @property
    def most_bytes(self) -> int:
        """The largest file that is read, in bytes."""
        return self.max_file_mb * 1_000_000

    @property
    def answer(self) -> FrameLimits:
        """How much a worker may send about one file.

        A header names each line of a text: that of a table of 64 MB with 3,200,000 lines has 54 MB
        and takes 360 MB of memory. Two frames are sent for each document inside a file, a third
        where something in it is left out. A tail holds text, or a page of 30 million pixels.
        """
        return FrameLimits(
            frames=4 * MEMBERS,
            header_bytes=self.memory_mb * 80_000,
            parsed_bytes=self.memory_mb * 500_000,
            tail_bytes=2 * TEXT_BYTES,
        )
