import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from twofold.engine.indexing.crawl import CrawlTask, MountPoint, crawl
from twofold.engine.indexing.ignore_rules import (
    DirectoryRules,
    IgnorePatterns,
    IgnoreRules,
    Verdict,
)
from twofold.engine.model.folder_rules import FolderRules


def found(root: Path, rules: FolderRules | None = None, names: IgnoreRules | None = None, place=""):
    task = CrawlTask(root, names or IgnoreRules(), rules or FolderRules(), place=place)
    return [entry.path for entry in crawl(task) if not isinstance(entry, MountPoint)]


@pytest.fixture
def fill(tmp_path):
    def write(**files: str) -> Path:
        for name, text in files.items():
            path = tmp_path / name.replace("__", "/").replace("DOT", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path

    return write


def test_gitignore_applies_below_its_directory_only(fill):
    root = fill(in__DOTgitignore="*.log\nbuild/\n", in__a="", in__deep__bDOTlog="", cDOTlog="")
    fill(in__build__x="", build__y="")
    assert found(root) == ["build/y", "c.log", "in/a"]


def test_deepest_file_and_last_line_decide(fill):
    root = fill(DOTgitignore="*.txt\n!keep.txt\n", aDOTtxt="", keepDOTtxt="")
    fill(in__DOTgitignore="!*.txt\nno.txt\n", in__aDOTtxt="", in__noDOTtxt="")
    assert found(root) == ["in/a.txt", "keep.txt"]


def test_own_ignore_file_precedes_gitignore_and_can_include_hidden_names(fill):
    root = fill(DOTgitignore="*.txt\n!.env\n", DOTtwofoldignore="!*.txt\n!.plan\n!.git\n")
    fill(aDOTtxt="", DOTplan="", DOTenv="", DOTgit__config="")
    assert found(root) == [".plan", "a.txt"]


def test_folder_patterns_precede_ignore_files(fill):
    root = fill(DOTtwofoldignore="*.md\n", aDOTmd="", bDOTtxt="", drafts__cDOTtxt="", DOThidden="")
    rules = FolderRules(exclude=("drafts/", "!a.md", "!.hidden"))
    assert found(root, rules) == [".hidden", "a.md", "b.txt"]


def test_only_included_files_of_a_folder_are_found(fill):
    root = fill(aDOTmd="", bDOTtxt="", papers__cDOTpdf="", papers__dDOTtxt="")
    assert found(root, FolderRules(include=("*.md", "papers/*.pdf"))) == ["a.md", "papers/c.pdf"]


@pytest.mark.parametrize("name", ["what is [it]?.md", "#1 !.md", "!x", "a\\b.md", "end\u3000"])
def test_only_the_named_file_is_excluded_whatever_its_name(tmp_path, name):
    others = ["ba.md", "what is i.md", "two x three.md", "x", "ab.md", "end", "sub.md"]
    (tmp_path / "sub" / "sub").mkdir(parents=True)
    for place in ("", "sub", "sub/sub"):
        for other in {*others, name}:
            (tmp_path / place / other).write_text("Text.")
    everything = found(tmp_path, FolderRules())
    rules = FolderRules(exclude=("!*",)).leaving_out(f"sub/{name}")
    assert set(everything) - set(found(tmp_path, rules)) == {f"sub/{name}"}


@pytest.mark.parametrize("name", ["*a * b * c * d [*.md", f"{'deep/' * 120}a.md"])
def test_excluding_a_file_twice_adds_one_rule_and_removing_it_includes_the_file(name):
    own = FolderRules(include=("*.md",), exclude=("drafts/", "/other.md"))
    rules = own.leaving_out(name)
    assert IgnorePatterns(rules.exclude, "rules").decide(name).ignored
    assert (rules.leaves_out(name), rules.leaves_out("other")) == (True, False)
    assert rules.leaving_out(name) == rules
    assert rules.letting_in(name) == own.letting_in(name) == own


def test_place_inside_an_excluded_folder_is_not_found(fill):
    root = fill(DOTgitignore="build/\n", build__deep__x="", ok__y="")
    (root / "link").symlink_to("ok")
    for place in ("build/deep/x", "build/deep", "link/y", "link"):
        assert found(root, place=place) == []
    assert found(root, place="ok/y") == ["ok/y"]
    assert found(root, place="ok") == ["ok/y"]


def test_invalid_or_expensive_lines_are_ignored():
    lines = ["!", "[z-a]", f"{'a' * 600}*", "a" * 10_000, "a\\", "*.ok"]
    patterns = IgnorePatterns(lines, "test")
    decision = patterns.decide("a.ok")
    assert (decision.pattern, decision.line) == ("*.ok", 6)
    assert patterns.decide("a" * 600) is patterns.decide("a" * 10_000) is None


PARTS = ["**", "*", "a", "b", "?", "a*", "*b", "[ab]", "ab", "***", "*a*b", "a*b*a", "?*a", "\\*"]


@given(
    st.lists(st.sampled_from(PARTS), min_size=1, max_size=6).map("/".join),
    st.sampled_from(["", "/", "!"]),
    st.sampled_from(["", "/"]),
    st.lists(st.text("ab*", min_size=1, max_size=4), min_size=1, max_size=7).map("/".join),
    st.sampled_from(["", "/"]),
)
def test_patterns_match_as_in_pathspec(pattern, before, after, path, directory):
    line = before + pattern + after
    expected = GitIgnoreSpec.from_lines([line]).check_file(path + directory)
    decision = IgnorePatterns([line], "test").decide_with_parents(path + directory)
    assert (decision and decision.ignored) == expected.include


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        # A list of included files opens every directory (gitignore(5)).
        ("*\n!*/\n!*.md\n", ["a.md", "in/deep/b.md"]),
        ("/*\n!/in/\n", ["in/deep/b.md", "in/deep/c.txt"]),
        ("in/**\n!in/deep/\n!*.md\n", ["a.md", "a.txt", "in/deep/b.md"]),
        ("in/*\n!in/deep\n", ["a.md", "a.txt", "in/deep/b.md", "in/deep/c.txt"]),
    ],
)
def test_files_named_in_an_include_list_are_found(fill, lines, wanted):
    root = fill(
        DOTgitignore=lines, aDOTmd="", aDOTtxt="", in__deep__bDOTmd="", in__deep__cDOTtxt=""
    )
    assert found(root) == wanted


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("**/a/**/a/**/a/**/a/**/b", "a/" * 2000 + "c"),
        ("*a" * 100 + "b", "a" * 255),
        ("[!b]*" * 40 + "b", "a" * 255),
        ("a/**/" * 10 + "b", "a/" * 2000 + "c"),
        ("**/*a*a*b/" * 8, ("a" * 60 + "/") * 60),
    ],
)
def test_many_stars_on_a_long_path_terminate(pattern, path):
    assert IgnorePatterns([pattern], "test").decide(path) is None


def test_only_the_beginning_of_a_large_ignore_file_is_used_and_any_bytes_are_valid(tmp_path):
    def read(content):
        (tmp_path / ".gitignore").write_bytes(content)
        return IgnorePatterns.read(tmp_path, ".gitignore")

    patterns = read(b"# logs\n\n*.log\n" * 700 + b"*.md")
    assert patterns.decide("a.log").line == 1500
    assert patterns.decide("a.md") is None
    patterns = read(b"*.log\n" + b"#" * 32_760 + b"\n*.md")
    assert patterns.decide("a.log").ignored
    assert patterns.decide("a.txt") is None, "of the last line '*' alone was read"
    assert read(b"\xff\xfe*.log\n\x00\x01[[[\n*.tmp\n").decide("a.tmp").ignored
    assert IgnorePatterns.read(tmp_path, "missing") is None


@pytest.mark.posix
def test_ignore_file_that_is_a_link_a_pipe_or_behind_a_link_is_not_read(fill, tmp_path):
    root = fill(lib__aDOTtxt="", lib__in__bDOTtxt="", outside__DOTgitignore="*.txt\n") / "lib"
    rules = DirectoryRules.of_folder(root, IgnoreRules(), FolderRules())
    (root / "elsewhere").symlink_to(tmp_path / "outside")
    assert rules.enter("elsewhere").verdict("c.txt", is_directory=False).wanted
    (root / "elsewhere").unlink()
    (root / ".gitignore").symlink_to(tmp_path / "outside/.gitignore")
    os.mkfifo(root / "in/.twofoldignore")
    assert found(root) == ["a.txt", "in/b.txt"]


def test_total_size_of_ignore_files_around_a_file_is_limited(fill):
    costly = "**/a/b/c/" * 8 + "*\n"
    root = fill(in__DOTgitignore="*.log\n", in__aDOTlog="", DOTgitignore=costly * 10)
    assert found(root) == []
    fill(DOTgitignore=costly * 200)
    assert found(root) == ["in/a.log"]


def test_pattern_with_more_than_eight_double_stars_is_ignored():
    patterns = IgnorePatterns(["**/a/" * 8 + "b", "**/a/" * 9 + "b"], "test")
    assert patterns.decide("a/" * 9 + "b").line == 1, "the last that matches decides"


def test_old_copies_of_note_programs_are_excluded(fill):
    root = fill(DOTobsidian__appDOTjson="{}", DOTtrash__aDOTmd="", logseq__bak__aDOTmd="",
                logseq__DOTrecycle__aDOTmd="", logseq__configDOTedn="", bak__aDOTmd="")  # fmt: skip
    names = IgnoreRules(hidden_files=True)
    assert found(root, names=names) == ["bak/a.md", "logseq/config.edn"]


def test_own_folders_are_excluded_wherever_they_are(tmp_path):
    names = IgnoreRules(hidden_files=True, own_folders=frozenset({str(tmp_path / "in/.own")}))
    rules = DirectoryRules.of_folder(tmp_path, names, FolderRules())
    assert rules.verdict(".own", is_directory=True).wanted
    verdict = rules.enter("in").verdict(".own", is_directory=True)
    assert verdict == Verdict(False, "Twofold stores its own files there")
    assert rules.enter("in").verdict(".own", is_directory=False).wanted
