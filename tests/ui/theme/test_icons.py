from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QIcon

import ui
from ui.theme.icons import icon_svg
from ui.theme.resource_files import ICONS

UI = Path(ui.__file__).parent
NAMES = sorted(file.stem for file in (ICONS / "lucide").glob("*.svg"))


def opaque_pixels(pixmap):
    image = pixmap.toImage()
    size = range(image.width())
    colours = [image.pixelColor(x, y) for x in size for y in size]
    return [colour for colour in colours if colour.alpha() == 255]


def test_every_icon_is_drawn_in_the_colour_asked_for(theme):
    danger = theme.color("danger").name()
    for name in NAMES:
        inked = opaque_pixels(theme.pixmap(name, "danger", 48))
        assert {colour.name() for colour in inked} == {danger}, name


def test_every_icon_is_used():
    sources = "".join(file.read_text(encoding="utf-8") for file in UI.rglob("*.py"))
    assert [name for name in NAMES if f'"{name}"' not in sources] == []


def test_icons_are_as_sharp_as_the_screen(theme):
    pixmap = theme.pixmap("search", size=16, ratio=2.0)
    assert (pixmap.width(), pixmap.devicePixelRatio()) == (32, 2.0)


def test_a_drawing_is_made_once(theme):
    assert theme.pixmap("search").cacheKey() == theme.pixmap("search").cacheKey()


def test_a_disabled_icon_is_faded(theme):
    icon = theme.icon("search", "text", 48)
    disabled = opaque_pixels(icon.pixmap(48, 48, QIcon.Mode.Disabled))
    assert {colour.name() for colour in disabled} == {theme.color("border_strong").name()}


def test_small_signs_have_a_heavier_line(theme):
    assert 'stroke-width="2.25"' in icon_svg("check", QColor("red"))
    assert 'stroke-width="1.75"' in icon_svg("search", QColor("red"))


def test_an_unknown_icon_is_named(theme):
    with pytest.raises(KeyError, match="no-such-icon"):
        theme.icon("no-such-icon")


def test_the_app_mark_shows_both_retrievers(theme):
    names = {colour.name() for colour in opaque_pixels(theme.app_mark(44, 1.0))}
    assert {theme.color("kw_fill").name(), theme.color("mn_fill").name()} <= names


def test_an_icon_follows_the_theme(theme, qapp):
    icon = theme.icon("search", "text", 48)
    theme.use("dark", qapp)
    inked = opaque_pixels(icon.pixmap(48, 48))
    assert {colour.name() for colour in inked} == {theme.color("text").name()}


def test_an_icon_is_as_large_as_it_was_asked_for_and_as_sharp_as_the_screen(theme):
    pixmap = theme.icon("search", size=12).pixmap(QSize(12, 12), 2.0)
    assert (pixmap.width(), pixmap.devicePixelRatio()) == (24, 2.0)
    assert theme.icon("search", size=12, gap=5).pixmap(QSize(17, 12), 1.0).width() == 17
