"""The child processes of the program, and how each is started.

From source, they are modules run by the interpreter. A frozen build has no interpreter that could
run modules, so the program starts itself with one of these internal options.
"""

from __future__ import annotations

import runpy
import sys
from enum import Enum


class ChildProcess(Enum):
    """A child process: its internal option and its module."""

    EXTRACT_WORKER = ("--internal-extract-worker", "twofold.engine.service.reader_worker")
    GRAPH_BUILDER = ("--internal-graph-builder", "twofold.engine.stores.vectors.graph")
    MODEL_PROBE = ("--internal-model-probe", "twofold.engine.embedding.models.probe")
    MODEL_DOWNLOAD = ("--internal-model-download", "twofold.engine.embedding.models.download")
    TEMPLATE_WORKER = ("--internal-template-worker", "twofold.engine.export.template_worker")
    INDEXER = ("--internal-indexer", "twofold.app.indexer_process")

    @property
    def option(self) -> str:
        """The internal command line option."""
        return self.value[0]

    @property
    def module(self) -> str:
        """The module to run."""
        return self.value[1]

    @property
    def command(self) -> tuple[str, ...]:
        """The command that starts this process; its arguments are appended."""
        if getattr(sys, "frozen", False):
            return (_console_program(), self.option)
        from twofold.engine.processes.children import module_command  # noqa: PLC0415 (seldom needed)

        return module_command(self.module)


def _console_program() -> str:
    """Return the packaged program that has standard streams.

    On Windows, `twofoldw.exe`, which opens the window, has none; `twofold.exe` is next to it.
    """
    folder, separator, name = sys.executable.rpartition("\\")
    return f"{folder}{separator}twofold.exe" if name == "twofoldw.exe" else sys.executable


def requested_child(arguments: list[str]) -> ChildProcess | None:
    """Return the child process that a command line requests, or None."""
    first = arguments[0] if arguments else ""
    return next((child for child in ChildProcess if child.option == first), None)


def run_child(child: ChildProcess, arguments: list[str]) -> None:
    """Turn this process into the child process, with its arguments."""
    sys.argv = [child.module, *arguments]
    runpy.run_module(child.module, run_name="__main__", alter_sys=True)
