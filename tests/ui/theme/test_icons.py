import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QIcon

from ui.theme.resource_files import ICONS

NAMES = sorted(file.stem for file in (ICONS / "lucide").glob("*.svg"))


def inked(pixmap):
    """The colours of all opaque pixels."""
    image = pixmap.toImage()
    size = range(image.width())
    colours = [image.pixelColor(x, y) for x in size for y in size]
    return {colour.name() for colour in colours if colour.alpha() == 255}


def test_every_icon_is_drawn_in_the_colour_asked_for(theme):
    danger = theme.color("danger").name()
    for name in NAMES:
        assert inked(theme.pixmap(name, "danger", 48)) == {danger}, name


def test_an_icon_follows_the_theme_and_is_faded_where_it_cannot_be_used(theme, qapp):
    icon = theme.icon("search", "text", 48)
    disabled = icon.pixmap(48, 48, QIcon.Mode.Disabled)
    assert inked(disabled) == {theme.color("border_strong").name()}
    theme.use("dark", qapp)
    assert inked(icon.pixmap(48, 48)) == {theme.color("text").name()}


def test_an_icon_is_as_large_as_it_was_asked_for_and_as_sharp_as_the_screen(theme):
    pixmap = theme.icon("search", size=12).pixmap(QSize(12, 12), 2.0)
    assert (pixmap.width(), pixmap.devicePixelRatio()) == (24, 2.0)
    assert theme.icon("search", size=12, gap=5).pixmap(QSize(17, 12), 1.0).width() == 17


def test_the_app_mark_shows_both_retrievers(theme):
    both = {theme.color("kw_fill").name(), theme.color("mn_fill").name()}
    assert both <= inked(theme.app_mark(44, 1.0))


def test_an_unknown_icon_is_named(theme):
    with pytest.raises(KeyError, match="no-such-icon"):
        theme.icon("no-such-icon")
