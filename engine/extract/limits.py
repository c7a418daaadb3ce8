"""Limits on time, memory and size for reading one file, and on the data sent about it."""

from __future__ import annotations

from dataclasses import dataclass

from twofold.engine.processes.sandbox import SandboxPolicy

# The maximum text, in bytes of UTF-8, read from one file, and again from its embedded documents.
TEXT_BYTES = 64_000_000
# The maximum number of embedded documents read from one file.
MAX_EMBEDDED = 10_000
# Longer titles, authors and similar values are truncated.
MAX_VALUE_LENGTH = 100_000


@dataclass(frozen=True, slots=True)
class FrameLimits:
    """The maximum that may be sent about one file, in all its frames (see `process/frames.py`).

    `parsed_bytes` is the memory that the headers need once they are parsed; for hostile JSON this
    is up to 25 times its size.
    """

    frames: int
    header_bytes: int
    parsed_bytes: int
    tail_bytes: int


# A request to a worker contains one path, and a passage or the OCR text of the pages.
REQUEST_LIMITS = FrameLimits(1, 32_000_000, 256_000_000, 0)


@dataclass(frozen=True, slots=True)
class ReaderLimits:
    """The processor time (in seconds) and memory (in MB of 10^6 bytes) allowed for reading a file.

    Larger files than `max_file_mb` are refused. `sandbox` defines whether files are read on systems
    without a sandbox; by default they are not.
    """

    seconds: float = 60.0
    memory_mb: int = 1024
    max_file_mb: int = 200
    sandbox: SandboxPolicy = SandboxPolicy.REQUIRED

    @property
    def max_bytes(self) -> int:
        """The size of the largest file that is read, in bytes."""
        return self.max_file_mb * 1_000_000

    @property
    def answer(self) -> FrameLimits:
        """The maximum amount of data that a worker may send about one file (process/frames.py).

        A header has an entry for every line of text. For example, a table of 64 MB with 3,200,000
        lines has a header of 54 MB, which takes 360 MB of memory once parsed. Each embedded
        document takes two frames, or three if part of it is left out. A tail is either text or the
        image of one page with up to 30 million pixels.
        """
        return FrameLimits(
            frames=4 * MAX_EMBEDDED,
            header_bytes=self.memory_mb * 80_000,
            parsed_bytes=self.memory_mb * 500_000,
            tail_bytes=2 * TEXT_BYTES,
        )
