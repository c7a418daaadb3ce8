import pytest
from PySide6.QtGui import QFont, QFontInfo


@pytest.mark.parametrize(
    ("weight", "mono", "family"),
    [(400, False, "Inter"), (600, False, "Inter"), (500, True, "JetBrains Mono")],
)
def test_the_shipped_faces_have_every_weight_in_use(theme, weight, mono, family):
    face = QFontInfo(theme.font(13, weight, mono=mono))
    assert (face.family(), face.weight()) == (family, weight)


def test_the_language_decides_which_east_asian_face_comes_first(theme):
    for language, face in (("ko", "KR"), ("ja", "JP"), ("zh-tw", "SC")):
        assert theme.font(13, lang=language).families()[1] == f"Noto Sans CJK {face}"


def test_a_copy_of_a_face_may_be_changed(theme):
    QFont(theme.font(13)).setPixelSize(40)
    assert theme.font(13).pixelSize() == 13
