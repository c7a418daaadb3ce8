import pytest
from PySide6.QtGui import QFontMetricsF

from ui.results.place_line import fit_parts

PARTS = ("Research library", "A rather long directory name", "Another long one", "lines 10–24")


@pytest.fixture
def metrics(theme):
    return QFontMetricsF(theme.font(12))


def test_what_fits_is_left_alone(metrics):
    assert fit_parts(PARTS, metrics, 2000) == PARTS


def test_middle_parts_give_way_first(metrics):
    fitted = fit_parts(PARTS, metrics, 380)
    assert fitted[0] == PARTS[0]
    assert fitted[1].endswith("…")
    assert fitted[3] == PARTS[3]


@pytest.mark.parametrize("width", [40, 120, 200])
def test_the_place_itself_is_never_shortened(metrics, width):
    assert fit_parts(PARTS, metrics, width)[-1] == "lines 10–24"


def test_a_lone_place_stays(metrics):
    assert fit_parts(("p. 3",), metrics, 5) == ("p. 3",)
