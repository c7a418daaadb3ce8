import pytest

from engine.api import RetrieverKind
from ui.theme import Theme
from ui.widgets.coverage_bar import CoverageBar


@pytest.mark.parametrize("name", ["light", "contrast_dark"])
@pytest.mark.parametrize(
    ("retriever", "token"), [(RetrieverKind.LEXICAL, "kw_fill"), (RetrieverKind.VECTOR, "mn_fill")]
)
def test_what_is_done_can_be_told_from_what_is_not(qtbot, name, retriever, token):
    theme = Theme(name)
    bar = CoverageBar(theme, retriever)
    qtbot.addWidget(bar)
    bar.resize(100, 4)
    bar.set_fraction(0.5)
    picture = bar.grab().toImage()
    done, rest = picture.pixelColor(25, 2), picture.pixelColor(75, 2)
    assert done == theme.color(token)
    assert abs(done.lightness() - rest.lightness()) > 40
