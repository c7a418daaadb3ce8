import pytest
from PySide6.QtGui import QFont, QFontInfo, QFontMetricsF, QTextLayout


@pytest.mark.parametrize("weight", [400, 500, 600])
def test_the_shipped_interface_face_has_every_weight_in_use(theme, weight):
    face = QFontInfo(theme.font(13, weight))
    assert (face.family(), face.weight()) == ("Inter", weight)


@pytest.mark.parametrize("weight", [400, 500])
def test_code_is_set_in_the_shipped_mono_face(theme, weight):
    face = QFontInfo(theme.font(12, weight, mono=True))
    assert (face.family(), face.weight()) == ("JetBrains Mono", weight)
    metrics = QFontMetricsF(theme.font(12, weight, mono=True))
    assert metrics.horizontalAdvance("iiii") == metrics.horizontalAdvance("WWWW")


def test_signs_of_code_are_drawn_as_they_are_written(theme):
    font = theme.font(12, mono=True)
    for signs in ("!=", "->", "<!--", "=>", "//"):
        assert glyphs(font, signs) == [glyph for sign in signs for glyph in glyphs(font, sign)]


def glyphs(font, text):
    layout = QTextLayout(text, font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return [glyph for run in layout.glyphRuns() for glyph in run.glyphIndexes()]


def test_tabular_figures_line_up(theme):
    metrics = QFontMetricsF(theme.font(11, tabular=True))
    assert metrics.horizontalAdvance("1111") == metrics.horizontalAdvance("8888")


def test_the_language_decides_which_east_asian_face_comes_first(theme):
    assert theme.font(13, lang="ko").families()[1] == "Noto Sans CJK KR"
    assert theme.font(13, lang="ja").families()[1] == "Noto Sans CJK JP"
    assert theme.font(13, lang="zh-tw").families()[1] == "Noto Sans CJK SC"


def test_a_face_is_given_out_once_and_its_copies_may_be_changed(theme):
    assert theme.font(13) is theme.font(13)
    QFont(theme.font(13)).setPixelSize(40)
    assert theme.font(13).pixelSize() == 13
