"""Files that the program writes are private to the user: library, logs, settings, exports."""

import atexit
import functools
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.environments import make_environment
from twofold.app.__main__ import main
from twofold.app.paths import HOME_VARIABLE

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the user's profile is closed")

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "resources" / "sample_library" / "Runbooks"
NOBODY = 65534


def run_as_user(words, environment=None):
    """Run Python with `words` as a user other than root, with the usual umask.

    Falls back to root if the tests run as root and no interpreter is accessible to other users.
    """
    program, user = interpreter()
    return run_program(program, user, words, environment)


def is_another_user():
    """Return whether `run_as_user` uses another user than this process."""
    return interpreter()[1] is not None


@contextmanager
def folder_of_user():
    """Return a new folder that only that user can access. pytest's folders are closed to others."""
    folder = Path(tempfile.mkdtemp(prefix="twofold-test-"))
    user = interpreter()[1]
    if user is not None:
        os.chown(folder, user, user)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


@functools.cache
def interpreter():
    """Return an interpreter and the user who runs it, or None for the current user."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        return sys.executable, None
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for base in (sys.executable, shutil.which(version, path="/usr/bin:/usr/local/bin")):
        if base is not None:
            place = Path(tempfile.mkdtemp(prefix="twofold-test-"))
            place.chmod(0o755)
            atexit.register(shutil.rmtree, place)
            program = str(make_environment(place / "environment", base)[0])
            try:
                found = run_program(
                    program, NOBODY, ["-c", "import twofold.app.__main__, tantivy, yaml"], None
                )
            except OSError:
                continue
            if found.returncode == 0:
                return program, NOBODY
    return sys.executable, None


def run_program(program, user, words, environment):
    return subprocess.run(
        [program, *words],
        cwd="/",
        env={**os.environ, "PYTHONPATH": str(ROOT / "build" / "package"), **(environment or {})},
        user=user,
        group=user,
        extra_groups=None if user is None else [],
        umask=0o022,
        capture_output=True,
        text=True,
        check=False,
    )


def accessible_paths(folder):
    """Return the paths below a folder that other users can access, with their modes."""
    cache = folder / ".cache" / "fontconfig"  # created by fontconfig if the system has no cache
    modes = {path: stat.S_IMODE(path.lstat().st_mode) for path in folder.rglob("*")}
    return {
        str(path.relative_to(folder)): oct(mode)
        for path, mode in modes.items()
        if mode != (0o700 if path.is_dir() else 0o600)
        and not path.is_symlink()
        and not (path.is_relative_to(cache) or path == cache.parent)
    }


@pytest.mark.slow
@pytest.mark.real_model
def test_only_the_user_can_read_what_commands_and_the_window_write():
    with folder_of_user() as folder:
        home, temporary = folder / "home", folder / "temporary"
        where = {
            HOME_VARIABLE: str(home),
            "TMPDIR": str(temporary),
            "HOME": str(folder),
            "XDG_RUNTIME_DIR": "",
        }
        made = run_as_user(["-c", f"import os; os.mkdir({str(temporary)!r}, 0o700)"], where)
        assert made.returncode == 0, made.stderr
        for words in (
            ["folder", "add", str(SAMPLES)],
            ["search", "memory limits", "--explain"],
            ["export", "memory", "--format", "docx", "-o", str(folder / "memory.docx")],
            ["tag", "add", str(SAMPLES), "mine"],
            ["--quit-after-first-paint"],
        ):
            done = run_as_user(["-m", "twofold", *words], where)
            assert done.returncode == 0, done.stderr

        written = {path.name for path in folder.rglob("*")}
        assert {"catalog.sqlite", "personal.json", "meta.json", "vectors.json"} <= written
        assert {"twofold.log", "settings.yaml", "memory.docx"} <= written
        assert accessible_paths(folder) == {}


def test_another_user_cannot_read_a_library_in_an_open_folder(tmp_path, write_file):
    write_file("notes/a.md", "A private word.")
    with folder_of_user() as folder:
        os.chown(folder, os.geteuid(), os.getegid())
        folder.chmod(0o755)
        library = folder / "library"
        library.mkdir(mode=0o755)
        environment = {HOME_VARIABLE: str(tmp_path / "home")}
        done = run_as_this_user(
            ["--library", str(library), "folder", "add", "--no-vectors", str(tmp_path / "notes")],
            environment,
        )
        assert done.returncode == 0, done.stderr
        assert f"Other users of this computer may enter the library folder {library}" in done.stderr
        assert accessible_paths(library) == {}
        if is_another_user():
            for place in (library / "catalog.sqlite", library / "lexical" / "meta.json"):
                tried = run_as_user(["-c", f"open({str(place)!r})"])
                assert "PermissionError" in tried.stderr


def run_as_this_user(words, environment):
    return subprocess.run(
        [sys.executable, "-m", "twofold", *words],
        cwd=ROOT,
        env={**os.environ, **environment},
        umask=0o022,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def older(home, write_file, tmp_path):
    """A library as left by an older version: readable by all users."""
    write_file("notes/a.md", "A word.")

    def make(library=home / "library"):
        words = ["--library", str(library)] if library != home / "library" else []
        assert main([*words, "folder", "add", "--no-vectors", str(tmp_path / "notes")]) == 0
        open_all(home)
        open_all(library)
        library.chmod(0o755)
        return library

    return make


def open_all(folder):
    for path in folder.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() else 0o644)


def test_writing_a_library_removes_permissions_of_other_users(older, home, capsys):
    library = older()
    assert main(["doctor"]) == 1
    assert f"can access {library}." in capsys.readouterr().out

    assert main(["index", "--no-vectors"]) == 0

    assert accessible_paths(home) == {}
    assert "Other users" not in capsys.readouterr().err
    main(["doctor"])
    assert "only you can read library, logs and settings" in capsys.readouterr().out


def test_a_chosen_folder_keeps_its_permissions_and_is_reported_once(older, tmp_path, capsys):
    library = older(tmp_path / "shared")
    theirs = library / "lexical semantics.pdf"
    theirs.write_text("not of the library")
    theirs.chmod(0o644)
    words = ["--library", str(library)]
    capsys.readouterr()

    assert main([*words, "index", "--no-vectors"]) == 0
    first = capsys.readouterr().err
    assert main([*words, "index", "--no-vectors"]) == 0
    second = capsys.readouterr().err

    assert f"Other users of this computer may enter the library folder {library}" in first
    assert "Other users" not in second
    assert stat.S_IMODE(library.stat().st_mode) == 0o755
    assert set(accessible_paths(library)) == {theirs.name}
    assert main([*words, "doctor"]) == 1
    assert f"chmod go= {library}" in capsys.readouterr().out


def test_a_link_in_a_library_is_not_followed(older, home, tmp_path):
    older()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    elsewhere.chmod(0o755)
    (home / "library" / "vectors.kept").symlink_to(elsewhere)
    assert main(["index", "--no-vectors"]) == 0
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o755
