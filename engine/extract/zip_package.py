"""A document that is a zip file: its parts, unpacked within bounds.

A few kilobytes can unpack to gigabytes. What a part declares is checked before it is opened, and
zipfile never gives more than that.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import IO, Self

from engine.extract.errors import damaged_error, document_error, password_error
from engine.model.document import FailureReason

_ALWAYS_ALLOWED = 10_000_000
_MOST_UNPACKED = 500_000_000
_MOST_RATIO = 200
_BROKEN = (
    zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, LookupError, struct.error,
    OverflowError, RuntimeError,
)  # fmt: skip
_ENCRYPTED = 0x1


class ZipPackage:
    """The parts of a zip file by name, whatever the case; raises DocumentError as files do."""

    def __init__(self, data: bytes) -> None:
        with _translated_errors():
            self._archive = zipfile.ZipFile(BytesIO(data))
        self._parts = {info.filename.casefold(): info for info in self._archive.infolist()}
        self._packed = len(data)
        self._unpacked = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._archive.close()

    def __contains__(self, name: str) -> bool:
        return name.casefold() in self._parts

    @contextmanager
    def open(self, name: str) -> Iterator[Part]:
        """Open a part for reading. Raises DocumentError: damaged, password, too-large."""
        with _translated_errors():
            info = self._parts[name.casefold()]
            self._check(info)
            stream = self._archive.open(info)
        with stream:
            yield Part(stream)

    def read(self, name: str) -> bytes:
        """Return a part, or nothing when there is none."""
        if name not in self:
            return b""
        with self.open(name) as part:
            return part.read()

    def _check(self, info: zipfile.ZipInfo) -> None:
        if info.flag_bits & _ENCRYPTED:
            raise password_error()
        self._unpacked += info.file_size
        most = max(_ALWAYS_ALLOWED, self._packed * _MOST_RATIO)
        if self._unpacked > min(most, _MOST_UNPACKED):
            raise document_error(
                FailureReason.TOO_LARGE,
                f"The file unpacks to more than {min(most, _MOST_UNPACKED) / 1_000_000:,.0f} MB.",
                "It may have been made to fill the memory.",
            )


class Part:
    """A part open for reading."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def read(self, size: int = -1) -> bytes:
        """Return at most `size` bytes, b'' at the end; raise DocumentError when it is damaged."""
        with _translated_errors():
            return self._stream.read(size)


@contextmanager
def _translated_errors() -> Iterator[None]:
    try:
        yield
    except NotImplementedError as error:
        raise document_error(
            FailureReason.UNSUPPORTED, "The document is packed in a way that cannot be read."
        ) from error
    except _BROKEN as error:
        raise damaged_error() from error
