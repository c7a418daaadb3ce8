"""A model a person can choose, as the window shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """One model: the name in the settings, a title, its languages, and whether its file is here."""

    name: str
    title: str
    languages: str
    is_ready: bool


ListModels = Callable[[], tuple[ModelChoice, ...]]
