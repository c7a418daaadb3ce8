"""The foot of the export dialog, and what the engine says beside its buttons."""

from __future__ import annotations

import pytest

from engine.export.export_file import TargetExistsError, check_target
from tests.support.announced import announced
from ui.export.export_foot import ExportFoot


def test_a_file_that_exists_is_to_be_replaced_in_the_words_of_the_button(qtbot, theme, tmp_path):
    target = tmp_path / "found.csv"
    target.write_text("mine")
    with pytest.raises(TargetExistsError) as told:
        check_target(target)
    foot = ExportFoot(theme, "found")
    qtbot.addWidget(foot)
    assert foot.replace.text().lower() in told.value.hint


def test_what_stands_in_the_way_is_told_to_screen_readers_once(qtbot, theme, monkeypatch):
    foot = ExportFoot(theme, "found")
    qtbot.addWidget(foot)
    told = announced(monkeypatch, "ui.export.export_foot")
    for words in ("It is there already.", "It is there already.", ""):
        foot.say(words)
    assert told == [(foot.message, "It is there already.")]
