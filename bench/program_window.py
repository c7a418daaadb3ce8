"""The main window for benchmarks, composed as in the program."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from twofold.app.desktop.gui import window_options
from twofold.app.models import open_model_registry
from twofold.app.paths import AppPaths
from twofold.engine.api import Settings
from twofold.ui.client import EngineClient
from twofold.ui.library.models import ModelManager
from twofold.ui.theme import Theme
from twofold.ui.window.main_window import MainWindow


def program_window(
    client: EngineClient, theme: Theme, paths: AppPaths, settings: Settings
) -> MainWindow:
    """Return the window of a library, with the search page shown first."""
    models = ModelManager(partial(open_model_registry, paths.library.models))
    options = window_options(paths, settings, models)
    return MainWindow(client, theme, settings, replace(options, starts_with_welcome=False))
