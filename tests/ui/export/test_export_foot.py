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


def test_the_icon_of_an_open_dialog_follows_the_theme(qtbot, theme, qapp):
    open_before = ExportFoot(theme, "found")
    qtbot.addWidget(open_before)
    theme.use("dark", qapp)
    opened_after = ExportFoot(theme, "found")
    qtbot.addWidget(opened_after)
    before, after = (foot.copy.icon().pixmap(14).toImage() for foot in (open_before, opened_after))
    theme.use("light", qapp)
    assert before == after
