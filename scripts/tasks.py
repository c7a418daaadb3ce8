"""What `make` does, also where there is no make.

    py -3.11 scripts/tasks.py setup test

A task prepares what it needs. Any Python that Twofold can use runs this; no library is needed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

_VENV = Path(".venv")
_LOCKS = ("build", "runtime", "bulk", "eval", "mcp", "milvus", "ocr", "dev", "models")

# A file's tests share what it sets up, so they stay together. Files are taken in their order.
_TESTS = "python -m pytest -q -n logical --dist loadfile --no-loadscope-reorder"
_COMMANDS = {
    "setup": (),
    "run": ("twofold",),
    "test": (_TESTS,),
    "coverage": (f"{_TESTS} --cov --cov-report=term:skip-covered",),
    "lint": ("ruff check .", "ruff format --check .", "mypy", "lint-imports"),
    "fix": (
        "ruff check --fix .",
        "ruff format .",
        "python scripts/write_documents.py",
        "python scripts/write_schemas.py",
        "python scripts/third_party.py",
    ),
    "package": (
        "python packaging/desktop_files.py dist/share",
        "pyinstaller --noconfirm --log-level WARN packaging/twofold.spec",
        "python packaging/smoke_test.py dist/twofold/twofold",
    ),
}

# Of llama.cpp only the library: no pictures and sound (mtmd), nothing of its command-line tools.
# That is less than half of it. The library is compiled as it was: vectors stay the same.
_PARTS = Path("packaging/llama_parts.cmake").resolve().as_posix()
_LIBRARY_ONLY = f"-DLLAVA_BUILD=OFF '-DCMAKE_PROJECT_llama.cpp_INCLUDE={_PARTS}'"
# What is handed to others asks no more than every x86-64 processor since 2013 has (x86-64-v3), and
# on ARM llama.cpp's own baseline. One for this processor would end with a signal on an older one.
_PORTABLE_FOLDER = Path("build", "portable")
_PORTABLE = "-DGGML_NATIVE=OFF " + " ".join(
    f"-DGGML_{name}=ON" for name in ("AVX", "AVX2", "FMA", "F16C", "BMI2")
)
# llama.cpp's kernels for AMX end with a signal on virtual machines that announce these instructions
# and do not let a process use them; its AVX-512 and AVX2 kernels serve instead.
_WITHOUT_AMX = "" if os.name == "nt" else " -U__AMX_INT8__"


def _setup() -> None:
    """Install what the lock files say, the program and its model, where they have changed."""
    libraries, ready = _VENV / ".libraries", _VENV / ".ready"
    if _is_older(libraries, *map(_lock, _LOCKS)):
        _install_libraries()
        libraries.touch()
    if _is_older(ready, libraries, Path("pyproject.toml")):
        _pip("--no-deps", "--no-build-isolation", "--editable", ".")
        # A process in the sandbox cannot keep the code that it compiles.
        _run(_program("python"), "-m", "compileall", "-q", "app", "engine", "ui")
        _run(_program("twofold"), "model", "add", "multilingual-e5-small")
        ready.touch()


def _install_libraries() -> None:
    if os.name != "nt":
        _run("scripts/check_machine.sh")
    python = _program("python")
    if not python.exists() or subprocess.call([python, "-c", "import pip"]):
        _run(sys.executable, "-m", "venv", "--clear", _VENV)
    print("Installing libraries; the first time llama-cpp-python compiles for some minutes.")
    # The compilers' tools come first: it is compiled with these and not with ones fetched beside.
    for name in _LOCKS:
        locked = ("--require-hashes", "--no-deps", "--no-build-isolation", "-r", _lock(name))
        _pip(*locked, compiling=_LIBRARY_ONLY)


def _compile_portable() -> None:
    """Compile llama-cpp-python into a folder, for other machines than this one."""
    folder = _PORTABLE_FOLDER
    done, wanted = folder / ".compiled", folder / "requirement.txt"
    if not _is_older(done, _lock("runtime")):
        return
    print("Compiling llama-cpp-python for other machines; this takes some minutes.")
    folder.mkdir(parents=True, exist_ok=True)
    pinned = re.search(
        r"^llama-cpp-python==.*(\n +--hash.*)+", _lock("runtime").read_text(), re.MULTILINE
    )
    wanted.write_text(pinned[0] if pinned else "")
    # Without the cache: the wheel in there is this machine's.
    where = ("--no-cache-dir", "--upgrade", "--target", folder)
    how = ("--no-deps", "--no-build-isolation", "--no-binary", "llama-cpp-python")
    _pip(*how, *where, "-r", wanted, compiling=f"{_LIBRARY_ONLY} {_PORTABLE}")
    done.touch()


def _pip(*words: str | Path, compiling: str = "") -> None:
    flags = {name: os.environ.get(name, "") + _WITHOUT_AMX for name in ("CFLAGS", "CXXFLAGS")}
    cmake = f"{os.environ.get('CMAKE_ARGS', '')} {compiling}"
    pip = (_program("python"), "-m", "pip", "--disable-pip-version-check", "install", "--quiet")
    _run(*pip, *words, **flags, CMAKE_ARGS=cmake)


def _run(*command: str | Path, **environment: str) -> None:
    subprocess.run(command, check=True, env={**os.environ, **environment})


def _lock(name: str) -> Path:
    return Path("requirements", f"{name}.txt")


def _is_older(made: Path, *sources: Path) -> bool:
    return not made.exists() or any(
        source.stat().st_mtime > made.stat().st_mtime for source in sources
    )


def _program(name: str) -> Path:
    return _VENV / (f"Scripts/{name}.exe" if os.name == "nt" else f"bin/{name}")


def _carry_out(task: str) -> None:
    _setup()
    if task == "package":
        _compile_portable()
        os.environ["PYTHONPATH"] = os.pathsep.join((str(_PORTABLE_FOLDER), "."))
    if task in ("test", "coverage"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        if sys.platform == "linux":
            _run("scripts/offer_screen.sh")
    for command in _COMMANDS[task]:
        program, *words = command.split()
        _run(_program(program), *words)


def main(tasks: list[str]) -> int:
    """Carry out tasks one after the other; return an exit status."""
    os.chdir(Path(__file__).resolve().parent.parent)
    if not tasks or not set(tasks) <= set(_COMMANDS):
        print(f"{__doc__}\nThe tasks: {', '.join(_COMMANDS)}")
        return 2
    try:
        for task in tasks:
            _carry_out(task)
    except subprocess.CalledProcessError as error:
        return error.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
