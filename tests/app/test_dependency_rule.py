"""The rule of ARCHITECTURE.md holds, and the check would notice if it did not."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]
_PACKAGES = ("app", "ui", "engine")


def check_contracts(root: Path) -> subprocess.CompletedProcess[str]:
    program = "from importlinter.cli import lint_imports; import sys; sys.exit(lint_imports())"
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=root,
        env={"PYTHONPATH": str(root), "PATH": "", "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


@pytest.fixture
def copy_of_the_code(tmp_path):
    for package in _PACKAGES:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(_ROOT / package, tmp_path / package, ignore=ignored)
    shutil.copy(_ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_code_keeps_every_contract(copy_of_the_code):
    finished = check_contracts(copy_of_the_code)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert "0 broken" in finished.stdout


def test_planted_breaches_are_reported(copy_of_the_code):
    breaches = {
        "engine never imports Qt": ("engine/model/hit.py", "import PySide6.QtCore"),
        "see past engine.api": ("ui/i18n/formatting.py", "import engine.stores.catalog.schema"),
        "layers inside engine": ("engine/model/errors.py", "import engine.search.fusion"),
        "each native library has one door": ("app/paths.py", "import tantivy"),
    }
    for module, line in breaches.values():
        path = copy_of_the_code / module
        path.write_text(f"{path.read_text(encoding='utf-8')}\n{line}\n", encoding="utf-8")
    finished = check_contracts(copy_of_the_code)
    assert finished.returncode != 0
    broken = [text for text in finished.stdout.splitlines() if text.endswith("BROKEN")]
    for contract in breaches:
        assert any(contract in text for text in broken), finished.stdout


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
