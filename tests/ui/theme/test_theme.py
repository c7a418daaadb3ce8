"""Colors, fonts and icons of the four themes."""

import json
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QFontInfo, QIcon, QImage, QPalette
from PySide6.QtWidgets import QPushButton

from twofold.ui.theme import theme_name
from twofold.ui.theme.resource_files import ICONS, RESOURCES, STYLES
from twofold.ui.theme.tokens import THEME_NAMES, load_tokens, make_style_sheet

UI = Path(__file__).resolve().parents[3] / "ui"
GROUNDS = ("surface", "window", "raised", "hover", "neutral_soft", "accent_soft")
TEXT_PAIRS = [
    *(("text", ground) for ground in (*GROUNDS, "kw_mark", "mn_mark", "warn_soft")),
    *(("text2", ground) for ground in GROUNDS),
    *(("text3", ground) for ground in GROUNDS),
    *(("accent", ground) for ground in ("surface", "window", "accent_soft")),
    *(("on_accent", ground) for ground in ("accent", "accent_hover")),
    *(("kw", ground) for ground in ("surface", "window", "hover", "accent_soft", "kw_soft")),
    *(("mn", ground) for ground in ("surface", "window", "hover", "accent_soft", "mn_soft")),
    *(("warn", ground) for ground in ("surface", "window", "accent_soft", "warn_soft")),
    *(("danger", ground) for ground in ("surface", "window", "danger_soft")),
    *(("ok", ground) for ground in ("surface", "window", "ok_soft")),
    ("surface", "text"),
    ("page_ink", "page"),
    ("page_ink", "page_mark"),
    ("page_ink", "page_near"),
]
GRAPHIC_PAIRS = [
    *(("border_strong", ground) for ground in ("surface", "window", "raised")),
    *(("kw_fill", ground) for ground in ("surface", "window")),
    *(("mn_fill", ground) for ground in ("surface", "window")),
    *(("accent", ground) for ground in ("surface", "window", "accent_soft")),
    ("page_line", "page"),
    ("page_near_line", "page"),
    ("page_box", "page"),
]


def luminance(colour):
    channels = (colour.redF(), colour.greenF(), colour.blueF())
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    """Return the contrast ratio of two opaque colors, 1 to 21 (WCAG 2.2, section 1.4.3)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("name", THEME_NAMES)
@pytest.mark.parametrize(("pairs", "least"), [(TEXT_PAIRS, 4.5), (GRAPHIC_PAIRS, 3.0)])
def test_text_and_graphics_have_enough_contrast(name, pairs, least):
    tokens = load_tokens(name)
    found = {pair: contrast(tokens[pair[0]], tokens[pair[1]]) for pair in pairs}
    assert {pair: ratio for pair, ratio in found.items() if ratio < least} == {}


def test_all_themes_have_the_same_tokens():
    themes = json.loads((STYLES / "tokens.json").read_text(encoding="utf-8"))
    assert set(themes) == set(THEME_NAMES)
    assert set(themes["light"]) == set(themes["dark"])
    for name in THEME_NAMES:
        for token, colour in load_tokens(name).items():
            assert colour.isValid()
            assert (colour.alpha() < 255) is themes[name][token].startswith("rgba("), token


@pytest.mark.parametrize("name", THEME_NAMES)
def test_the_style_sheet_is_complete_and_its_pictures_are_valid(qapp, name, tmp_path):
    sheet = make_style_sheet(load_tokens(name), tmp_path)
    assert "@" not in sheet
    pictures = re.findall(r'url\("([^"]+)"\)', sheet)
    assert len(set(pictures)) >= 5
    assert not any(QImage(picture).isNull() for picture in pictures)


def test_using_another_theme_repaints_everything(theme, qapp, qtbot):
    light = theme.color("window")
    with qtbot.waitSignal(theme.changed):
        theme.use("dark", qapp)
    assert theme.name == "dark"
    assert theme.color("window") != light
    assert qapp.palette().color(QPalette.ColorRole.Window) == theme.color("window")
    assert theme.color("window", 0.45).alphaF() == pytest.approx(0.45, abs=0.01)
    assert theme.color("window").alpha() == 255


def test_every_choice_leads_to_a_theme(qapp):
    names = {choice: theme_name(choice, qapp) for choice in ("system", "light", "dark", "contrast")}
    assert set(names.values()) <= set(THEME_NAMES)
    assert names["contrast"].startswith("contrast_")
    assert (names["light"], names["dark"]) == ("light", "dark")


@pytest.mark.parametrize("name", THEME_NAMES)
def test_disabled_widgets_look_disabled_in_every_theme(only_theme, qapp, qtbot, name):
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


def test_no_color_is_defined_outside_the_theme():
    found = [
        f"{file.relative_to(UI)}: {line.strip()}"
        for file in UI.rglob("*.py")
        if "theme" not in file.relative_to(UI).parts
        for line in file.read_text(encoding="utf-8").splitlines()
        if re.search(r"[\"'\s:]#[0-9A-Fa-f]{6}\b", line)
    ]
    assert found == []
    assert not re.search(r"#[0-9A-Fa-f]{6}\b", (STYLES / "window.qss").read_text(encoding="utf-8"))


def test_bundled_fonts_and_icons_have_their_licenses():
    fonts = (RESOURCES / "fonts" / "LICENSE.txt").read_text(encoding="utf-8")
    icons = (RESOURCES / "icons" / "lucide" / "LICENSE").read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in fonts
    assert "ISC License" in icons


def test_bundled_fonts_have_every_weight_and_the_language_selects_east_asian_ones(theme):
    for weight, mono, family in (
        (400, False, "Inter"),
        (600, False, "Inter"),
        (500, True, "JetBrains Mono"),
    ):
        face = QFontInfo(theme.font(13, weight, mono=mono))
        assert (face.family(), face.weight()) == (family, weight)
    for language, face in (("ko", "KR"), ("ja", "JP"), ("zh-tw", "SC")):
        assert theme.font(13, lang=language).families()[1] == f"Noto Sans CJK {face}"


def inked(pixmap):
    """Return the colors of all opaque pixels."""
    image = pixmap.toImage()
    size = range(image.width())
    colours = [image.pixelColor(x, y) for x in size for y in size]
    return {colour.name() for colour in colours if colour.alpha() == 255}


def test_every_icon_is_drawn_in_the_requested_color(theme):
    danger = theme.color("danger").name()
    for file in sorted((ICONS / "lucide").glob("*.svg")):
        assert inked(theme.pixmap(file.stem, "danger", 48)) == {danger}, file.stem
    with pytest.raises(KeyError, match="no-such-icon"):
        theme.icon("no-such-icon")
    both = {theme.color("kw_fill").name(), theme.color("mn_fill").name()}
    assert both <= inked(theme.app_mark(44, 1.0))


def test_an_icon_follows_theme_and_screen_and_is_faded_if_disabled(theme, qapp):
    icon = theme.icon("search", "text", 48)
    disabled = icon.pixmap(48, 48, QIcon.Mode.Disabled)
    assert inked(disabled) == {theme.color("border_strong").name()}
    theme.use("dark", qapp)
    assert inked(icon.pixmap(48, 48)) == {theme.color("text").name()}
    pixmap = theme.icon("search", size=12).pixmap(QSize(12, 12), 2.0)
    assert (pixmap.width(), pixmap.devicePixelRatio()) == (24, 2.0)
    assert theme.icon("search", size=12, gap=5).pixmap(QSize(17, 12), 1.0).width() == 17
