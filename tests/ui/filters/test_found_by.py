from dataclasses import replace

from tests.ui.samples import sample_response
from ui.filters.found_by import count_found_by, narrow
from ui.filters.selection import FilterSelection, Gesture, Section


def test_the_counts_say_what_a_click_would_show():
    response = sample_response()
    counts = {facet.value: facet.count for facet in count_found_by(response, with_weak=True)}
    assert counts == {"both": 3, "keywords": 1, "meaning": 2}
    for value, count in counts.items():
        selection = FilterSelection().after(Section.FOUND_BY, value, Gesture.ONLY)
        assert len(narrow(response, selection).hits) == count


def test_weak_hits_count_only_while_they_are_shown():
    response = sample_response()
    first, *others = response.hits
    weak = replace(response, hits=(replace(first, weak=True), *others))
    hidden = {facet.value: facet.count for facet in count_found_by(weak, with_weak=False)}
    assert hidden == {"both": 2, "keywords": 1, "meaning": 2}


def test_excluding_leaves_the_others():
    selection = FilterSelection().after(Section.FOUND_BY, "both", Gesture.EXCLUDE)
    assert [hit.rank for hit in narrow(sample_response(), selection).hits] == [4, 5, 6]


def test_without_a_choice_nothing_changes():
    response = sample_response()
    assert narrow(response, FilterSelection()) is response
