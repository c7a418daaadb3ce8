"""Child processes run no code from the current folder."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import twofold
from twofold.app.child_processes import ChildProcess
from twofold.engine.processes.children import PIPE, start_child
from twofold.engine.processes.sandbox import Sandbox, SandboxPolicy

ROOT = Path(__file__).resolve().parents[3]
# Modules that run when Python starts, and modules that every child imports.
PLANTED = (
    "sitecustomize.py",
    "usercustomize.py",
    "json.py",
    "ctypes.py",
    "pathlib.py",
    "engine.py",
)


@pytest.fixture
def planted(tmp_path, monkeypatch):
    """Create a current folder with hostile modules. Return the folder and their output file."""
    mark = tmp_path / "was-run"
    folder = tmp_path / "library"
    folder.mkdir()
    for name in PLANTED:
        (folder / name).write_text(f"open({str(mark)!r}, 'a').write(__file__)\n")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return folder, mark


@pytest.mark.parametrize("child", ChildProcess)
def test_module_in_the_current_or_a_library_folder_is_not_imported(child, planted):
    folder, mark = planted
    process = start_child(
        (*child.command, "1024", "60"),
        stdin=None,
        stdout=PIPE,
        stderr=PIPE,
        sandbox=Sandbox((str(folder),), SandboxPolicy.AUTO),
    )
    _, errors = process.communicate(timeout=600)
    assert b"No module named" not in errors  # it was found and started
    assert not mark.exists(), mark.read_text()


def test_child_environment_has_no_token_and_no_address(monkeypatch):
    secret = {"SSH_AUTH_SOCK", "DBUS_SESSION_BUS_ADDRESS", "GITHUB_TOKEN", "PYTHONSTARTUP"}
    for name in (*secret, "LC_ALL"):
        monkeypatch.setenv(name, "C.UTF-8")
    monkeypatch.setenv("LD_PRELOAD", "")
    code = "import json, os; print(json.dumps([*os.environ, os.getcwd()]))"
    process = start_child((sys.executable, "-c", code), stdout=PIPE)
    found = set(json.loads(process.communicate()[0]))
    assert not found & (secret | {"LD_PRELOAD", "HOME", "XDG_RUNTIME_DIR"})
    assert {"PATH", "LC_ALL"} <= found
    assert str(Path.cwd()) not in found


def test_installed_program_does_not_precede_standard_modules(tmp_path, monkeypatch):
    environment = tmp_path / "environment"
    environment.symlink_to(tmp_path / "installed")  # as an installation reached by a link
    monkeypatch.setattr(twofold, "__path__", [str(tmp_path / "installed" / "twofold")])
    monkeypatch.setattr("site.getsitepackages", lambda: [str(environment)])
    command = (sys.executable, "-c", "import os; print('PYTHONPATH' in os.environ)")
    assert start_child(command, stdout=PIPE).communicate()[0].strip() == b"False"


def test_child_finds_a_program_outside_of_the_interpreter_folders(tmp_path, monkeypatch):
    monkeypatch.setattr(twofold, "__path__", [str(tmp_path / "twofold")])
    command = (sys.executable, "-c", "import os; print(os.environ['PYTHONPATH'])")
    assert start_child(command, stdout=PIPE).communicate()[0].decode().strip() == str(tmp_path)


def test_program_runs_nothing_from_the_current_folder(planted, monkeypatch):
    _, mark = planted
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "build" / "package"))
    done = subprocess.run(
        [sys.executable, "-P", "-m", "twofold", "--version"], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert not mark.exists()
