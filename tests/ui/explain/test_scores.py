"""The contribution of each retriever to a hit, and the bar of the shares."""

from dataclasses import replace

import pytest

from tests.ui.samples import make_hit, not_embedded, sample_response
from twofold.engine.api import RetrieverKind
from twofold.ui.explain.scores import ContributionBar, retriever_shares


@pytest.fixture
def bar(theme, qtbot):
    bar = ContributionBar(theme)
    qtbot.addWidget(bar)
    bar.resize(402, 8)
    return bar


FOUND = sample_response()


def shares_of(row):
    return retriever_shares(FOUND, FOUND.hits[row])


def test_shares_add_up_to_one_and_a_retriever_without_the_hit_has_none():
    keywords, meaning = shares_of(2)
    assert (keywords.retriever, keywords.rank, keywords.score) == (RetrieverKind.LEXICAL, 2, 11.84)
    assert (meaning.retriever, meaning.rank, meaning.score) == (RetrieverKind.VECTOR, 14, 0.812)
    assert keywords.part + meaning.part == pytest.approx(1.0)
    assert keywords.part == pytest.approx((1 / 62) / (1 / 62 + 1 / 74))
    keywords, meaning = shares_of(4)
    assert (keywords.part, meaning.part) == (pytest.approx(1.0), 0.0)
    assert (meaning.rank, meaning.score, meaning.weight) == (None, None, 1.0)


def test_keywords_counting_for_both_leave_no_weight_for_meaning():
    keywords, meaning = retriever_shares(FOUND, not_embedded(FOUND.hits[4]))
    assert (keywords.weight, meaning.weight, meaning.rank) == (2.0, 0.0, None)


def test_only_retrievers_that_ran_are_shown():
    trace = replace(FOUND.trace, retrievers=FOUND.trace.retrievers[:1])
    (keywords,) = retriever_shares(replace(FOUND, trace=trace), FOUND.hits[4])
    assert keywords.retriever is RetrieverKind.LEXICAL
    literal = replace(FOUND, trace=replace(trace, retrievers=()))
    assert retriever_shares(literal, make_hit(ranks=(None, None))) == ()


def test_segments_are_as_wide_as_their_shares(bar):
    bar.show_shares(shares_of(2))
    (keywords, left), (meaning, right) = bar.segments()
    assert (keywords, meaning) == (RetrieverKind.LEXICAL, RetrieverKind.VECTOR)
    assert left.width() == pytest.approx(400 * (1 / 62) / (1 / 62 + 1 / 74))
    assert right.left() == pytest.approx(left.right() + 2)
    assert right.right() == pytest.approx(402)
    bar.show_shares(shares_of(4))
    ((retriever, area),) = bar.segments()
    assert (retriever, area.width()) == (RetrieverKind.LEXICAL, 402)


def test_screen_readers_get_the_shares_of_the_newest_hit(bar):
    bar.show_shares(shares_of(4))
    bar.show_shares(shares_of(2))
    assert bar.accessibleDescription() == bar.toolTip() == "keywords 54 %, meaning 46 %"
    assert bar.accessibleDescription() in bar.accessibleName()
