"""The code follows the dependency rule of ARCHITECTURE.md, and the check detects violations."""

import shutil
import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[2]


def test_planted_breaches_are_reported(tmp_path):
    package = tmp_path / "twofold"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(_ROOT / "public", package, ignore=ignored)
    for part in ("app", "ui", "engine"):
        shutil.copytree(_ROOT / part, package / part, ignore=ignored)
    shutil.copy(_ROOT / "pyproject.toml", tmp_path)
    breaches = {
        "engine never imports Qt": ("engine/model/hit.py", "import PySide6.QtCore"),
        "see past engine.api": (
            "ui/i18n/formatting.py",
            "import twofold.engine.stores.catalog.schema",
        ),
        "layers inside engine": ("engine/model/errors.py", "import twofold.engine.search.fusion"),
        "each native library has one door": ("app/paths.py", "import tantivy"),
    }
    for module, line in breaches.values():
        path = package / module
        path.write_text(f"{path.read_text(encoding='utf-8')}\n{line}\n", encoding="utf-8")
    program = "from importlinter.cli import lint_imports; import sys; sys.exit(lint_imports())"
    finished = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(tmp_path), "PATH": "", "NO_COLOR": "1"},
    )  # fmt: skip
    assert finished.returncode != 0
    broken = [text for text in finished.stdout.splitlines() if " BROKEN" in text]
    for contract in breaches:
        assert any(contract in text for text in broken), finished.stdout


def test_the_command_line_loads_no_qt_and_no_native_library():
    program = (
        "import sys, twofold.app.cli.command_line\n"
        "heavy = {'PySide6', 'tantivy', 'usearch', 'llama_cpp', 'numpy'} & set(sys.modules)\n"
        "sys.exit(f'loaded: {heavy}' if heavy else 0)"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program], cwd=_ROOT, capture_output=True, text=True, check=False
    )
    assert finished.returncode == 0, finished.stderr
