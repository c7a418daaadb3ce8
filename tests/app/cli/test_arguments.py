"""The declared arguments of all commands: none may be empty, and no output is overwritten."""

import argparse
import io
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from twofold.app.cli.arguments import OutputFile
from twofold.app.cli.command_line import build_whole_parser

# Texts that may be empty, and words that are compared with a list.
MAY_BE_EMPTY = {
    "--collection", "--find", "--name", "--note", "--passage-prompt", "--query-prompt", "--quote",
    "--to", "QUERY", "TEXT",
}  # fmt: skip


def declared(
    parser: argparse.ArgumentParser | None = None, words: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], argparse.ArgumentParser, argparse.Action]]:
    """Yield the name, the parser and each argument with a value, for each command."""
    parser = parser or build_whole_parser()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, command in action.choices.items():
                yield from declared(command, (*words, name))
        elif action.nargs != 0 and action.choices is None:
            yield words, parser, action


def name_of(action: argparse.Action) -> str:
    return action.option_strings[-1] if action.option_strings else str(action.metavar)


def takes(action: argparse.Action, text: str) -> bool:
    try:
        (action.type or str)(text)
    except (argparse.ArgumentTypeError, ValueError):
        return False
    return True


@pytest.mark.parametrize("empty", ["", " \t"])
def test_only_texts_may_be_empty(empty):
    found = {name_of(action) for _, _, action in declared() if takes(action, empty)}
    assert found == MAY_BE_EMPTY


@pytest.mark.parametrize("empty", ["", " "])
@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        ("--library", "index", "--library"),
        ("--library", "--find x", "--library"),
        ("folder add", "", "PATH"),
        ("folder remove", "", "FOLDER"),
        ("folder move Notes", "", "PATH"),
        ("folder add . --include", "", "--include"),
        ("search x --folder", "", "--folder"),
        ("export x --format csv -o", "", "--output"),
        ("export x --format markdown --template", "", "--template"),
        ("why", "", "PATH|SENTENCE"),
        ("failures --retry", "", "--retry"),
        ("check", "", "DRAFT|CITATION"),
        ("show", "", "FILE"),
        ("collection add", "", "CITATION"),
        ("trust set", "generated", "PATH"),
        ("tag add", "mine", "PATH"),
        ("model add", "", "NAME"),
        ("eval", "", "DIR"),
        ("eval --keep", ".", "--keep"),
        ("backup save", "", "FILE"),
        ("backup restore", "", "BACKUP"),
        ("doctor --report", "", "--report"),
        ("share publish --from", "milvus://127.0.0.1:1/team", "--from"),
    ],
)
def test_an_empty_path_is_bad_usage_and_the_current_folder_is_left_alone(
    twofold, tmp_path, monkeypatch, before, after, name, empty
):
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    printed = twofold(*before.split(), empty, *after.split())
    assert (printed.code, printed.out, printed.err.count("\n")) == (2, "", 1)
    assert name in printed.err
    assert "must not be empty" in printed.err
    assert list(here.iterdir()) == []


def outputs() -> list[tuple[tuple[str, ...], argparse.ArgumentParser, argparse.Action]]:
    return [one for one in declared() if isinstance(one[2], OutputFile)]


def written_to(
    words: tuple[str, ...], parser: argparse.ArgumentParser, output: argparse.Action, file: Path
) -> list[str]:
    """Return a command line that writes to `file`, with a value for each required argument."""
    needed = [
        "."
        for action in parser._actions
        if not action.option_strings and action.required and action is not output
    ]
    return [*words, *needed, *output.option_strings[:1], str(file)]


def test_every_file_that_an_argument_names_is_declared_as_output():
    files = [
        (words, name_of(one))
        for words, _, one in declared()
        if one.metavar == "FILE" and words != ("show",)
    ]
    assert files == [(words, name_of(one)) for words, _, one in outputs()]
    for words, parser, _ in outputs():
        assert "--force" in parser._option_string_actions, words


@pytest.mark.parametrize("kind", ["file", "link", "broken link"])
def test_no_output_overwrites_a_file_unless_forced(twofold, tmp_path, kind):
    kept = tmp_path / "kept.svg"
    file = kept if kind == "file" else tmp_path / "link.svg"
    if kind != "broken link":
        kept.write_text("precious")
    if kind != "file":
        file.symlink_to(kept)
    assert len(outputs()) >= 6
    for one in outputs():
        printed = twofold(*written_to(*one, file))
        assert (printed.code, printed.out, printed.err.count("\n")) == (2, "", 1), one[0]
        assert "already exists. Choose another name, or overwrite it with --force." in printed.err
        assert kept.exists() == (kind != "broken link")
        assert kind == "broken link" or kept.read_text() == "precious"
        assert file.is_symlink() == (kind != "file")


def test_folder_is_rejected_as_output_even_if_forced(twofold, tmp_path):
    for one in outputs():
        printed = twofold(*written_to(*one, tmp_path), "--force")
        assert (printed.code, printed.out) == (2, ""), one[0]
        assert "is a folder. Enter a file name." in printed.err


@pytest.mark.real_model
def test_the_report_is_written_to_the_named_file(twofold, tmp_path):
    report = tmp_path / "report.zip"
    printed = twofold("doctor", "--report", str(report))
    assert f"Report written to {report}." in printed.err
    report.write_text("old")
    assert twofold("doctor", "--report", str(report)).code == 2
    assert report.read_text() == "old"
    assert "Report written to" in twofold("doctor", "--force", "--report", str(report)).err
    assert "findings.json" in zipfile.ZipFile(report).namelist()
    missing = twofold("doctor", "--report", str(tmp_path / "none" / "report.zip"))
    assert (missing.code, "does not exist. Create it" in missing.err) == (2, True)


@pytest.mark.posix
def test_a_pipe_is_written_without_force(twofold, notes, tmp_path):
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDWR)
    try:
        search = ("export", "tomatoes", "--mode", "lexical")
        assert twofold(*search, "-o", str(pipe)).code == 0
        assert b"garden.txt" in os.read(end, 1 << 16)
        assert twofold("backup", "save", str(pipe)).code == 0
        assert json.loads(os.read(end, 1 << 16))["format"] == "twofold.backup.v1"
        assert twofold("doctor", "--report", str(pipe), "--force").code == 0
        assert zipfile.is_zipfile(io.BytesIO(os.read(end, 1 << 16)))
        assert pipe.is_fifo()
    finally:
        os.close(end)


@pytest.mark.skipif(not Path("/dev/stdout").exists(), reason="the system has no such file")
def test_a_file_behind_stdout_is_neither_refused_nor_overwritten(notes, tmp_path):
    file = tmp_path / "appended.txt"
    file.write_text("precious\n")
    for words in (
        ["backup", "save"],
        ["export", "tomatoes", "--mode", "lexical", "--format", "csv", "-o"],
    ):
        with file.open("ab") as redirected:
            program = [sys.executable, "-m", "twofold", *words, "/dev/stdout"]
            subprocess.run(program, stdout=redirected, check=True)
    assert file.read_text().startswith("precious\n{")
    assert "garden.txt" in file.read_text()
