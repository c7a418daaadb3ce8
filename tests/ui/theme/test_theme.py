import re
from pathlib import Path

import pytest
from PySide6.QtGui import QImage, QPalette
from PySide6.QtWidgets import QPushButton

from ui.theme import theme_name
from ui.theme.resource_files import RESOURCES, STYLES
from ui.theme.tokens import THEME_NAMES, load_tokens, make_style_sheet

UI = Path(__file__).resolve().parents[3] / "ui"


def test_using_another_theme_repaints_everything(theme, qapp, qtbot):
    light = theme.color("window")
    with qtbot.waitSignal(theme.changed):
        theme.use("dark", qapp)
    assert theme.is_dark
    assert theme.color("window") != light
    assert qapp.palette().color(QPalette.ColorRole.Window) == theme.color("window")


@pytest.mark.parametrize("choice", ["system", "light", "dark", "contrast"])
def test_every_choice_of_colours_leads_to_a_theme(qapp, choice):
    name = theme_name(choice, qapp)
    assert name in THEME_NAMES
    assert name.startswith("contrast_") == (choice == "contrast")


def test_a_colour_may_be_asked_for_with_opacity(theme):
    assert theme.color("kw_fill", 0.45).alphaF() == pytest.approx(0.45, abs=0.01)
    assert theme.color("kw_fill").alpha() == 255


@pytest.mark.parametrize("name", THEME_NAMES)
def test_the_style_sheet_has_no_open_names_and_its_pictures_can_be_painted(qapp, name, tmp_path):
    sheet = make_style_sheet(load_tokens(name), tmp_path)
    assert "@" not in sheet
    pictures = re.findall(r'url\("([^"]+)"\)', sheet)
    assert len(set(pictures)) >= 5
    assert not any(QImage(picture).isNull() for picture in pictures)


def test_no_colour_is_written_outside_the_theme():
    found = [
        f"{file.relative_to(UI)}: {line.strip()}"
        for file in UI.rglob("*.py")
        if "theme" not in file.relative_to(UI).parts
        for line in file.read_text(encoding="utf-8").splitlines()
        if re.search(r"[\"'\s:]#[0-9A-Fa-f]{6}\b", line)
    ]
    assert found == []
    assert not re.search(r"#[0-9A-Fa-f]{6}\b", (STYLES / "window.qss").read_text(encoding="utf-8"))


def test_shipped_faces_and_icons_carry_their_licences():
    fonts = (RESOURCES / "fonts" / "LICENSE.txt").read_text(encoding="utf-8")
    icons = (RESOURCES / "icons" / "lucide" / "LICENSE").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in fonts
    assert "ISC License" in icons


@pytest.mark.parametrize("name", THEME_NAMES)
def test_what_cannot_be_used_looks_so_in_every_theme(only_theme, qapp, qtbot, name):
    only_theme.use(name, qapp)
    button = QPushButton("Use this model")
    qtbot.addWidget(button)
    for kind in ("", "primary", "flat"):
        button.setProperty("kind", kind)
        button.style().polish(button)
        button.setEnabled(True)
        usual = button.grab().toImage()
        button.setEnabled(False)
        assert button.grab().toImage() != usual
