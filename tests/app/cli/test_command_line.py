from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from twofold.app.cli.command_line import _window_settings, build_parser, command_words
from twofold.app.cli.context import Context
from twofold.app.desktop.single_instance import SingleInstance
from twofold.app.paths import HOME_VARIABLE, default_paths, quick_command
from twofold.engine.api import Settings


@pytest.mark.parametrize(
    "words",
    [
        "serch x", "search", "search x --colour", "search x --limit 0",
        "search x --after yesterday",
        "eval set --mode best", "eval set --type ../x", "eval set --mode lexical --fusion rrf",
        "search x --export doc", "export x -o hits.doc", "export x --template nonsense", "model",
        "status extra", "bench nowhere",
    ],
)  # fmt: skip
def test_bad_usage_is_one_line_and_exit_code_2(twofold, words):
    printed = twofold(*words.split())
    assert (printed.code, printed.out, printed.err.count("\n")) == (2, "", 1)
    assert "Traceback" not in printed.err


def test_bad_usage_suggests_a_fix(twofold, home):
    printed = twofold("serch", "kubelet config")
    assert printed.code == 2
    assert "Did you mean 'search'?" in printed.err
    assert "twofold --find 'serch kubelet config'" in printed.err
    for word in ("kubernetes", "serch", "query"):
        printed = twofold(word)
        assert (printed.code, printed.out, printed.err.count("\n")) == (2, "", 1)
        assert f"To search for it: twofold search {word}" in printed.err
    for words, sentence in (
        ("search --limt 3 x", "twofold search: There is no option --limt. Did you mean '--limit'?"),
        ("search x --library y", "--library goes before the command"),
        ("search x -n", "-n/--limit needs a value"),
        ("search x --json --export csv", "--export cannot be used with --json"),
        ("search --fusion adaptiv x", "Did you mean 'adaptive'?"),
        ("folder ad x", "twofold folder: There is no action 'ad'. Did you mean 'add'?"),
        ("folder", "An action is missing"),
        ("why", "twofold why: Missing: PATH"),
        ("index notes", "To add a folder: twofold folder add PATH"),
        ("model use multilingual-e5", "Did you mean 'multilingual-e5-small'?"),
        ("help serch", "Did you mean 'search'?"),
        ("add docs", "There is no command 'add'. Did you mean 'folder add'?"),
        ("query foo", "There is no command 'query'. Did you mean 'search'?"),
        ("list", "Did you mean 'folder list'?"),
        ("duplicates --help", "There is no command 'duplicates'."),
    ):
        printed = twofold(*words.split())
        assert (printed.code, sentence in printed.err) == (2, True), printed.err
    (home / "settings.yaml").write_text("search:\n  rrf_k: -4\n")
    printed = twofold("search", "x")
    assert (printed.code, printed.err.count("\n")) == (2, 1)
    assert "search.rrf_k is '-4', but must be a whole number from 1 to 1000" in printed.err


def test_words_without_a_command_are_a_query_and_a_path_lists_documents(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    here = tmp_path.resolve().as_uri()
    for words, found in (
        (["burst pipe"], "burst pipe"),
        (["burst", "pipe"], "burst pipe"),
        (["burst", "pipe", "-cellar"], "burst pipe -cellar"),
        (["."], here),
        ([f"{tmp_path}/"], here),
        (["and/or"], "and/or"),
        ([here], here),
    ):
        assert command_words(["--verbose", *words]) == ["--verbose", "--find", found]
    assert command_words(["help"]) == ["--help"]
    assert command_words(["-q", "help", "folder", "add"]) == ["-q", "folder", "add", "--help"]
    assert command_words(["version"]) == ["--version"]
    for words in ([], ["search", "x"], ["--library", "d", "status"], ["--help"], ["--find", "x"]):
        assert command_words(words) == words


@pytest.mark.parametrize("content", [b"\x00\x01: [[[", b"search: [[["])
def test_the_window_opens_with_default_settings_and_reports_a_bad_file(home, content, expected_log):
    (home / "settings.yaml").write_bytes(content)
    expected_log.append("the settings file is damaged")
    settings, (notice,) = _window_settings(Context(default_paths()))
    assert settings.value("search.limit") == Settings().value("search.limit")
    assert notice.is_warning
    assert "settings.yaml" in notice.message

    (home / "settings.yaml").unlink()
    assert _window_settings(Context(default_paths()))[1] == ()


def test_an_unexpected_error_is_one_line_without_traceback(twofold, monkeypatch, expected_log):
    expected_log.append("unexpected error")
    monkeypatch.setattr("twofold.app.cli.model.list_models", lambda _folder: 1 / 0)
    printed = twofold("model", "list")
    assert printed.code == 1
    assert printed.err.count("\n") == 1
    assert "ZeroDivisionError" in printed.err


def test_library_chooses_the_library_folder(twofold, tmp_path, write_file):
    write_file("Notes/a.md", "# A\n\nalpha\n")
    place, notes = str(tmp_path / "elsewhere"), str(tmp_path / "Notes")
    assert twofold("--library", place, "folder", "add", notes, "--no-vectors").code == 0
    assert (tmp_path / "elsewhere" / "catalog.sqlite").is_file()
    assert "alpha" in twofold("--library", place, "search", "alpha", "--mode", "lexical").out


def run_into(output, *words):
    command = [sys.executable, "-m", "twofold", *words]
    return subprocess.run(command, stdout=output, stderr=subprocess.PIPE, check=False)


def test_a_closed_pipe_is_silent_and_a_full_disk_is_reported_in_one_line(home):
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed_pipe:
        for words in (["model", "list"], ["--version"]):
            finished = run_into(closed_pipe, *words)
            assert (finished.returncode, finished.stderr) == (1, b"")
    if Path("/dev/full").exists():
        with Path("/dev/full").open("wb") as full:
            finished = run_into(full, "model", "list")
        assert finished.returncode == 1
        assert finished.stderr.startswith(
            b"twofold: The disk is full. The output cannot be written: "
        )
        assert finished.stderr.count(b"\n") == 1


def test_without_a_home_folder_the_error_names_the_variable_to_set(twofold, monkeypatch):
    def nowhere(*_words, **_options):
        raise RuntimeError("could not determine the home directory")

    monkeypatch.delenv(HOME_VARIABLE)
    monkeypatch.setattr("platformdirs.user_data_path", nowhere)
    printed = twofold("status")
    assert printed.code == 1
    assert "Set TWOFOLD_HOME to a writable folder." in printed.err


@pytest.fixture
def interruptible():
    """Let child processes handle Ctrl+C, even if the tests run as a background job of a shell."""
    previous = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, previous)


@pytest.mark.parametrize(
    "number",
    ["SIGINT", *(pytest.param(one, marks=pytest.mark.slow) for one in ("SIGTERM", "SIGHUP"))],
)
def test_an_interrupt_stops_cleanly(home, interruptible, tmp_path, number):
    for position in range(600):
        path = tmp_path / "Many" / f"{position}.md"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"# Page {position}\n\nwords of page {position}\n")
    program = [sys.executable, "-m", "twofold", "folder", "add", str(path.parent)]
    with subprocess.Popen(program, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stderr.readline()  # progress output: indexing has begun
        process.send_signal(signal.Signals[number])
        rest = process.stderr.read()
    assert process.returncode == 130
    assert rest.splitlines()[-1].startswith("twofold: Stopped.")
    assert "Traceback" not in rest


@pytest.mark.skipif(sys.platform == "win32", reason="there the window itself hands over")
def test_quick_opens_the_quick_search_of_the_running_window(qtbot, twofold):
    running = SingleInstance(default_paths().library.root)
    assert running.claim()
    with qtbot.waitSignal(running.quick_asked):
        assert twofold("quick").code == 0
    running.close()


def test_the_command_for_the_shortcut_is_valid(home, tmp_path):
    paths = default_paths()
    words = shlex.split(quick_command(paths))
    assert Path(words[0]).is_absolute()
    assert words[-1] == "quick"
    assert "--library" not in words
    shared = "milvus://localhost/team"
    for other, libraries in (
        (paths.with_library(tmp_path / "other notes"), [str(tmp_path / "other notes")]),
        (paths.with_library(tmp_path, (shared,)), [str(tmp_path), shared]),
        (paths.with_shared((shared,)), [shared]),
    ):
        words = shlex.split(quick_command(other))
        words = words[words.index("--library") :]
        arguments = build_parser(words).parse_args(words)
        assert (arguments.quick, arguments.library) == (True, libraries)
