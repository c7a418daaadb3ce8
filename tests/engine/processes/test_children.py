"""How child processes are started: nothing from where the program was started is run."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from app.child_processes import ChildProcess
from engine.processes import children
from engine.processes.children import PIPE, start_child
from engine.processes.sandbox import Sandbox

ROOT = Path(__file__).resolve().parents[3]
# What runs when Python starts, and what every child imports.
PLANTED = (
    "sitecustomize.py",
    "usercustomize.py",
    "json.py",
    "ctypes.py",
    "pathlib.py",
    "engine.py",
)
STARTS = {
    "subprocess.Popen", "subprocess.run", "subprocess.call", "subprocess.check_call",
    "subprocess.check_output", "subprocess.getoutput", "subprocess.getstatusoutput",
    "os.fork", "os.forkpty", "os.system", "os.popen", "os.posix_spawn", "os.posix_spawnp",
    "os.startfile", "pty.fork", "pty.spawn",
}  # fmt: skip
# Besides the one place: the trial of macOS's sandbox, and programs that a person wants a file
# opened with.
MAY = {
    "engine/processes/children.py": {"subprocess.Popen"},
    "engine/processes/sandbox.py": {"subprocess.run"},
    "app/cli/cite.py": {"subprocess.Popen", "os.startfile"},
    "ui/preview/document_opener.py": {"QProcess"},
}


@pytest.fixture
def planted(tmp_path, monkeypatch):
    """Return a folder of hostile modules, which is the current one, and what they write to."""
    mark = tmp_path / "was-run"
    folder = tmp_path / "library"
    folder.mkdir()
    for name in PLANTED:
        (folder / name).write_text(f"open({str(mark)!r}, 'a').write(__file__)\n")
    monkeypatch.chdir(folder)
    monkeypatch.setenv("PYTHONPATH", str(folder))
    return folder, mark


@pytest.mark.parametrize("child", ChildProcess)
def test_a_module_in_the_current_or_a_library_folder_is_not_run(child, planted):
    folder, mark = planted
    process = start_child(
        (*child.command, "1024", "60"),
        stdin=None,
        stdout=PIPE,
        stderr=PIPE,
        sandbox=Sandbox((str(folder),)),
    )
    _, errors = process.communicate(timeout=600)
    assert b"No module named" not in errors  # it was found and started
    assert not mark.exists(), mark.read_text()


def test_a_child_gets_no_token_and_no_address(monkeypatch):
    monkeypatch.setenv("SSH_AUTH_SOCK", "/run/agent")
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/run/bus")
    monkeypatch.setenv("GITHUB_TOKEN", "secret")
    monkeypatch.setenv("PYTHONSTARTUP", "/tmp/x.py")
    monkeypatch.setenv("LD_PRELOAD", "")
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    command = (
        sys.executable,
        "-c",
        "import json, os; print(json.dumps([*os.environ, os.getcwd()]))",
    )
    found = set(json.loads(start_child(command, stdout=PIPE).communicate()[0]))
    assert not found & {
        "SSH_AUTH_SOCK", "DBUS_SESSION_BUS_ADDRESS", "GITHUB_TOKEN", "PYTHONSTARTUP", "LD_PRELOAD",
        "HOME", "XDG_RUNTIME_DIR",
    }  # fmt: skip
    assert {"PATH", "LC_ALL"} <= found
    assert str(Path.cwd()) not in found


def test_an_installed_program_does_not_come_before_pythons_own_modules(tmp_path, monkeypatch):
    environment = tmp_path / "environment"
    environment.symlink_to(children.PACKAGE_ROOT)  # as one that is reached by a link
    monkeypatch.setattr("site.getsitepackages", lambda: [str(environment)])
    command = (sys.executable, "-c", "import os; print('PYTHONPATH' in os.environ)")
    assert start_child(command, stdout=PIPE).communicate()[0].strip() == b"False"


def test_no_other_place_starts_a_process():
    found = {}
    for package in ("app", "ui", "engine"):
        for file in (ROOT / package).rglob("*.py"):
            if ways := set(ways_to_start(ast.parse(file.read_text(encoding="utf-8")))):
                found[file.relative_to(ROOT).as_posix()] = ways
    assert found == MAY


@pytest.mark.parametrize(
    "code",
    [
        "import subprocess as s\ns.run('x')",
        "from subprocess import Popen\nPopen('x')",
        "import os\nos.execv('x', [])",
        "import os\nos.spawnl(0, 'x')",
        "from multiprocessing import Process",
        "from concurrent.futures import ProcessPoolExecutor",
        "from asyncio import create_subprocess_exec",
        "from PySide6.QtCore import QProcess\nQProcess.startDetached('x')",
    ],
)
def test_every_way_of_starting_a_process_is_seen(code):
    assert set(ways_to_start(ast.parse(code)))


def ways_to_start(tree):
    """Yield what of a module could start a process, by the names it imports."""
    names = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {name.asname or name.name: name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {one.asname or one.name: f"{node.module}.{one.name}" for one in node.names}
    attributes = [
        f"{names.get(node.value.id, node.value.id)}.{node.attr}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    ]
    for whole in (*names.values(), *attributes):
        last = whole.rpartition(".")[2]
        if whole in STARTS or whole.startswith(("os.exec", "os.spawn", "multiprocessing")):
            yield whole
        elif last in {"QProcess", "ProcessPoolExecutor"} or last.startswith("create_subprocess"):
            yield last


def test_the_program_itself_runs_nothing_from_the_folder_it_is_started_in(planted, monkeypatch):
    _, mark = planted
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    done = subprocess.run(
        [sys.executable, "-P", "-m", "app", "--version"], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert not mark.exists()
