"""A themed application for every test of the window."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from ui.theme import Theme


@pytest.fixture(params=["light", "dark"])
def any_theme(request: pytest.FixtureRequest, qapp: QApplication) -> Theme:
    """Each theme in turn, applied."""
    return _applied(request.param, qapp)


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    """The light theme, applied."""
    return _applied("light", qapp)


def _applied(name: str, app: QApplication) -> Theme:
    theme = Theme.load(name)
    theme.apply(app)
    return theme
