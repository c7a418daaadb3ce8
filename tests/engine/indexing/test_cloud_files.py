"""Files whose content is only in the cloud are found by name and never downloaded."""

import os
from types import SimpleNamespace

import pytest

from tests.engine.indexing.indexed_folder import LONG_AGO_NS, IndexedFolder
from twofold.engine.extract import regular_file
from twofold.engine.extract.regular_file import CloudOnlyError, is_cloud_only, open_regular
from twofold.engine.indexing import coverage, crawl
from twofold.engine.indexing.coverage import folder_coverage
from twofold.engine.indexing.explain import explain_file
from twofold.engine.indexing.ignore_rules import IgnoreRules
from twofold.engine.model.absence import AbsenceCause
from twofold.engine.model.coverage import CoverageState
from twofold.engine.model.document import document_number
from twofold.engine.search.hit_builder import is_changed

DRIVE = "/run/user/1000/gvfs/google-drive:host=example.org,user=ann/My Drive/plan.pdf"


@pytest.mark.parametrize(
    ("path", "values", "expected"),
    [
        (r"C:\Users\ann\OneDrive\plan.pdf", {"st_file_attributes": 0x00400020}, True),
        (r"C:\Users\ann\OneDrive\plan.pdf", {"st_file_attributes": 0x00040020}, True),
        (r"C:\Users\ann\Archive\plan.pdf", {"st_file_attributes": 0x00001020}, True),
        (r"C:\Users\ann\OneDrive\plan.pdf", {"st_file_attributes": 0x00080420}, False),  # pinned
        ("/Users/ann/Library/Mobile Documents/plan.pdf", {"st_flags": 0x40000000}, True),
        ("/Users/ann/Documents/plan.pdf", {"st_flags": 0x8000}, False),
        (DRIVE, {}, True),
        ("/run/user/1000/gvfs/smb-share:server=nas,share=plans/plan.pdf", {}, False),
        ("/home/ann/plan.pdf", {}, False),
    ],
)
def test_cloud_files_are_recognised_on_every_system(path, values, expected):
    assert is_cloud_only(path, SimpleNamespace(**values)) is expected


class Cloud:
    """A cloud drive: the files in `evicted` would be downloaded if they were opened."""

    def __init__(self, library, patch):
        self.library = library
        self.evicted = set()
        for module in (crawl, coverage, regular_file):
            patch.setattr(module, "is_cloud_only", lambda path, _: self.holds(path))
        real_open = os.open

        def opened(path, *arguments, **options):
            assert not self.holds(path), "downloaded"
            return real_open(path, *arguments, **options)

        patch.setattr(os, "open", opened)

    def holds(self, path):
        return os.path.basename(path) in self.evicted  # noqa: PTH119

    def write(self, name, text, age_ns=0):
        path = self.library.root / name
        path.write_text(text, encoding="utf-8")
        os.utime(path, ns=(LONG_AGO_NS + age_ns,) * 2)

    def state(self):
        """Return how many files are in each state."""
        (folder,) = self.library.catalog.folders()
        found = folder_coverage(self.library.catalog, folder, IgnoreRules())
        return {state: one.files for state, one in found.lists.items() if one.files}


@pytest.fixture
def cloud(tmp_path, reader, monkeypatch):
    library = IndexedFolder(tmp_path, reader)
    yield Cloud(library, monkeypatch)
    library.close()


def test_file_in_the_cloud_is_found_by_name_until_it_is_downloaded(cloud):
    library = cloud.library
    cloud.write("plan.md", "Tulips in spring.\n")
    cloud.write(".gitignore", "plan.md\n")  # would have to be downloaded, too
    cloud.evicted = {"plan.md", ".gitignore"}
    for _ in range(2):
        library.update()
        assert library.finds("plan.md")
        assert not library.finds("Tulips")
        assert cloud.state() == {CoverageState.NAME_ONLY: 1, CoverageState.EXCLUDED: 1}
    (folder,) = library.catalog.folders()
    document = library.catalog.document(document_number(folder.name, "plan.md"))
    assert not is_changed(document)
    assert document.date == ""  # and not that of the time 0
    verdict = explain_file(
        library.catalog, IgnoreRules(), library.root / "plan.md", max_bytes=1_000_000
    )
    assert verdict.cause is AbsenceCause.IN_CLOUD
    assert "only in the cloud" in verdict.why

    (library.root / ".gitignore").unlink()
    cloud.evicted = set()
    library.update()
    assert library.finds("Tulips")
    assert cloud.state() == {CoverageState.SEARCHABLE: 1}


def test_indexed_file_keeps_its_text_when_it_is_moved_to_the_cloud(cloud):
    library = cloud.library
    cloud.write("plan.md", "Tulips in spring.\n")
    library.update()
    cloud.evicted = {"plan.md"}
    assert library.update().unchanged == 1
    assert cloud.state() == {CoverageState.SEARCHABLE: 1}

    cloud.write("plan.md", "Roses, which another computer wrote.\n", 10**9)
    library.update()
    assert library.finds("Tulips")
    assert cloud.state() == {CoverageState.NAME_ONLY: 1}

    cloud.evicted = set()
    library.update()
    assert library.finds("Roses")
    assert not library.finds("Tulips")
    assert cloud.state() == {CoverageState.SEARCHABLE: 1}


@pytest.mark.parametrize("place", ["spring.md", "2026/spring.md"])
def test_renamed_file_in_the_cloud_keeps_its_text_and_takes_its_new_name(cloud, place):
    library = cloud.library
    cloud.write("plan.md", "Tulips.\n")
    library.update()
    library.tag("notes/plan.md", "garden")
    before = library.catalog.document(document_number("notes", "plan.md"))
    cloud.evicted = {"plan.md", "spring.md"}
    (library.root / place).parent.mkdir(exist_ok=True)
    (library.root / "plan.md").rename(library.root / place)
    summary = library.update()
    assert (summary.moved, summary.removed) == (1, 0)
    assert library.paths() == [place]
    assert library.texts(place) == ["Tulips."]
    after = library.catalog.document(document_number("notes", place))
    assert (before.title, after.title, after.tags) == ("plan", "spring", ("garden",))
    assert cloud.state() == {CoverageState.SEARCHABLE: 1}
    assert library.update().unchanged == 1


def test_new_file_in_the_cloud_does_not_take_the_text_of_another_type(cloud):
    library = cloud.library
    cloud.write("plan.md", "Tulips.\n")
    library.update()
    cloud.evicted = {"plan.pdf"}
    (library.root / "plan.md").rename(library.root / "plan.pdf")
    library.update()
    assert not library.finds("Tulips")
    assert cloud.state() == {CoverageState.NAME_ONLY: 1}


def test_reading_process_refuses_files_of_a_cloud_drive(tmp_path):
    folder = tmp_path / "gvfs" / "google-drive:host=example.org"
    folder.mkdir(parents=True)
    (folder / "plan.md").write_text("Tulips", encoding="utf-8")
    with pytest.raises(CloudOnlyError):
        open_regular(folder / "plan.md", tmp_path)
