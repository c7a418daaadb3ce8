"""What every command gets and gives back."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.paths import AppPaths
from app.settings_file import load_settings
from engine.api import Settings

DONE = 0
FAILED = 1
USAGE = 2
INTERRUPTED = 130

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]  # noqa: SLF001 (its only name)


@dataclass(frozen=True, slots=True)
class Context:
    """Where the program's files are; the settings are read when a command wants them."""

    paths: AppPaths

    def settings(self) -> Settings:
        """Return the settings of the file, which is written when there is none."""
        return load_settings(self.paths.settings_file)
