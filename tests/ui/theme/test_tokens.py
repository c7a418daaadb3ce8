import json

import pytest

from ui.theme.resource_files import STYLES
from ui.theme.tokens import THEME_NAMES, load_tokens, parse_colour

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
    """The contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2, section 1.4.3)."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("name", THEME_NAMES)
@pytest.mark.parametrize(("pairs", "least"), [(TEXT_PAIRS, 4.5), (GRAPHIC_PAIRS, 3.0)])
def test_text_is_readable_and_graphics_can_be_seen(name, pairs, least):
    tokens = load_tokens(name)
    found = {pair: contrast(tokens[pair[0]], tokens[pair[1]]) for pair in pairs}
    assert {pair: ratio for pair, ratio in found.items() if ratio < least} == {}


def test_all_themes_have_colours_for_the_same_tokens():
    themes = json.loads((STYLES / "tokens.json").read_text(encoding="utf-8"))
    assert set(themes) == set(THEME_NAMES)
    assert set(themes["light"]) == set(themes["dark"])
    for name in THEME_NAMES:
        assert all(colour.isValid() for colour in load_tokens(name).values())


def test_a_colour_may_be_translucent():
    colour = parse_colour("rgba(29,28,25,0.38)")
    assert (colour.red(), colour.green(), colour.blue()) == (29, 28, 25)
    assert colour.alphaF() == pytest.approx(0.38, abs=0.01)
