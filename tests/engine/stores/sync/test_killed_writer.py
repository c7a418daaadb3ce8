"""The state of the library after its writer was killed.

When run as a program, this module is the writer: it fills the library FOLDER and dies at a MOMENT.
It prints to stdout what was confirmed ('put PATH' after each committed document, 'embedded N').
"""

import os
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from tests.engine.stores.library import MODEL, embed_all, open_library, opened, put
from twofold.engine.stores.catalog.change import CatalogChange
from twofold.engine.stores.catalog.outbox import Outbox
from twofold.engine.stores.sync.followers import LexicalFollower, VectorFollower
from twofold.engine.stores.sync.indexes import Indexes
from twofold.engine.stores.vectors import files, snapshot
from twofold.engine.stores.vectors.files import VectorFiles

ROOT = Path(__file__).parents[4]
DOCUMENTS_BEFORE = 3
# Where the process dies: instead of the n-th call of a function.
MOMENTS = {
    "inside the catalog's transaction": (CatalogChange, "finish", 1),
    "catalog written, indexes not": (Indexes, "synchronise", 1),
    "before the lexical index is written": (LexicalFollower, "_write", 1),
    "lexical index written, vectors not": (VectorFollower, "_write", 1),
    "vectors appended, records not": (files, "write_at", 2),
    "vectors appended, not confirmed": (files, "replace_file", 1),
    "vectors confirmed, their texts not noted": (files, "write_at", 1),
    "one index recorded, the other not": (Outbox, "record", 2),
    "both recorded, outbox not pruned": (Outbox, "prune", 1),
    "compaction begun": (VectorFiles, "rewrite", 1),
    "compacted, not confirmed": (files, "replace_file", 2),
    "compacted, old files still there": (VectorFiles, "_remove_leftovers", 2),
}


def say(line):
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def die_at(owner, name, nth):
    original = getattr(owner, name)
    calls = count(1)

    def counting(*arguments, **named):
        if next(calls) == nth:
            os.kill(os.getpid(), signal.SIGKILL)
        return original(*arguments, **named)

    setattr(owner, name, counting)


def put_and_confirm(library, path, texts):
    with library.catalog.change() as change:
        put(change, path, texts)
    say(f"put {path}")


def main(folder, moment):
    library = open_library(Path(folder))
    for number in count():
        if number == DOCUMENTS_BEFORE:
            die_at(*MOMENTS[moment])
            if "compact" in moment:
                # Compaction is due as soon as one row is deleted.
                snapshot._MAX_DELETED_ROWS = 0
                snapshot._DELETED_SHARE = 0.0
        put_and_confirm(library, f"{number}.md", [f"apple {number}", f"apple again in {number}"])
        put_and_confirm(library, f"{number // 2}.md", [f"apple anew in {number}"])
        say(f"embedded {embed_all(library.catalog)}")
        library.indexes.synchronise()


@pytest.mark.slow
@pytest.mark.posix
@pytest.mark.parametrize("moment", MOMENTS)
def test_a_writer_killed_at_any_step_loses_nothing_confirmed(tmp_path, moment):
    command = [sys.executable, "-m", __name__, str(tmp_path), moment]
    writer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
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
        present = set(library.catalog.chunk_numbers())
        cached = {row.chunk_number for row in library.catalog.vectors.of_chunks(MODEL, present)}
        assert library.lexical_hits("apple") == present
        assert library.vector_hits() == cached
        # Only vectors that were never confirmed are computed again.
        assert embed_all(library.catalog) == len(present - cached)
        library.indexes.synchronise()
        assert library.is_consistent()


if __name__ == "__main__":
    main(*sys.argv[1:])
