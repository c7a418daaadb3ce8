"""Running a template in a process of its own, for a bounded time and in bounded memory."""

from __future__ import annotations

import json
import math
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.export.passages import Step
from engine.model.errors import ExportError
from engine.processes.children import PIPE, Child, module_command, start_child
from engine.processes.sandbox import Sandbox

DEFAULT_COMMAND = module_command("engine.export.template_worker")

_MEMORY_MB = 2_000
_SECONDS_BETWEEN_STEPS = 0.1


@dataclass(frozen=True, slots=True)
class TemplateProcess:
    """How templates are run: the words that start the process, and how long it may take."""

    command: tuple[str, ...] = DEFAULT_COMMAND
    seconds: float = 60.0

    def run(self, name: str, request: Mapping[str, Any], step: Step) -> str:
        """Return the text that the template called `name` writes.

        `step` is called now and then and may raise to give it up. Raises ExportError when the
        template is wrong, or takes more time or memory than it may.
        """
        process = start_child(
            (*self.command, str(_MEMORY_MB), str(math.ceil(self.seconds))),
            stdout=PIPE,
            sandbox=Sandbox(),
        )
        with process:
            try:
                data = self._answer(process, name, json.dumps(request).encode("ascii"), step)
            finally:
                process.kill()
        return _text(data, name)

    def _answer(self, process: Child, name: str, data: bytes | None, step: Step) -> bytes:
        ends_at = time.monotonic() + self.seconds
        while True:
            try:
                answer, _ = process.communicate(data, timeout=_SECONDS_BETWEEN_STEPS)
            except subprocess.TimeoutExpired:
                data = None  # it is on its way
                step()
                if time.monotonic() > ends_at:
                    raise ExportError(
                        f"The template {name} takes longer than {self.seconds:g} seconds.",
                        "Look for a loop in it that does not end.",
                    ) from None
            else:
                return answer


def _text(data: bytes, name: str) -> str:
    try:
        answer = json.loads(data)
    except ValueError:  # the operating system ended it
        raise ExportError(
            f"The template {name} takes more time or memory than it may.",
            "Look for a loop in it that does not end.",
        ) from None
    if "problem" in answer:
        raise ExportError(answer["problem"], "Correct the template.")
    return str(answer["text"])
