from __future__ import annotations

import pytest

from tests.support.real_window import index_notes, real_window


@pytest.fixture(scope="session")
def indexed(tmp_path_factory):
    """The home of a library with a few notes, and their vectors."""
    home = tmp_path_factory.mktemp("quick")
    index_notes(home)
    return home


@pytest.fixture
def opened(qtbot, theme, indexed):
    """A window over the library with notes."""
    with real_window(qtbot, theme, indexed) as window:
        yield window
