"""The command line that raises the quick search, for a key of the desktop."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from app.paths import AppPaths


def quick_command(paths: AppPaths) -> str:
    """Return the command line that a person binds to a key, as this installation is started."""
    words = [*_program(), *_library(paths), "quick"]
    return " ".join(f'"{word}"' if " " in word else word for word in words)


def _program() -> list[str]:
    if getattr(sys, "frozen", False):
        return [sys.executable]
    beside = shutil.which("twofold", path=str(Path(sys.executable).parent))
    return [beside] if beside else [sys.executable, "-m", "app"]


def _library(paths: AppPaths) -> list[str]:
    root = paths.library.root
    return ["--library", str(root)] if paths.library.is_chosen else []
