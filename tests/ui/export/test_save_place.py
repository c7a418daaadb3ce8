from pathlib import Path

import pytest
from PySide6.QtCore import QStandardPaths

from ui.export.export_foot import SavePlace


@pytest.mark.parametrize("exists", [True, False])
def test_the_folder_is_that_of_documents_or_home_where_there_is_none(
    qtbot, theme, tmp_path, monkeypatch, exists
):
    documents = tmp_path / "Documents"
    if exists:
        documents.mkdir()
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _: str(documents))
    place = SavePlace(theme, "passages.md")
    qtbot.addWidget(place)
    assert place.target == (documents if exists else Path.home()) / "passages.md"


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("notes.md", "notes.csv"),
        ("notes.txt", "notes.csv"),
        ("notes", "notes.csv"),
        ("Kant 1781. A critique", "Kant 1781. A critique.csv"),
        ("release v1.2", "release v1.2.csv"),
    ],
)
def test_another_format_changes_the_ending_of_a_name_and_nothing_else(qtbot, theme, typed, name):
    place = SavePlace(theme, "passages")
    qtbot.addWidget(place)
    place.set_extension(".md")
    place.name.setText(typed)
    place.set_extension(".csv")
    assert place.name.text() == name
