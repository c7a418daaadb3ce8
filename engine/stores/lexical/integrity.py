"""The files of a Tantivy index: finding damage before they are used; and translated errors.

Tantivy notices damage only when it comes upon it, or not at all. But every file of a segment ends
with a footer: JSON with the CRC-32 of all before it, then that JSON's length and a magic number,
both u32 little-endian (tantivy `directory/footer.rs`). Files that no committed segment names are
leftovers of a writer that was killed.
"""

from __future__ import annotations

import json
import re
import shutil
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from engine.model.errors import EngineError, IndexUnavailableError

_SEGMENT_FILE = re.compile(r"[0-9a-f]{32}\.")
_MAGIC = 1337
_TAIL_BYTES = 8
_LONGEST_FOOTER = 50_000
_BLOCK = 4 * 1024 * 1024


def check_files(folder: Path) -> None:
    """Read every file of a segment once; IndexUnavailableError when one is damaged.

    Takes about a tenth of a second for 100 MB that were read before.
    """
    segments = _segments(folder)
    for path in sorted(folder.iterdir()):
        if _is_committed(path.name, segments) and not _is_sound(path):
            raise IndexUnavailableError(
                f"The keyword index is damaged ({path.name}).", "It is rebuilt from the catalog."
            )


def links_to(folder: Path) -> TemporaryDirectory[str]:
    """Return a folder of links to an index that may not be written: Tantivy wants a lock file.

    Where links may not be made, as on Windows, they are copies.
    """
    links = TemporaryDirectory(prefix="twofold-", ignore_cleanup_errors=True)
    for file in folder.iterdir():
        if not file.name.endswith(".lock"):
            link = Path(links.name) / file.name
            try:
                link.symlink_to(file.absolute())
            except OSError:
                shutil.copyfile(file, link)
    return links


def committed_state(folder: Path) -> tuple[int, int, int]:
    """Return what every commit to the index in `folder` changes: it puts a new file in place."""
    status = (folder / "meta.json").stat()
    return status.st_ino, status.st_mtime_ns, status.st_size


def remove_leftovers(folder: Path) -> None:
    """Remove what a killed writer left; call it only where nobody else writes.

    The next writer gives files the same names, and fails when they are there.
    """
    try:
        segments = _segments(folder)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return  # there is no index yet, or a damaged one, which opening it says
    for path in folder.iterdir():
        if _SEGMENT_FILE.match(path.name) and not _is_committed(path.name, segments):
            # Windows keeps what another process still reads; the next opening removes it.
            with suppress(PermissionError):
                path.unlink(missing_ok=True)


def _segments(folder: Path) -> dict[str, int | None]:
    """Return the committed segments, each with the opstamp of its deletions."""
    segments = json.loads((folder / "meta.json").read_bytes())["segments"]
    return {
        segment["segment_id"].replace("-", ""): (segment.get("deletes") or {}).get("opstamp")
        for segment in segments
    }


def _is_committed(name: str, segments: dict[str, int | None]) -> bool:
    segment, *rest = name.split(".")
    if segment not in segments or not rest:
        return False
    return rest[-1] != "del" or rest == [str(segments[segment]), "del"]


def _is_sound(path: Path) -> bool:
    size = path.stat().st_size
    if size < _TAIL_BYTES:
        return False
    with path.open("rb") as file:
        file.seek(size - _TAIL_BYTES)
        tail = file.read(_TAIL_BYTES)
        length, magic = int.from_bytes(tail[:4], "little"), int.from_bytes(tail[4:], "little")
        body = size - _TAIL_BYTES - length
        if magic != _MAGIC or length > _LONGEST_FOOTER or body < 0:
            return False
        file.seek(body)
        expected = _crc_in(file.read(length))
        file.seek(0)
        return expected == _crc_of(file, body)


def _crc_in(footer: bytes) -> int | None:
    try:
        crc = json.loads(footer)["crc"]
    except (ValueError, KeyError, TypeError):
        return None
    return crc if isinstance(crc, int) else None


def _crc_of(file: BinaryIO, length: int) -> int:
    crc, left = 0, length
    while left > 0:
        block = file.read(min(left, _BLOCK))
        if not block:
            break
        crc, left = zlib.crc32(block, crc), left - len(block)
    return crc


# --- Tantivy's exceptions as ours ---


# ENOSPC; ERROR_DISK_FULL and its handle's; and what is left of them when a thread of Tantivy died.
_FULL_DISK = re.compile(r"os error (?:28|112|39)\b|io::Error most likely")
_FREE_SPACE = "Free some space; nothing that was finished is lost."


@contextmanager
def translated(message: str, hint: str) -> Iterator[None]:
    """Raise IndexUnavailableError for whatever Tantivy raises (its panics are BaseExceptions)."""
    try:
        yield
    except EngineError:
        raise
    except Exception as error:
        if _FULL_DISK.search(str(error)):
            raise IndexUnavailableError(message, _FREE_SPACE) from error
        raise IndexUnavailableError(f"{message} ({_first_line(error)})", hint) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise IndexUnavailableError(f"{message} ({_first_line(error)})", hint) from error


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]
