import os
from pathlib import Path

import pytest

from twofold.engine.indexing.crawl import CrawlProblem, CrawlTask, MountPoint, crawl, is_junction
from twofold.engine.indexing.ignore_rules import IgnoreRules
from twofold.engine.model.failure import FailureReason


def look(root: Path, names: IgnoreRules = IgnoreRules(), **task):  # noqa: B008
    found = list(crawl(CrawlTask(root, names, **task)))
    return [entry for entry in found if not isinstance(entry, MountPoint)]


def paths(root: Path, *, hidden: bool = False, **task) -> list[str]:
    return [found.path for found in look(root, IgnoreRules(hidden_files=hidden), **task)]


def fill(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")


def test_files_have_a_fixed_order_at_any_depth(tmp_path):
    deep = "d/" * 300 + "a.md"
    fill(tmp_path, "b.md", "a/z.md", "a/b/c.md", "B.md", deep)
    assert paths(tmp_path) == ["B.md", "a/b/c.md", "a/z.md", "b.md", deep]


@pytest.mark.parametrize(
    ("part", "place"),
    [("Index.zip", ""), ("Index/Document.iwa", "a/May.key/Metadata/Properties.plist")],
)
def test_document_folder_is_a_problem_and_its_parts_are_not_files(tmp_path, part, place):
    fill(tmp_path, f"a/May.key/{part}", "a/May.key/Metadata/Properties.plist")
    (problem,) = look(tmp_path, place=place)
    assert isinstance(problem, CrawlProblem)
    assert (problem.path, problem.reason) == ("a/May.key", FailureReason.UNSUPPORTED)
    assert problem.detail.endswith("Export it as .docx, .pptx, .xlsx or .pdf.")


def test_links_are_not_followed_in_folders(tmp_path):
    fill(tmp_path, "in/a.md")
    (tmp_path / "in/loop").symlink_to(".")
    (tmp_path / "in/up").symlink_to("../..")
    (tmp_path / "in/dangling").symlink_to("missing")
    (tmp_path / "in/again.md").symlink_to("a.md")
    assert paths(tmp_path / "in") == ["a.md"]
    (tmp_path / "root").symlink_to("in")
    assert paths(tmp_path / "root") == ["a.md"]  # but the folder itself may be a link


@pytest.mark.posix
def test_hidden_files_are_optional_and_program_files_never_included(tmp_path):
    fill(tmp_path, ".hidden.md", ".config/a.md", "a.md", ".git/config", "house.key/Index/b.md")
    left = ("node_modules/x.md", "~$report.docx", ".~lock.a#", "a.md~", "Thumbs.db", "x.swp")
    fill(tmp_path, *left)
    os.mkfifo(tmp_path / "pipe.txt")
    assert paths(tmp_path) == ["a.md", "house.key/Index/b.md"]
    wanted = [".config/a.md", ".hidden.md", "a.md", "house.key/Index/b.md"]
    assert paths(tmp_path, hidden=True) == wanted


def test_unusual_names_are_preserved(tmp_path):
    names = ["back\\slash.txt", "hash#?.md", "new\nline.txt", "русский.txt", "zero\u200b.txt"]
    fill(tmp_path, *names)
    raw = os.fsencode(tmp_path) + b"/latin1_\xe9.txt"
    Path(os.fsdecode(raw)).write_bytes(b"x")
    found = paths(tmp_path)
    assert sorted(found) == sorted([*names, "latin1_\udce9.txt"])
    assert all((tmp_path / name).is_file() for name in found)


def test_unreadable_folder_is_reported_and_the_rest_continues(tmp_path, monkeypatch):
    fill(tmp_path, "a/x.md", "closed/y.md", "z.md")
    scandir = os.scandir

    def refuse(folder):
        if Path(folder).name == "closed":
            raise PermissionError(13, "Permission denied")
        return scandir(folder)

    monkeypatch.setattr(os, "scandir", refuse)
    found = look(tmp_path)
    assert [entry.path for entry in found] == ["a/x.md", "closed", "z.md"]
    assert isinstance(found[1], CrawlProblem)
    assert found[1].reason is FailureReason.NO_PERMISSION
    (problem,) = look(tmp_path / "gone")
    assert (problem.path, problem.reason) == ("", FailureReason.VANISHED)


@pytest.mark.skipif(not os.path.ismount("/dev/shm"), reason="there is no file system there")
def test_mount_point_crawled_directly_is_reported():
    task = CrawlTask(Path("/dev"), IgnoreRules(), place="shm")
    assert next(crawl(task)) == MountPoint("shm", Path("/dev/shm").stat().st_dev)


def test_junction_is_not_a_directory():
    class Status:
        st_reparse_tag = 0xA0000003

    assert is_junction(Status())
    assert not is_junction(Path().stat())
