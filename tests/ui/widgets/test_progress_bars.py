import pytest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from twofold.engine.api import RetrieverKind
from twofold.ui.widgets.progress_bars import CoverageBar, WaitingBar


@pytest.mark.parametrize("name", ["light", "contrast_dark"])
def test_progress_differs_visibly_from_the_rest(qtbot, theme, name, qapp):
    theme.use(name, qapp)
    for retriever, token in ((RetrieverKind.LEXICAL, "kw_fill"), (RetrieverKind.VECTOR, "mn_fill")):
        bar = CoverageBar(retriever)
        qtbot.addWidget(bar)
        bar.resize(100, 4)
        bar.set_fraction(0.5)
        picture = bar.grab().toImage()
        done, rest = picture.pixelColor(25, 2), picture.pixelColor(75, 2)
        assert done == theme.color(token)
        assert abs(done.lightness() - rest.lightness()) > 40


def test_the_waiting_bar_keeps_its_space_while_hidden(qtbot, theme):
    page = QWidget()
    qtbot.addWidget(page)
    layout = QVBoxLayout(page)
    bar, below = WaitingBar(page), QWidget(page)
    layout.addWidget(bar)
    layout.addWidget(below, 1)
    page.resize(400, 100)
    page.show()
    QApplication.processEvents()
    before = below.geometry()
    bar.show()
    QApplication.processEvents()
    assert below.geometry() == before
    first = bar.grab().toImage()
    qtbot.waitUntil(lambda: bar.grab().toImage() != first)
