import pytest

from engine.api import RetrieverKind
from tests.ui.samples import sample_response
from ui.explain.scores import ContributionBar, retriever_shares


@pytest.fixture
def bar(any_theme, qtbot):
    bar = ContributionBar(any_theme)
    qtbot.addWidget(bar)
    bar.resize(402, 8)
    return bar


def shares_of(row):
    response = sample_response()
    return retriever_shares(response, response.hits[row])


def test_parts_are_as_wide_as_their_shares(bar):
    bar.show_shares(shares_of(2))
    (keywords, left), (meaning, right) = bar.segments()
    assert (keywords, meaning) == (RetrieverKind.LEXICAL, RetrieverKind.VECTOR)
    assert left.width() == pytest.approx(400 * (1 / 62) / (1 / 62 + 1 / 74))
    assert right.left() == pytest.approx(left.right() + 2)
    assert right.right() == pytest.approx(402)


def test_screen_readers_are_told_the_shares_of_the_newest_hit(bar):
    bar.show_shares(shares_of(4))
    bar.show_shares(shares_of(2))
    assert bar.accessibleDescription() == bar.toolTip()
    assert bar.accessibleDescription() in bar.accessibleName()


def test_one_ranking_fills_the_bar(bar):
    bar.show_shares(shares_of(4))
    ((retriever, area),) = bar.segments()
    assert (retriever, area.width()) == (RetrieverKind.LEXICAL, 402)


def test_both_colours_are_painted_with_a_gap(bar, any_theme):
    bar.show_shares(shares_of(2))
    image = bar.grab().toImage()
    names = [image.pixelColor(x, 4).name() for x in (100, 350)]
    assert names == [any_theme.color("kw_fill").name(), any_theme.color("mn_fill").name()]
    gap = round(bar.segments()[0][1].right()) + 1
    assert image.pixelColor(gap, 4).name() not in names


def test_the_bar_says_its_shares(bar):
    bar.show_shares(shares_of(2))
    assert bar.accessibleName() == "Shares: keywords 54 %, meaning 46 %"
