import pytest

from ui.results.hit_marks import gauge_area, gauge_words, tick_distance


@pytest.mark.parametrize(("rank", "pixels"), [(1, 3.0), (10, 15.5), (100, 28.0), (1000, 28.0)])
def test_a_higher_rank_stands_nearer_the_fold(rank, pixels):
    assert tick_distance(rank) == pytest.approx(pixels)


def test_the_gauge_in_words():
    assert gauge_words(2, 14) == "2nd by keywords, 14th by meaning"
    assert gauge_words(None, 2) == "2nd by meaning"
    assert gauge_words(3, None) == "3rd by keywords"


def test_the_gauge_stands_still_while_ranks_have_one_or_two_figures(theme):
    areas = [gauge_area(theme, 500, 20, 1, rank) for rank in (1, 14, None)]
    assert len({area.width() for area in areas}) == 1


def test_longer_ranks_get_more_room(theme):
    assert gauge_area(theme, 500, 20, 1, 888).width() > gauge_area(theme, 500, 20, 1, 88).width()
