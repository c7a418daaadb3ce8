from pathlib import Path

from scripts.write_documents import settings_document

_PAGE = Path(__file__).parents[2] / "docs" / "settings.md"


def test_the_page_is_what_the_code_says():
    assert _PAGE.read_text(encoding="utf-8") == settings_document(), "run: make fix"
