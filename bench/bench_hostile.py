"""What indexing hostile documents costs: python -m bench.bench_hostile [--program CHECKOUT].

Each document is indexed into a library of its own by the `index` command of a checkout, and is made
by `tests.support.hostile_documents`. Printed are the bytes of text that were read, the passages,
the bytes of the catalog and of the keyword index, how often the text that is, and the peak memory
of the indexer above that of a library with one small note. `--limit MB` sets the address space of
the command (`ulimit -v`), which is then run twice: the second run must complete what the first
may have left undone. Linux only.
"""

from __future__ import annotations

import argparse
import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from tests.support.archives import zip_of
from tests.support.hostile_documents import MAKERS, nested_xml

_COUNT = 400
_MAX_SECONDS = 1800
_ALWAYS_ALLOWED = 8_000_000  # bytes; 20,000 passages of a few letters
_SENTENCE = "Plain text with some words that are all different: number {}.\n"


def _plain_text(megabytes: int) -> bytes:
    lines: list[str] = []
    length = 0
    while length < megabytes * 1_000_000:
        lines.append(_SENTENCE.format(len(lines)))
        length += len(lines[-1])
    return "".join(lines).encode()


# The two archives of the security review, and as much plain text.
LARGE: dict[str, Callable[[], bytes]] = {
    "nested-11-MB.zip": lambda: zip_of({"book.xml": nested_xml(12_000)}),
    "nested-63-MB.zip": lambda: zip_of({"book.xml": nested_xml(68_000)}),
    "plain-64-MB.txt": lambda: _plain_text(199),
    "short-passages.zip": lambda: zip_of({"short.xml": MAKERS["short.xml"](2_000)}),
}


@dataclass(frozen=True, slots=True)
class Cost:
    """What indexing one document took; `status` is that of the command."""

    status: int
    text: int
    passages: int
    catalog: int
    lexical: int
    peak_mb: float
    seconds: float

    @property
    def ratio(self) -> float:
        """How often the stored bytes hold the text."""
        return (self.catalog + self.lexical) / max(1, self.text)


def index(home: Path, folder: Path, program: Path, limit_mb: int = 0) -> Cost:
    """Index a folder in a process of its own and measure it."""
    began = time.monotonic()
    limited = ("sh", "-c", 'ulimit -v "$0"; exec "$@"', str(limit_mb * 1000)) if limit_mb else ()
    process = subprocess.Popen(
        (*limited, sys.executable, "-m", "twofold", "folder", "add", "--no-vectors", str(folder)),
        cwd=program,
        env={**os.environ, "TWOFOLD_HOME": str(home), "PYTHONPATH": str(program)},
        stdout=subprocess.DEVNULL,
    )
    peak = _watched(process)
    catalogs = [p for p in home.rglob("catalog.sqlite*") if p.name != "catalog.sqlite-shm"]
    text, passages = _read(catalogs[0].with_name("catalog.sqlite")) if catalogs else (0, 0)
    return Cost(
        process.returncode,
        text,
        passages,
        sum(one.stat().st_size for one in catalogs),
        sum(p.stat().st_size for p in home.rglob("lexical/*")),
        peak,
        time.monotonic() - began,
    )


def _watched(process: subprocess.Popen[bytes]) -> float:
    """Wait for a process; return the most memory it had, in MB of 10^6 bytes."""
    peak, status = 0.0, Path(f"/proc/{process.pid}/status")
    ends = time.monotonic() + _MAX_SECONDS
    while process.poll() is None and time.monotonic() < ends:
        try:
            lines = status.read_text(encoding="ascii", errors="replace")
        except OSError:
            break
        if "VmHWM:" in lines:
            peak = max(peak, 1.024 * int(lines.split("VmHWM:")[1].split()[0]) / 1000)
        time.sleep(0.02)
    if process.poll() is None:
        process.kill()
    process.wait()
    return peak


def _read(catalog: Path) -> tuple[int, int]:
    """Return the bytes of all passages and how many there are."""
    with closing(sqlite3.connect(f"file:{catalog}?mode=ro", uri=True)) as connection:
        found = connection.execute(
            "SELECT ifnull(sum(length(CAST(text AS BLOB))), 0), count(*) FROM chunks"
        ).fetchone()
    return int(found[0]), int(found[1])


def main() -> int:
    """Print a row for each document; the status is 1 when one is over its limits."""
    arguments = _arguments()
    wanted = {name: lambda make=make: make(arguments.count) for name, make in MAKERS.items()}
    wanted = {**wanted, **LARGE} if arguments.large else wanted
    names = arguments.documents or list(wanted)
    wanted |= LARGE
    print(
        f"{'document':<20} {'file':>10} {'text':>10} {'passages':>8} {'catalog':>11}"
        f" {'lexical':>10} {'ratio':>7} {'MB above idle':>13} {'s':>6}  status"
    )
    with tempfile.TemporaryDirectory(prefix="hostile-") as temporary:
        home = Path(temporary)
        idle = _cost_of(home, "idle.txt", b"A note.", arguments).peak_mb
        costs = [_tell(home, name, wanted[name](), arguments, idle) for name in names]
    over = [
        c
        for c in costs
        if c.status or c.peak_mb - idle > 500 or c.catalog > 20 * c.text + _ALWAYS_ALLOWED
    ]
    return 1 if over else 0


def _tell(
    home: Path, name: str, content: bytes, arguments: argparse.Namespace, idle: float
) -> Cost:
    cost = _cost_of(home, name, content, arguments)
    print(
        f"{name:<20} {len(content):>10} {cost.text:>10} {cost.passages:>8} {cost.catalog:>11}"
        f" {cost.lexical:>10} {cost.ratio:>7.1f} {cost.peak_mb - idle:>13.0f}"
        f" {cost.seconds:>6.1f}  {cost.status}",
        flush=True,
    )
    return cost


def _cost_of(home: Path, name: str, content: bytes, arguments: argparse.Namespace) -> Cost:
    with tempfile.TemporaryDirectory(dir=home) as own:
        folder = Path(own) / "documents"
        folder.mkdir()
        (folder / name).write_bytes(content)
        library = Path(own) / "home"
        _write_settings(library, arguments.seconds)
        cost = index(library, folder, arguments.program, arguments.limit)
        if arguments.limit:
            print(f"  {name}: status {cost.status} at first", flush=True)
            cost = index(library, folder, arguments.program, arguments.limit)
        return cost


def _write_settings(home: Path, seconds: int) -> None:
    place = home / "settings.yaml"
    place.parent.mkdir(parents=True)
    place.write_text(f"indexing:\n  read_seconds: {seconds}\n", encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("documents", nargs="*", help="names of documents; all without")
    parser.add_argument("--program", type=Path, default=Path.cwd(), help="the checkout to run")
    parser.add_argument("--count", type=int, default=_COUNT, help="how often texts repeat")
    parser.add_argument("--limit", type=int, default=0, help="MB of address space")
    parser.add_argument("--large", action="store_true", help="the archives of 11 and 63 MB too")
    parser.add_argument("--seconds", type=int, default=300, help="reading one file may take")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
