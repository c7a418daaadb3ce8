import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPalette
from PySide6.QtWidgets import (
    QHeaderView,
    QListWidget,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
)

from ui.theme import theme_name
from ui.theme.resource_files import RESOURCES, STYLES
from ui.theme.style_sheet import make_style_sheet
from ui.theme.tokens import THEME_NAMES, load_tokens

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


def test_an_unknown_token_is_an_error(theme):
    with pytest.raises(KeyError):
        theme.color("no_such_token")


@pytest.mark.parametrize("name", THEME_NAMES)
def test_the_style_sheet_has_no_open_names_and_its_pictures_can_be_painted(qapp, name, tmp_path):
    tokens = load_tokens(name)
    sheet = make_style_sheet(tokens, tmp_path)
    assert "@" not in sheet
    pictures = re.findall(r'url\("([^"]+)"\)', sheet)
    assert len(set(pictures)) >= 5
    for picture in pictures:
        assert colours_of(QImage(picture)) == {picture[-10:-4]}


def colours_of(picture):
    """Return the colours of all opaque pixels, six digits each."""
    places = ((x, y) for x in range(picture.width()) for y in range(picture.height()))
    seen = (picture.pixelColor(x, y) for x, y in places)
    return {colour.name()[1:] for colour in seen if colour.alpha() == 255}


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
    for kind in ("", "primary", "flat"):
        assert picture(qtbot, kind, enabled=True) != picture(qtbot, kind, enabled=False)


def picture(qtbot, kind, *, enabled):
    button = QPushButton("Use this model")
    button.setProperty("kind", kind)
    qtbot.addWidget(button)
    button.setEnabled(enabled)
    button.resize(120, 32)
    return button.grab().toImage()


@pytest.mark.parametrize("name", THEME_NAMES)
def test_a_chosen_row_of_two_lines_keeps_both(only_theme, qapp, qtbot, name):
    only_theme.use(name, qapp)
    rows = QListWidget()
    rows.setProperty("kind", "two_lines")
    qtbot.addWidget(rows)
    rows.addItems(["A title\nits place"] * 2)
    rows.setCurrentRow(0)
    rows.resize(300, 120)
    picture = rows.grab().toImage()
    assert [ink(picture, rows.visualItemRect(rows.item(row))) for row in (0, 1)] == [True, True]


@pytest.mark.parametrize("kind", ["two_lines", "side"])
def test_no_row_moves_or_covers_the_edge_when_the_focus_comes(only_theme, qapp, qtbot, kind):
    only_theme.use("light", qapp)
    rows = QListWidget()
    rows.setProperty("kind", kind)
    qtbot.addWidget(rows)
    rows.addItems(["Notes", "Papers"])
    rows.setCurrentRow(0)
    rows.resize(300, 120)
    rows.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    rows.show()
    rows.activateWindow()
    before = rows.viewport().geometry()
    rows.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    rows.setFocus()
    qtbot.waitUntil(rows.hasFocus)
    assert rows.viewport().geometry() == before
    picture, middle = rows.grab().toImage(), rows.visualItemRect(rows.item(0)).center().y() + 2
    assert {picture.pixelColor(x, middle).name() for x in (0, 1, 298, 299)} == {
        only_theme.color("accent").name()
    }


def ink(picture, area):
    """Say whether a second line is written in a row, below one that may stand in the middle."""
    inside = area.adjusted(6, area.height() // 2 + 8, -40, -4)
    ground = picture.pixelColor(inside.right() + 20, inside.center().y())
    return any(
        picture.pixelColor(x, y) != ground
        for x in range(inside.left(), inside.right())
        for y in range(inside.top(), inside.bottom())
    )


@pytest.mark.parametrize("name", THEME_NAMES)
def test_the_words_of_a_chosen_cell_are_not_cut(only_theme, qapp, qtbot, name):
    only_theme.use(name, qapp)
    table = QTableWidget(2, 1)
    qtbot.addWidget(table)
    table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
    for row in (0, 1):
        table.setItem(row, 0, QTableWidgetItem("100 languages"))
    table.setCurrentCell(0, 0)
    table.resize(300, 120)
    picture = table.viewport().grab().toImage()
    ends = [last_ink(picture, table.visualItemRect(table.item(row, 0))) for row in (0, 1)]
    assert ends[0] == pytest.approx(ends[1], abs=1)


def last_ink(picture, area):
    """Return how far to the right something is written in a cell."""
    ground = picture.pixelColor(area.left() + 4, area.center().y())
    inside = area.adjusted(4, 6, -5, -6)
    return max(
        x
        for x in range(inside.left(), inside.right())
        for y in range(inside.top(), inside.bottom())
        if abs(picture.pixelColor(x, y).lightness() - ground.lightness()) > 60
    )
