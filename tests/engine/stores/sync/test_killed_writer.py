"""What the library holds after its writer was killed."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.engine.stores.library import MODEL, embed_all, opened
from tests.engine.stores.sync.interrupted_writer import DOCUMENTS_BEFORE, MOMENTS

ROOT = Path(__file__).parents[4]


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_writer_killed_at_any_step_loses_nothing_confirmed(tmp_path, moment):
    command = ["-m", "tests.engine.stores.sync.interrupted_writer", str(tmp_path), moment]
    writer = subprocess.run(
        [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert writer.returncode < 0, writer.stderr
    said = [line.split() for line in writer.stdout.splitlines()]
    confirmed = {words[1] for words in said if words[0] == "put"}
    assert len(confirmed) >= DOCUMENTS_BEFORE
    with closing(sqlite3.connect(tmp_path / "catalog.sqlite")) as connection:
        (kept,) = connection.execute("SELECT count(*) FROM vectors").fetchone()
    assert kept >= sum(int(words[1]) for words in said if words[0] == "embedded")
    with opened(tmp_path) as library:
        assert library.repairs == ()
        assert library.catalog.check() == ()
        assert confirmed <= set(library.catalog.files.known("Notes"))
        present = {int(number) for number in library.catalog.chunk_numbers()}
        cached = {row.chunk_number for row in library.catalog.vectors.of_chunks(MODEL, present)}
        assert library.lexical_hits("apple") == present
        assert library.vector_hits() == cached
        # Only what was never confirmed as embedded is computed again.
        assert embed_all(library.catalog) == len(present - cached)
        library.indexes.synchronise()
        assert library.is_consistent()
