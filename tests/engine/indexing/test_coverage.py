"""Every file in a folder is counted exactly once."""

import os
import stat
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.engine.indexing.indexed_folder import IndexedFolder
from tests.support.readable_folders import readable_folders
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.indexing.coverage import folder_coverage
from twofold.engine.indexing.ignore_rules import IgnoreRules
from twofold.engine.model.coverage import CoverageState

NAMES = st.sampled_from(
    ["a.md", "b.txt", "scan.heic", "empty.txt", "draft.tmp", ".hidden", "x.pdf", "Index.zip"]
)
PLACES = st.sampled_from(["", "in/", "in/deep/", "node_modules/pack/", "Talk.key/", "left out/"])
CONTENT = {".heic": bytes(range(256)) * 4, ".pdf": b"no PDF", "empty.txt": b""}


def files_on_disk(root: Path) -> int:
    return sum(
        stat.S_ISREG(os.lstat(os.path.join(place, name)).st_mode)  # noqa: PTH118
        for place, _, names in os.walk(root)
        for name in names
    )


def write(root: Path, path: str, text: bytes | None = None) -> None:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    known = CONTENT.get(file.name, CONTENT.get(file.suffix, b"Words of a file.\n"))
    file.write_bytes(known if text is None else text)


def numbers(library: IndexedFolder) -> dict[CoverageState, int]:
    (folder,) = library.catalog.folders()
    coverage = folder_coverage(library.catalog, folder, IgnoreRules())
    for listed in coverage.lists.values():
        assert sum(one.files for one in listed.entries) == listed.files
    return {state: one.files for state, one in coverage.lists.items() if one.files}


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.sets(st.tuples(PLACES, NAMES)), st.sets(st.tuples(PLACES, NAMES)))
def test_counts_add_up_to_the_files_on_the_disk(tmp_path_factory, reader, before, after):
    library = IndexedFolder(tmp_path_factory.mktemp("home"), reader)
    write(library.root, ".gitignore", b"left out/\n")
    for place, name in sorted(before):
        write(library.root, place + name)
    (library.root / "link.md").symlink_to("a.md")
    library.update()
    for place, name in sorted(after):
        write(library.root, place + name, b"Other words.\n")
    counted = sum(numbers(library).values())
    # The parts of a document that is a folder count as one document.
    parts = [
        one
        for one in library.root.glob("Talk.key/*")
        if (library.root / "Talk.key/Index.zip").exists()
    ]
    assert counted == files_on_disk(library.root) - max(0, len(parts) - 1)
    library.close()


def test_each_file_has_its_search_state(tmp_path):
    reader = DocumentReader(folders=readable_folders)
    library = IndexedFolder(tmp_path, reader)
    for name in ("a.md", "scan.heic", "empty.txt", "x.pdf", ".hidden", "node_modules/b.js"):
        write(library.root, name)
    library.update()
    write(library.root, "late.md")
    (folder,) = library.catalog.folders()
    lists = folder_coverage(library.catalog, folder, IgnoreRules()).lists
    assert {state: [one.path for one in found.entries] for state, found in lists.items()} == {
        CoverageState.SEARCHABLE: ["notes/a.md"],
        CoverageState.NAME_ONLY: ["notes/empty.txt", "notes/scan.heic"],
        CoverageState.EXCLUDED: ["notes/.hidden", "notes/node_modules/"],
        CoverageState.FAILED: ["notes/x.pdf"],
        CoverageState.WAITING: ["notes/late.md"],
    }
    assert lists[CoverageState.FAILED].entries[0].why.startswith("The file name ends with .pdf")
    assert library.catalog.files.last_scan("notes") != ""
    library.close()
    reader.close()
