"""Install a wheel with uv and pipx, add its optional parts as it advises, and remove it.

    .venv/bin/python packaging/check_wheel.py dist/twofold-0.1.0-py3-none-any.whl

The program must name each missing optional part and print the command that installs it. Then it
must pass packaging/smoke_test.py, and after its removal only data may be left. llama-cpp-python is
taken from pip's cache or compiled.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import smoke_test

_ROOT = Path(__file__).resolve().parent.parent
_SAMPLES = _ROOT / "resources" / "sample_library"
_PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check")
_WHEEL = (*_PIP, "wheel", "-q", "--no-deps", "--no-build-isolation", "--wheel-dir")
# The command that needs each optional part, and its exit status without the part.
_ASKING = {"mcp": (("mcp",), 1), "eval": (("eval", "."), 1), "ocr": (("doctor",), 0)}
_DATA = {".local/share/twofold", ".local/state/twofold", ".config/twofold"}
_LOCKS = {".local/share/pipx/venvs/.twofold.lock"}  # pipx keeps the locks of removed programs


def main(wheel: Path, scratch: Path) -> None:
    """Raise an error if the wheel does not work; files are written into the folder `scratch`."""
    wheels, tools = scratch / "wheels", scratch / "tools"
    runtime = (_ROOT / "requirements" / "runtime.in").read_text(encoding="utf-8")
    llama = re.search(r"^llama-cpp-python==.*", runtime, re.MULTILINE)
    _run(*_WHEEL, wheels, llama[0] if llama else "")
    _run(*_PIP, "install", "-q", "--target", tools, "pipx", "uv")
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
    for installer in (["uv", "tool"], ["pipx"]):
        home = scratch / installer[0]
        home.mkdir()
        environment = {
            **os.environ,
            "HOME": str(home),
            "PATH": f"{tools / 'bin'}:{os.environ['PATH']}",
            "UV_CACHE_DIR": str(scratch / "cache"),
            "UV_FIND_LINKS": str(wheels),
            "PIP_FIND_LINKS": f"{wheels} {os.environ.get('PIP_FIND_LINKS', '')}",
        }
        tool = partial(_run, env={**environment, "PYTHONPATH": str(tools)}, cwd=home)
        program = partial(_run, home / ".local/bin/twofold", env=environment, cwd=home)

        began = time.monotonic()
        tool(*installer, "install", "--python", sys.executable, wheel)
        print(f"{installer[0]}: {program('--version')} in {time.monotonic() - began:.0f} s")
        for part, (words, status) in _ASKING.items():
            said = program(*words, status=status)
            advice = re.search(rf'Run: (.*"twofold\[{part}\]")', said)
            if not advice:
                raise SystemExit(f"Nothing helps to get the part {part}: {said}")
            tool("sh", "-c", advice[1])
            print(f"{installer[0]}: {advice[1]}")
        (home / "smoke").mkdir()
        smoke_test.main(home / ".local/bin/twofold", home / "smoke")
        program("folder", "add", _SAMPLES, "--no-vectors")
        tool(*installer, "uninstall", "twofold")

        found = {path.relative_to(home).as_posix() for path in home.rglob("*twofold*")}
        left = {path for path in found if not path.startswith(("smoke/", *_DATA, *_LOCKS))}
        if left or not found & _DATA:
            raise SystemExit(f"{installer[0]} leaves behind: {sorted(left)}")


def _run(*words: str | Path, status: int = 0, **options: object) -> str:
    done = subprocess.run(words, check=False, stdout=-1, stderr=-2, text=True, **options)
    if done.returncode != status:
        raise SystemExit(f"{words} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(Path(sys.argv[1]).resolve(), Path(folder))
    print("The wheel works.")
