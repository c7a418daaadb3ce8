"""The faces: Inter for the interface, JetBrains Mono for code, system faces for other scripts."""

from __future__ import annotations

from PySide6.QtGui import QFont, QFontDatabase
from PySide6.QtWidgets import QApplication

from ui.theme.resource_files import FONTS

INTERFACE_FACE = "Inter"
CODE_FACE = "JetBrains Mono"

# Han characters look different in each language, so the language decides which face comes first.
_EAST_ASIAN_FACES = {
    "ja": ("Noto Sans CJK JP", "Hiragino Sans", "Yu Gothic"),
    "ko": ("Noto Sans CJK KR", "Apple SD Gothic Neo", "Malgun Gothic"),
    "zh": ("Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei"),
}
_REGISTERED = "twofold_fonts_registered"


def register_fonts(app: QApplication) -> None:
    """Give Qt the shipped faces; they win over installed ones of the same name."""
    if app.property(_REGISTERED):
        return
    for file in sorted(FONTS.glob("*.[ot]tf")):
        QFontDatabase.addApplicationFont(str(file))
    app.setProperty(_REGISTERED, True)


class Face(QFont):
    """A font of the theme; `name` tells it from the others.

    QFont.key() writes a font down each time, and does not tell figures of one width.
    """

    def __init__(self, font: QFont, name: tuple[object, ...]) -> None:
        super().__init__(font)
        self.name = name


def make_font(
    size: int, weight: int = 400, *, mono: bool = False, tabular: bool = False, lang: str = ""
) -> QFont:
    """Return a face of `size` pixels; `tabular` figures have one width and line up.

    `lang` (ISO 639-1) chooses the shapes of Han characters.
    """
    font = QFont()
    font.setFamilies([CODE_FACE if mono else INTERFACE_FACE, *_fallback_faces(lang)])
    font.setPixelSize(size)
    font.setWeight(QFont.Weight(weight))
    # Widths stay the same at every scale of the screen.
    font.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if mono:
        font.setStyleHint(QFont.StyleHint.Monospace)
        font.setFeature(QFont.Tag("calt"), 0)  # '!=' as it is written, not one sign
    if tabular:
        font.setFeature(QFont.Tag("tnum"), 1)
    return font


def _fallback_faces(lang: str) -> list[str]:
    own = _EAST_ASIAN_FACES.get(lang[:2], ())
    others = [face for faces in _EAST_ASIAN_FACES.values() for face in faces if face not in own]
    return [*own, *others]
