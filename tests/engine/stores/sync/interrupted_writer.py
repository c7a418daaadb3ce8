"""A process that fills a library and is killed on its way: `interrupted_writer FOLDER MOMENT`.

It says on stdout what it has confirmed ('put PATH' after each committed document, 'embedded N').
"""

from __future__ import annotations

import os
import signal
import sys
from itertools import count
from pathlib import Path

from engine.stores.catalog.change import CatalogChange
from engine.stores.catalog.outbox import Outbox
from engine.stores.sync.followers import LexicalFollower, VectorFollower
from engine.stores.sync.indexes import Indexes
from engine.stores.vectors import files, scan
from engine.stores.vectors.files import VectorFiles
from tests.engine.stores.library import Library, embed_all, open_library, put

DOCUMENTS_BEFORE = 3
# Where the process dies after a quiet beginning: instead of the n-th call of a function.
MOMENTS: dict[str, tuple[object, str, int]] = {
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


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def die_at(owner: object, name: str, nth: int) -> None:
    original = getattr(owner, name)
    calls = count(1)

    def counting(*arguments: object, **named: object) -> object:
        if next(calls) == nth:
            os.kill(os.getpid(), signal.SIGKILL)
        return original(*arguments, **named)

    setattr(owner, name, counting)


def put_and_say(library: Library, path: str, texts: list[str]) -> None:
    with library.catalog.change() as change:
        put(change, path, texts)
    say(f"put {path}")


def main(folder: str, moment: str) -> None:
    library = open_library(Path(folder))
    for number in count():
        if number == DOCUMENTS_BEFORE:
            die_at(*MOMENTS[moment])
            if "compact" in moment:
                # Due as soon as one row is dead.
                scan._DEAD_ROWS_KEPT = 0
                scan._DEAD_SHARE = 0.0
        put_and_say(library, f"{number}.md", [f"apple {number}", f"apple again in {number}"])
        put_and_say(library, f"{number // 2}.md", [f"apple anew in {number}"])
        say(f"embedded {embed_all(library.catalog)}")
        library.indexes.synchronise()


if __name__ == "__main__":
    main(*sys.argv[1:])
