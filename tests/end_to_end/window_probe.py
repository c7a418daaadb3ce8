"""The real program, which describes its window over a pipe like a screen reader would.

When run as a program, each line of standard input is a condition (JSON, see `_holds`). Once some
part of the window meets it, one line of standard output lists all parts that do. This module never
changes the window: keys and clicks are sent through the X server.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSocketNotifier, QTimer
from PySide6.QtGui import QAccessible, QAccessibleInterface, QMouseEvent, QWindow
from PySide6.QtWidgets import QApplication

from twofold.app.__main__ import main
from twofold.app.desktop import gui
from twofold.engine.api import Request
from twofold.ui.client import EngineClient

_LOOK_AGAIN_MS = 30
# Inspecting all widgets is slow on a busy machine, and the window needs time too.
_SHARE_OF_LOOKS = 0.25
# Longer timers change nothing that was asked for.
_LONGEST_PAUSE_MS = 1_000
_STATES = ("focused", "checked", "selected", "disabled", "offscreen", "active")


class ObservedClient(EngineClient):
    """A client of the engine that knows whether it awaits a reply."""

    def __init__(self) -> None:
        super().__init__()
        self._newest_answered: dict[type[Request], int] = {}

    def _deliver_reply(self, reply: Any) -> None:
        if awaited := self._awaited.get(reply.request_id):
            newest = self._newest_answered
            newest[awaited.kind] = max(reply.request_id, newest.get(awaited.kind, 0))
        super()._deliver_reply(reply)

    @property
    def awaits_reply(self) -> bool:
        """Whether a request is pending that no later one has replaced."""
        answered = self._newest_answered
        return any(
            number > answered.get(awaited.kind, 0) for number, awaited in self._awaited.items()
        )


class WindowProbe(QObject):
    """Inspects the windows of `application` until the current condition is met."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self.client: ObservedClient | None = None
        QAccessible.setActive(True)  # as if a screen reader is running: views report changes
        self._wanted: dict[str, Any] | None = None
        self._focus_moves = 0
        self._pointer: list[int] = []
        application.installEventFilter(self)
        application.focusChanged.connect(self._note_focus)
        self._listener = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read, self)
        self._listener.activated.connect(self._listen)
        self._again = QTimer(self, singleShot=True)
        self._again.timeout.connect(self._look)

    def _note_focus(self, *_widgets: object) -> None:
        self._focus_moves += 1

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Note where a window last noticed the mouse pointer."""
        if isinstance(event, QMouseEvent) and isinstance(watched, QWindow):
            place = event.globalPosition().toPoint()
            self._pointer = [place.x(), place.y()]
        return False

    def _listen(self) -> None:
        line = sys.stdin.readline()
        if not line:  # the test process has ended
            QApplication.closeAllWindows()
            self._listener.setEnabled(False)
            return
        self._wanted = json.loads(line)
        self._look()

    def _look(self) -> None:
        wanted = self._wanted
        if wanted is None:
            return
        began = time.monotonic()
        seen = list(_everything())
        took_ms = (time.monotonic() - began) * 1000
        found = [part for part in seen if _holds(part, wanted)]
        if wanted.get("listing"):
            found = seen
        has_moved = self._focus_moves > wanted.get("focus_moves_over", -1)
        is_met = bool(found) != bool(wanted.get("gone")) and has_moved
        is_met = is_met and self._pointer_has_arrived(found, wanted)
        if is_met and (self._is_at_rest() or not wanted.get("at_rest")):
            self._wanted = None
            self._tell({"parts": found, "focus_moves": self._focus_moves})
        else:
            self._again.start(max(_LOOK_AGAIN_MS, int(took_ms / _SHARE_OF_LOOKS)))

    def _pointer_has_arrived(self, found: list[dict[str, Any]], wanted: dict[str, Any]) -> bool:
        """Return whether the pointer is where it is wanted, or the first part has moved away."""
        pointer = wanted.get("pointer")
        return pointer in (None, self._pointer) or not _contains(found[0]["area"], *pointer)

    def _is_at_rest(self) -> bool:
        """Return whether the window shows everything that it has asked the engine for."""
        timers = (
            timer
            for window in QApplication.topLevelWidgets()
            for timer in window.findChildren(QTimer)
            if timer.isActive() and timer.isSingleShot()
        )
        is_awaited = self.client is not None and self.client.awaits_reply
        return not is_awaited and all(one.interval() > _LONGEST_PAUSE_MS for one in timers)

    @staticmethod
    def _tell(words: dict[str, Any]) -> None:
        sys.stdout.write(json.dumps(words) + "\n")
        sys.stdout.flush()


def _holds(part: dict[str, Any], wanted: dict[str, Any]) -> bool:
    """Return whether a part has the wanted role, name, texts and states."""
    return (
        part["role"] == wanted.get("role", part["role"])
        and any(name in part["name"] for name in _list(wanted.get("name", "")))
        and part["name"] == wanted.get("named", part["name"])
        and wanted.get("description", "") in part["description"]
        and wanted.get("value", "") in part["value"]
        and set(wanted.get("states", ())) <= set(part["states"])
        and not set(wanted.get("without", ())) & set(part["states"])
    )


def _contains(area: list[int], x: int, y: int) -> bool:
    left, top, width, height = area
    return left <= x < left + width and top <= y < top + height


def _list(names: str | list[str]) -> list[str]:
    return [names] if isinstance(names, str) else names


def _everything() -> Iterator[dict[str, Any]]:
    for window in QApplication.topLevelWidgets():
        if window.isVisible() and not window.isMinimized():
            yield from _parts(QAccessible.queryAccessibleInterface(window))


def _parts(item: QAccessibleInterface | None) -> Iterator[dict[str, Any]]:
    if item is None or not item.isValid():
        return
    state, area = item.state(), item.rect()
    if state.invisible:
        return
    yield {
        "role": item.role().name,
        "name": item.text(QAccessible.Text.Name),
        "description": item.text(QAccessible.Text.Description),
        "value": item.text(QAccessible.Text.Value),
        "states": [name for name in _STATES if getattr(state, name)],
        "area": [area.x(), area.y(), area.width(), area.height()],
    }
    for place in range(item.childCount()):
        yield from _parts(item.child(place))


def _start_telling() -> None:
    make = gui._application

    def reported() -> QApplication:
        application = make()
        WindowProbe(application)
        return application

    def observed() -> ObservedClient:
        client = ObservedClient()
        QApplication.instance().findChild(WindowProbe).client = client
        return client

    gui._application, gui.EngineClient = reported, observed


if __name__ == "__main__":
    _start_telling()
    sys.exit(main(sys.argv[1:]))
