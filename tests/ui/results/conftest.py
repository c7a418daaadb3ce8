"""A list that is longer than its view."""

from dataclasses import replace

import pytest

from tests.ui.samples import make_hit, sample_response
from ui.results.result_list import ResultList

LISTED = 90


@pytest.fixture
def results(qtbot, theme):
    view = ResultList(theme)
    view.resize(500, 500)
    qtbot.addWidget(view)
    hits = tuple(make_hit(rank) for rank in range(1, LISTED + 1))
    view.set_response(replace(sample_response(), hits=hits))
    with qtbot.waitExposed(view):
        view.show()
    return view
