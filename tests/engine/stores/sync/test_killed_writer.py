"""What the library holds after its writer was killed."""

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.stores.library import MODEL, embed_all, opened
from tests.engine.stores.sync.interrupted_writer import DOCUMENTS_BEFORE, MOMENTS

ROOT = Path(__file__).parents[4]


def start_writer(folder: Path, moment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.engine.stores.sync.interrupted_writer", str(folder), moment],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


def confirmed(output: str) -> set[str]:
    """Return the paths confirmed on complete lines."""
    lines = output.splitlines(keepends=True)
    return {line.split()[1] for line in lines if line.startswith("put ") and line.endswith("\n")}


def assert_nothing_confirmed_is_lost(folder: Path, output: str) -> None:
    with opened(folder) as library:
        assert library.repairs == ()
        assert library.catalog.check() == ()
        assert confirmed(output) <= set(library.catalog.files.known("Notes"))
        present = {int(number) for number in library.catalog.chunk_numbers()}
        cached = {row.chunk_number for row in library.catalog.vectors.of_chunks(MODEL, present)}
        assert library.lexical_hits("apple") == present
        assert library.vector_hits() == cached
        # Only what was never confirmed as embedded is computed again.
        assert embed_all(library.catalog) == len(present - cached)
        library.indexes.synchronise()
        assert library.is_consistent()


def embedded_by(output: str) -> int:
    """Return how many vectors were confirmed on complete lines."""
    lines = output.splitlines(keepends=True)
    return sum(
        int(line.split()[1])
        for line in lines
        if line.startswith("embedded ") and line.endswith("\n")
    )


def vectors_kept(folder: Path) -> int:
    connection = sqlite3.connect(folder / "catalog.sqlite")
    kept = connection.execute("SELECT count(*) FROM vectors").fetchone()[0]
    connection.close()
    return int(kept)


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_writer_killed_at_any_step_loses_nothing_confirmed(tmp_path, moment):
    writer = start_writer(tmp_path, moment)
    output, _ = writer.communicate(timeout=600)

    assert writer.returncode < 0
    assert len(confirmed(output)) >= DOCUMENTS_BEFORE
    assert vectors_kept(tmp_path) >= embedded_by(output)
    assert_nothing_confirmed_is_lost(tmp_path, output)


def test_a_writer_killed_at_a_random_time_again_and_again_loses_nothing(tmp_path):
    everything = ""
    for lines_before_the_end in (4, 11, 20):
        writer = start_writer(tmp_path, "whenever")
        heard = [writer.stdout.readline() for _ in range(lines_before_the_end)]
        writer.kill()
        rest, _ = writer.communicate(timeout=600)
        everything += "".join(heard) + rest
        assert vectors_kept(tmp_path) >= 1
        assert_nothing_confirmed_is_lost(tmp_path, everything)
