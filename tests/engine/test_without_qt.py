"""The engine works on a machine without Qt; its own tests say so when Qt cannot be imported."""

import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[2]

_RUN_WITHOUT_QT = """
import sys

class NoQt:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"PySide6", "shiboken6"}:
            raise ModuleNotFoundError(f"{name} is hidden from this process", name=name)

sys.meta_path.insert(0, NoQt())
try:
    import PySide6
except ModuleNotFoundError:
    pass
else:
    sys.exit("PySide6 was not hidden")
import pytest
sys.exit(pytest.main(sys.argv[1:]))
"""


def run_tests_without_qt(*folders: str) -> subprocess.CompletedProcess[str]:
    options = ["-q", "-x", "-p", "no:pytest-qt", "-o", "addopts=-p no:cacheprovider"]
    without_qt_options = ["-o", "filterwarnings=ignore::pytest.PytestConfigWarning"]
    return subprocess.run(
        [sys.executable, "-c", _RUN_WITHOUT_QT, *options, *without_qt_options, *folders],
        cwd=_ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_engine_tests_pass_while_qt_cannot_be_imported():
    finished = run_tests_without_qt("tests/engine/model", "tests/engine/search")
    assert finished.returncode == 0, finished.stdout[-4000:] + finished.stderr[-2000:]
    assert " passed" in finished.stdout


def test_the_command_line_loads_no_qt_and_no_native_library():
    program = (
        "import sys, app.cli.command_line\n"
        "heavy = {'PySide6', 'tantivy', 'usearch', 'llama_cpp', 'numpy'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program], cwd=_ROOT, capture_output=True, text=True, check=False
    )
    assert finished.returncode == 0, finished.stderr
