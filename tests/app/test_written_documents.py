import sys
from pathlib import Path

import pytest

from scripts.write_documents import (
    command_line_document,
    models_document,
    settings_document,
    window_document,
)

_DOCS = Path(__file__).parents[2] / "docs"


def test_the_settings_page_is_current():
    page = (_DOCS / "settings.md").read_text(encoding="utf-8")
    assert page == settings_document(), "run: make fix"


def test_the_command_line_page_is_current():
    page = (_DOCS / "cli.md").read_text(encoding="utf-8")
    assert page == command_line_document(), "run: make fix"


def test_the_models_page_is_current():
    page = models_document()
    assert (_DOCS / "models.md").read_text(encoding="utf-8") == page, "run: make fix"
    assert page.count("| [") == 10


@pytest.mark.skipif(sys.platform == "darwin", reason="some keys of macOS are others")
def test_the_keys_on_the_window_page_are_current():
    assert (_DOCS / "ui.md").read_text(encoding="utf-8") == window_document(), "run: make fix"
