"""A private screen for a test: X server, window manager, keyboard and mouse."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, Self

from tests.support.patience import PATIENCE

PROGRAMS = ("Xvfb", "xdotool", "openbox")
SIZE = (1600, 1000)
ROOT = Path(__file__).resolve().parents[2]
_PATIENCE = 2 * PATIENCE  # embedding takes a while
_KEY_DELAY_MS = 12
_MAX_STOPS = 60

Part = dict[str, Any]


def missing_programs() -> list[str]:
    """Return the programs that must be installed for a screen."""
    return [name for name in PROGRAMS if shutil.which(name) is None]


class Screen:
    """An X server without a monitor.

    Keys and clicks are sent through the server, like real input.
    """

    def __init__(self, scratch: Path) -> None:
        self._running: list[subprocess.Popen[bytes]] = []
        self.display = ""
        try:
            self.display = self._start_server()
            self._start_window_manager(scratch)
        except BaseException:
            self.close()
            raise

    def _start_server(self) -> str:
        """Start the server on a free display. It reports the number once it accepts clients."""
        reading, writing = os.pipe()
        size = f"{SIZE[0]}x{SIZE[1]}x24"
        command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp"]
        self._start(command, pass_fds=(writing,))
        os.close(writing)
        with os.fdopen(reading, "rb") as output:
            return f":{read_line(output).decode().strip()}"

    def _start_window_manager(self, scratch: Path) -> None:
        """Start the window manager. It reports back once windows can get the focus."""
        ready = scratch / "window-manager-is-ready"
        os.mkfifo(ready)
        command = ["openbox", "--sm-disable", "--startup", f"sh -c 'echo ready >{ready}'"]
        reading = os.open(ready, os.O_RDONLY | os.O_NONBLOCK)
        self._start(command, env=self.environment(scratch))
        with os.fdopen(reading, "rb") as output:
            read_line(output)

    def _start(self, command: list[str], **how: Any) -> None:
        quiet = subprocess.DEVNULL
        self._running.append(
            subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet, **how)
        )

    def environment(self, home: Path) -> dict[str, str]:
        """Return the environment of a program on this screen, for a user without any settings."""
        strange = ("QT_", "XDG_", "WAYLAND_", "DBUS_", "TWOFOLD_", "LC_", "LANG")
        kept = {key: value for key, value in os.environ.items() if not key.startswith(strange)}
        return kept | {"DISPLAY": self.display, "HOME": str(home), "LANG": "C.UTF-8"}

    def close(self) -> None:
        """Stop the window manager and the server."""
        for process in reversed(self._running):
            process.terminate()
            process.wait(_PATIENCE)

    # Keyboard and mouse

    def press(self, *keys: str) -> None:
        """Press keys one after another, by their X names: 'Tab', 'ctrl+k'."""
        self._do("key", "--delay", str(_KEY_DELAY_MS), *keys)

    def type(self, text: str) -> None:
        """Type ASCII letters."""
        self._do("type", "--delay", str(_KEY_DELAY_MS), text)

    def point_at(self, x: int, y: int) -> None:
        """Move the mouse pointer."""
        self._do("mousemove", "--sync", str(x), str(y))

    def click(self, *, held: str = "") -> None:
        """Click where the pointer is, optionally while a key is held."""
        down, up = (("keydown", held), ("keyup", held)) if held else ((), ())
        self._do(*down, "click", "1", *up)

    def _do(self, *words: str) -> None:
        environment = os.environ | {"DISPLAY": self.display}
        subprocess.run(["xdotool", *words], check=True, env=environment, timeout=_PATIENCE)


class ProgramOnScreen:
    """Twofold on a screen, and the visible state of its window."""

    def __init__(self, screen: Screen, home: Path, environment: Mapping[str, str]) -> None:
        self._errors = (home / "stderr.txt").open("w+b")
        self._screen = screen
        self.focus_moves = 0
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.end_to_end.window_probe"],
            cwd=ROOT,
            env={**screen.environment(home), **environment, "QT_QPA_PLATFORM": "xcb"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        """Close the window if it is still open, and all resources."""
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            pipe.close()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise
        finally:
            self._errors.close()

    def see(self, **condition: Any) -> Part:
        """Wait until a part of the window meets the condition and stops moving.

        Return the first one. With `at_rest`, also wait until the window has the answers to all of
        its requests, because these can select another hit, or open another preview.
        """
        part, before = self.see_all(**condition)[0], None
        # A new window may be laid out again, and a click would miss a part that moves.
        while before is None or part["area"] != before["area"]:
            part, before = self.see_all(**condition)[0], part
        return part

    def click(self, *, held: str = "", **condition: Any) -> None:
        """Click the center of the first part that meets the condition, once it can be hit there.

        Qt learns where the window manager put a new window only from a later event. Until then, it
        reports all areas relative to the corner of the screen. Events arrive in order, therefore
        an area is right if it is still the same after the window has noticed the pointer, and shows
        everything it has asked the engine for.
        """
        part, before = self.see(**condition), None
        while before is None or part["area"] != before["area"]:
            left, top, width, height = part["area"]
            x, y = left + width // 2, top + height // 2
            self._screen.point_at(x, y)
            part, before = self.see(**condition, pointer=[x, y], at_rest=True), part
        self._screen.click(held=held)

    def see_all(self, **condition: Any) -> list[Part]:
        """Wait until parts of the window meet the condition, and return them."""
        return self._ask(condition)

    def see_gone(self, **condition: Any) -> None:
        """Wait until no part of the window meets the condition."""
        self._ask({**condition, "gone": True})

    def tab_to(self, **condition: Any) -> Part:
        """Press Tab until a part that meets the condition has the focus."""
        states = ["focused", *condition.pop("states", ())]
        for _ in range(_MAX_STOPS):
            # Lists report their current row as focused even if another window has the focus.
            for part in self.see_all(states=["focused"]):
                if all(part[key] == wanted for key, wanted in condition.items()):
                    return part
            before = self.focus_moves
            self._screen.press("Tab")
            self.see(states=states, focus_moves_over=before)
        raise AssertionError(f"Tab never came to {condition}")

    def wait_for_end(self) -> int:
        """Wait until the program has exited, and return its exit code."""
        return self._process.wait(_PATIENCE)

    @property
    def errors(self) -> str:
        """The output of the program on standard error."""
        self._errors.seek(0)
        return self._errors.read().decode("utf-8", "replace")

    def _ask(self, condition: dict[str, Any]) -> list[Part]:
        try:
            answer = self._answer(condition)
        except TimeoutError:
            seen = [(part["role"], part["name"], part["states"]) for part in self._everything()]
            raise AssertionError(f"not seen: {condition} among {seen}; {self.errors}") from None
        self.focus_moves = answer["focus_moves"]
        parts: list[Part] = answer["parts"]
        return parts

    def _everything(self) -> list[Part]:
        try:
            return [part for part in self._answer({"listing": True})["parts"] if part["name"]]
        except TimeoutError:
            return []

    def _answer(self, condition: dict[str, Any]) -> dict[str, Any]:
        asked, output = self._process.stdin, self._process.stdout
        assert asked is not None
        assert output is not None
        asked.write(json.dumps(condition).encode() + b"\n")
        asked.flush()
        answer: dict[str, Any] = json.loads(read_line(output))
        return answer


def read_line(pipe: IO[bytes]) -> bytes:
    """Return the next line. Raise TimeoutError if none arrives in time."""
    line, end = b"", time.monotonic() + _PATIENCE
    while not line.endswith(b"\n"):
        ready, _, _ = select.select([pipe], [], [], max(0.0, end - time.monotonic()))
        read = os.read(pipe.fileno(), 65536) if ready else b""
        if not read:
            raise TimeoutError(f"no whole line, only {line!r}")
        line += read
    return line
