"""If `reading.sandbox` is `required`, no child process handles hostile input without a sandbox."""

import ast
import sys
from pathlib import Path

import pytest

from tests.support.tiny_gguf import tiny_model
from twofold.app.child_processes import ChildProcess
from twofold.app.models import model_trial
from twofold.app.paths import default_paths
from twofold.app.settings_file import change_settings
from twofold.engine.extract.process import reader
from twofold.engine.model.errors import SandboxError
from twofold.engine.model.localized import EMPTY
from twofold.engine.model.settings import Settings
from twofold.engine.processes import sandbox
from twofold.engine.processes.children import PIPE, start_child
from twofold.engine.processes.sandbox import Sandbox, SandboxPolicy

ROOT = Path(__file__).resolve().parents[3]
# They handle only files of this program or the user. Every other child must be confined.
TRUSTED = {
    ChildProcess.GRAPH_BUILDER: "engine/stores/vectors/graph.py",
    ChildProcess.MODEL_DOWNLOAD: "engine/embedding/models/fetching.py",
    ChildProcess.INDEXER: "engine/service/supervisor.py",
}
NO_LANDLOCK = """
import runpy, sys, twofold.engine.processes.linux_sandbox as linux
linux._landlock_version = lambda: 0
runpy.run_module({module!r}, run_name="__main__", alter_sys=True)
"""


def starts_of_children(path: Path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "start_child":
            yield {keyword.arg for keyword in node.keywords}


@pytest.mark.slow
def test_every_child_except_trusted_ones_has_a_sandbox():
    sources = [path for name in ("app", "engine", "ui") for path in (ROOT / name).rglob("*.py")]
    unconfined = {
        path.relative_to(ROOT).as_posix()
        for path in sources
        if any("sandbox" not in arguments for arguments in starts_of_children(path))
    }
    assert unconfined == set(TRUSTED.values())


@pytest.mark.skipif(sys.platform != "linux", reason="Linux's sandbox")
@pytest.mark.parametrize("child", [one for one in ChildProcess if one not in TRUSTED])
def test_no_child_runs_without_a_required_sandbox(child, expected_log):
    expected_log.append("a process was outside its sandbox: The Linux security feature Landlock")
    command = (sys.executable, "-c", NO_LANDLOCK.format(module=child.module), "1024", "60", "cpu")
    strict = Sandbox((), SandboxPolicy.REQUIRED)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sandbox, "sandbox_problem", lambda: "")
        process = start_child(command, stdout=PIPE, sandbox=strict)
    assert process.communicate(b"x" * 100)[0] == b""
    assert process.returncode == sandbox._REFUSED
    assert "Landlock" in process.sandbox_failure


def test_required_sandbox_must_also_prevent_reading(monkeypatch):
    """Documents are read in the sandbox of Windows, unless a full one is required."""
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sandbox, "sandbox_problem", lambda: EMPTY)
    Sandbox((), SandboxPolicy.AUTO).check()
    assert sandbox.sandbox_warning(SandboxPolicy.AUTO) == ""
    with pytest.raises(SandboxError, match="not reading other files"):
        Sandbox((), SandboxPolicy.REQUIRED).check()
    assert "not reading other files" in sandbox.sandbox_warning(SandboxPolicy.REQUIRED)


@pytest.fixture
def required(home, monkeypatch):
    monkeypatch.setattr(sandbox, "sandbox_problem", lambda: "This Linux has no Landlock.")
    monkeypatch.setattr(reader, "sandbox_problem", sandbox.sandbox_problem)
    change_settings(default_paths().settings_file, {"reading.sandbox": "required"})


def test_no_template_runs_without_a_required_sandbox(twofold, notes, tmp_path, request):
    template = tmp_path / "own.txt.j2"
    template.write_text("{{ heading }}")
    words = ("export", "tomatoes", "--mode", "lexical", "--template", str(template))
    assert twofold(*words).code == 0
    request.getfixturevalue("required")
    printed = twofold(*words)
    assert printed.code == 1
    assert "reading.sandbox requires a full sandbox" in printed.err


def test_no_model_is_tried_without_a_required_sandbox(twofold, required, tmp_path):
    (tmp_path / "models").mkdir()
    model, _ = tiny_model(tmp_path / "models")
    printed = twofold("model", "add", str(model), "--name", "mine")
    assert printed.code == 1
    assert "reading.sandbox requires a full sandbox" in printed.err


def test_a_model_is_tried_with_the_current_settings(home):
    settings = Settings().replaced(reading__sandbox="off")
    trials = model_trial(), model_trial(settings)
    assert [trial.sandbox() for trial in trials] == ["auto", "off"]
    change_settings(default_paths().settings_file, {"reading.sandbox": "required"})
    assert {trial.sandbox() for trial in trials} == {"required"}
