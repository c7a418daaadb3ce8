"""The state of the library after the disk was full."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.stores.library import fill, opened

ROOT = Path(__file__).parents[4]

_FULL_DISK = """
import resource, sys
from pathlib import Path
from twofold.engine.model.errors import EngineError
from tests.engine.stores.library import embed_all, open_library, put

library = open_library(Path(sys.argv[1]))
committed = len(library.catalog.files.known("Notes"))
_, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
largest_in_catalog = max(file.stat().st_size for file in Path(sys.argv[1]).glob("catalog*"))
errors = []

def limit(bytes):
    resource.setrlimit(resource.RLIMIT_FSIZE, (bytes, hard))

for number in range(40):
    try:
        if sys.argv[2] == "catalog":
            limit(largest_in_catalog + 40_000)
        with library.catalog.change() as change:
            put(change, f"{number}.md", [f"apple {number} " + f"{number}word " * 300] * 3)
        committed += 1
        embed_all(library.catalog)
        if sys.argv[2] != "catalog":
            limit(int(sys.argv[2]))
        library.indexes.synchronise()
    except EngineError as error:
        errors.append(error.message)
    finally:
        limit(hard)
with library.catalog.change() as change:
    put(change, "last.md", ["apple"])
embed_all(library.catalog)
library.indexes.synchronise()
assert library.is_consistent()
assert len(library.catalog.files.known("Notes")) == committed + 1
library.close()
print(*set(errors), sep="\\n")
"""


@pytest.mark.posix
@pytest.mark.parametrize(
    ("full", "message"),
    [
        ("catalog", "The disk is full or failing. "),
        ("0", "keyword index cannot be written"),
        ("3000", "cannot be written"),
    ],
)
def test_full_disk_has_a_clear_error_and_work_resumes_later(tmp_path, full, message):
    with opened(tmp_path) as library:
        fill(library, 2)
    finished = subprocess.run(
        [sys.executable, "-c", _FULL_DISK, str(tmp_path), full],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )

    assert finished.returncode == 0, finished.stderr[-2000:]
    assert message in finished.stdout
    with opened(tmp_path) as library:
        assert library.repairs == ()
        assert library.is_consistent()
