"""Every format is declared once and known everywhere."""

from pathlib import Path

import pytest

from engine.export.formats.__init__ import formats_table, renderer
from engine.model.export import ExportFormat

PAGE = Path(__file__).parents[4] / "docs" / "exports.md"


@pytest.mark.parametrize("form", ExportFormat)
def test_every_format_has_a_module_that_writes_it(form):
    assert callable(renderer(form))
    assert form.extension.startswith(".")


def test_the_page_of_exports_says_what_every_format_holds():
    assert formats_table() in PAGE.read_text(encoding="utf-8"), "run: make fix"


def test_formats_of_a_group_stand_together():
    groups = [form.group for form in ExportFormat]
    assert groups == sorted(groups, key=groups.index)


@pytest.mark.parametrize(
    ("name", "form"), [("a.json", "json"), ("A.MD", "markdown"), ("a.docx", "docx"), ("a", None)]
)
def test_a_file_name_stands_for_a_format(name, form):
    assert ExportFormat.of_file(name) == form
