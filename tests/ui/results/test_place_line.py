import pytest

from ui.results.hit_delegate import fit_parts

PARTS = ("Research library", "A rather long directory name", "Another long one", "lines 10–24")


@pytest.fixture
def fit(theme):
    return lambda parts, width: fit_parts(parts, theme, theme.font(12), width)


def test_what_fits_is_left_alone(fit):
    assert fit(PARTS, 2000) == PARTS


def test_middle_parts_give_way_first(fit):
    fitted = fit(PARTS, 380)
    assert fitted[0] == PARTS[0]
    assert fitted[1].endswith("…")
    assert fitted[3] == PARTS[3]


@pytest.mark.parametrize("width", [40, 120, 200])
def test_the_place_itself_is_never_shortened(fit, width):
    assert fit(PARTS, width)[-1] == "lines 10–24"


def test_a_lone_place_stays(fit):
    assert fit(("p. 3",), 5) == ("p. 3",)
