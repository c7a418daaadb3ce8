"""Typed filters are shown as selections in the filter column."""

import pytest

from twofold.engine.api import FILTERS, SearchFilters, SearchRequest
from twofold.ui.filters.selection import FilterChoice, FilterSelection, Section
from twofold.ui.filters.typed import SECTIONS, all_filters, take_filters, without_filters

TAG = FilterChoice(Section.TAGS, "work")


def taken(text, cursor=None, *choices):
    found = take_filters(text, FilterSelection(choices), cursor)
    return found.text, found.selection.choices


def test_every_filter_word_has_a_section():
    """A filter without a section, such as a path pattern, stays in the field."""
    assert SECTIONS.keys() <= {known.word for known in FILTERS}


@pytest.mark.parametrize(
    ("text", "rest", "choice"),
    [
        ("tag:work", "", TAG),
        ("loan tag:#work terms", "loan terms", TAG),
        ("-lang:EN loan", "loan", FilterChoice(Section.LANGUAGES, "en", excluded=True)),
        ('folder:"My notes/2026" ', "", FilterChoice(Section.FOLDERS, "My notes/2026")),
        ("type:.PDF", "", FilterChoice(Section.TYPES, "pdf")),
        ("trust:primary", "", FilterChoice(Section.TRUST, "primary")),
        ("after:2024-05", "", FilterChoice(Section.DATES, "2024-05-01/9999-12-31")),
        ("before:2024", "", FilterChoice(Section.DATES, "0001-01-01/2024-01-01")),
    ],
)
def test_all_filters_of_a_complete_query_are_taken(text, rest, choice):
    assert taken(text) == (rest, (choice,))


@pytest.mark.parametrize(
    "text",
    [
        "path:notes",
        "trust:all",
        "trust:generated",
        "after:soon",
        "-after:2024",
        "'tag:work'",
        "tag:",
    ],
)
def test_filters_without_a_section_stay_in_the_query(text):
    assert taken(text) == (text, ())


@pytest.mark.parametrize(
    ("typed", "is_finished"),
    [
        ("tag:work|", False),
        ("tag:wo|rk", False),
        ("tag:work |", True),
        ("tag:work loan|", True),
        ("tag:wo| loan", False),
        ('tag:"to |', False),
        ('tag:"to do" |', True),
        ("|tag:work", False),
    ],
)
def test_an_unfinished_filter_is_not_taken(typed, is_finished):
    cursor = typed.index("|")
    _, choices = taken(typed.replace("|", ""), cursor)
    assert bool(choices) is is_finished


def test_the_cursor_keeps_its_position_in_the_words():
    text = "loan tag:work terms"
    assert take_filters(text, FilterSelection(), len(text)).cursor == len("loan terms")
    assert take_filters(text, FilterSelection(), len("loan tag:work ")).cursor == len("loan ")
    assert take_filters(text, FilterSelection(), 2).cursor == 2


def test_typed_values_are_added_to_selected_ones():
    out = FilterChoice(Section.TAGS, "draft", excluded=True)
    assert taken("tag:home,work -tag:draft", None, TAG)[1] == (
        TAG,
        FilterChoice(Section.TAGS, "home"),
        out,
    )
    assert taken("tag:draft", None, TAG, out)[1] == (TAG, FilterChoice(Section.TAGS, "draft"))


def test_both_ends_of_the_dates_make_one_range():
    _, (choice,) = taken("after:2024-02-03 before:2025-04-05")
    days = FilterSelection((choice,)).as_filters()
    assert (str(days.after), str(days.before)) == ("2024-02-03", "2025-04-05")
    _, choices = taken("after:2026", None, choice)
    days = FilterSelection(choices).as_filters()
    assert (str(days.after), days.before) == ("2026-01-01", None)
    assert FilterSelection(choices).days.label() == "from 1 Jan 2026"


def test_filters_in_the_query_are_applied_and_can_be_removed():
    request = SearchRequest("loan path:notes", filters=SearchFilters(tags_any=("work",)))
    filters = all_filters(request)
    assert filters.tags_any == ("work",)
    assert filters.path_glob
    assert without_filters("loan path:notes terms") == "loan terms"
