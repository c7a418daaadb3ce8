"""Files of a folder or an object store: split into parts, fetched once, confined to a folder."""

import os

import pytest

from twofold.app.bulk.source import Source, SourceFile, parts_of
from twofold.engine.indexing.ignore_rules import IgnoreRules
from twofold.engine.model.errors import BadRequestError, EngineError

fsspec = pytest.importorskip("fsspec")
_MOST = 1000


@pytest.fixture
def bucket():
    store = fsspec.filesystem("memory")
    store.store.clear()
    yield store
    store.store.clear()


def test_only_changed_files_are_fetched_and_deleted_ones_removed(bucket, tmp_path):
    for name in ("a.md", "deep/b.md", "deep/node_modules/c.md"):
        bucket.pipe(f"/docs/{name}", name.encode())
    source = Source.parse("memory://docs")
    files, problems = source.files(IgnoreRules(), _MOST)
    assert ([file.path for file in files], problems) == (["a.md", "deep/b.md"], ())
    assert source.fetch(files, _MOST, tmp_path) == []
    before = (tmp_path / "a.md").stat().st_ino
    bucket.rm("/docs/deep/b.md")
    files, _ = source.files(IgnoreRules(), _MOST)
    assert source.fetch(files, _MOST, tmp_path) == []
    assert [path.name for path in tmp_path.iterdir()] == ["a.md"]
    assert (tmp_path / "a.md").stat().st_ino == before
    bucket.pipe("/docs/a.md", b"anew")
    files, _ = source.files(IgnoreRules(), _MOST)
    source.fetch(files, _MOST, tmp_path)
    assert (tmp_path / "a.md").read_bytes() == b"anew"


def test_unsafe_names_and_too_large_files_are_refused(bucket, tmp_path):
    class HostileStore:
        def invalidate_cache(self):
            pass

        def ls(self, path, detail):
            names = ("..", "n\0l", "x" * 300, "large.md", "fine.md")
            return [
                {"name": f"docs/{name}", "size": 2000 * (name == "large.md"), "type": "file",
                 "LastModified": "2026-01-01T00:00:00+00:00"}
                for name in names
            ]  # fmt: skip

    class Listed(Source):
        def _opened(self):
            return HostileStore(), "docs"

    files, problems = Listed("memory://docs", "docs").files(IgnoreRules(hidden_files=True), _MOST)
    assert ([file.path for file in files], len(problems)) == (["fine.md"], 4)
    bucket.pipe("/docs/grew.md", bytes(2000))
    problems = Source.parse("memory://docs").fetch([SourceFile("grew.md", 10, 0)], _MOST, tmp_path)
    assert ([one.path for one in problems], (tmp_path / "grew.md").exists()) == (["grew.md"], False)


def test_a_folder_that_cannot_be_listed_is_an_error(tmp_path):
    with pytest.raises(EngineError, match="cannot be listed"):
        Source.parse("memory://not-there").files(IgnoreRules(), _MOST)
    with pytest.raises(BadRequestError, match="There are no files"):
        Source.parse(str(tmp_path)).files(IgnoreRules(), _MOST)


def test_a_store_that_does_not_answer_is_not_retried_for_each_file(tmp_path):
    class UnavailableStore:
        asked = 0

        def open(self, _path, _mode):
            UnavailableStore.asked += 1
            raise OSError(113, "No route to host")

    class UnavailableSource(Source):
        def _opened(self):
            return UnavailableStore(), "docs"

    files = [SourceFile(f"{number}.md", 1, 0) for number in range(100)]
    with pytest.raises(EngineError, match="memory://docs cannot be read: No route to host"):
        UnavailableSource("memory://docs", "docs").fetch(files, _MOST, tmp_path)
    assert UnavailableStore.asked < 10


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_links_are_not_followed(tmp_path, write_file):
    write_file("other/secret.md", "x")
    write_file("docs/a.md", "x")
    (tmp_path / "docs" / "link.md").symlink_to(tmp_path / "other" / "secret.md")
    (tmp_path / "docs" / "out").symlink_to(tmp_path / "other")
    files, _ = Source.parse(str(tmp_path / "docs")).files(IgnoreRules(), _MOST)
    assert [file.path for file in files] == ["a.md"]


def test_a_password_in_a_url_is_refused_and_not_repeated():
    with pytest.raises(BadRequestError) as refused:
        Source.parse("sftp://anna:secret@example.org/docs")
    assert "secret" not in refused.value.message + refused.value.hint


def test_each_file_is_in_one_part_and_ignore_files_are_in_all():
    files = [SourceFile(name, 1, 1) for name in ("a.md", "b.md", "c.md", "d/.gitignore")]
    parts = parts_of(files, 3)
    assert sorted(file.path for part in parts for file in part) == (
        ["a.md", "b.md", "c.md"] + ["d/.gitignore"] * 3
    )
