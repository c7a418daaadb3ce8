"""Check that passages are where their citations say: python -m bench.check_passages LIBRARY.

LIBRARY is the folder of a library (with catalog.sqlite) whose files are still in their original
folders. Passages are chosen at random, the same number for each file type where possible. Each
passage is cited, its file is read again by the URI alone, and the text at the cited location must
be the passage.
"""

from __future__ import annotations

import argparse
import random
import sqlite3
import sys
from collections import Counter
from pathlib import Path

from tests.support.cited_text import is_cited_exactly
from tests.support.readable_folders import readable_folders
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.model.citation import parse_uri
from twofold.engine.model.document import StoredChunk
from twofold.engine.model.errors import DocumentError
from twofold.engine.search.hit_builder import cite
from twofold.engine.stores.catalog.catalog import Catalog


def main() -> int:
    """Print the findings. Return 1 if a passage is not where its citation says."""
    arguments = _arguments()
    catalog = Catalog.open(arguments.library / "catalog.sqlite", read_only=True)
    numbers = _drawn(arguments.library, arguments.passages, random.Random(arguments.seed))
    reader = DocumentReader(folders=readable_folders)
    wrong: list[str] = []
    kinds: Counter[str] = Counter()
    for stored in catalog.chunks(numbers).values():
        kinds[stored.document.file_type] += 1
        problem = _problem(reader, stored)
        if problem:
            wrong.append(f"{cite(stored, stale=False).uri}: {problem}")
    reader.close()
    catalog.close()
    print(f"{kinds.total()} passages of {len(kinds)} file types; {len(wrong)} not where cited")
    for line in wrong:
        print(f"  {line}")
    return 1 if wrong or not kinds else 0


def _problem(reader: DocumentReader, stored: StoredChunk) -> str:
    """Return what is wrong when a citation is resolved in its file, or ''."""
    document = stored.document
    citation = cite(stored, stale=False)
    path, _ = parse_uri(citation.uri)
    if path != document.path:
        return f"its URI names {path}"
    file = Path(document.folder_root) / (document.file_path or document.path)
    try:
        extracted = reader.read(file, document.member)
    except DocumentError as error:
        return error.message
    return "" if is_cited_exactly(extracted, citation, stored.chunk.text) else "other text"


def _drawn(library: Path, count: int, chance: random.Random) -> list[int]:
    """Return random passage numbers, taking turns between the file types."""
    connection = sqlite3.connect(f"file:{library / 'catalog.sqlite'}?mode=ro", uri=True)
    of_type: dict[str, list[int]] = {}
    for number, kind in connection.execute(
        "SELECT c.number, d.file_type FROM chunks c JOIN documents d ON d.number = c.document"
    ):
        of_type.setdefault(kind, []).append(number)
    connection.close()
    for numbers in of_type.values():
        chance.shuffle(numbers)
    drawn: list[int] = []
    while len(drawn) < count and any(of_type.values()):
        drawn += [numbers.pop() for numbers in of_type.values() if numbers]
    return drawn[:count]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("library", type=Path)
    parser.add_argument("--passages", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
