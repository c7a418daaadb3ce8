from pathlib import Path

import pytest
from PySide6.QtCore import QStandardPaths

from ui.export.save_place import SavePlace


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
