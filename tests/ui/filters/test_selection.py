from twofold.ui.filters.selection import (
    ChoiceState,
    FilterAction,
    FilterChoice,
    FilterSelection,
    Section,
)

NOTHING = FilterSelection()


def test_a_click_selects_only_this_value_and_a_second_click_clears_it():
    first = NOTHING.after(Section.TAGS, "a", FilterAction.ONLY)
    second = first.after(Section.TAGS, "b", FilterAction.ONLY)
    assert second.values(Section.TAGS) == ("b",)
    assert second.after(Section.TAGS, "b", FilterAction.ONLY) == NOTHING
    both = first.after(Section.TAGS, "b", FilterAction.ADD)
    assert both.values(Section.TAGS) == ("a", "b")
    assert both.after(Section.TAGS, "a", FilterAction.ONLY) == first


def test_excluding_a_selected_value_inverts_it():
    chosen = NOTHING.after(Section.TAGS, "a", FilterAction.ONLY)
    excluded = chosen.after(Section.TAGS, "a", FilterAction.EXCLUDE)
    assert excluded.choices == (FilterChoice(Section.TAGS, "a", excluded=True),)
    assert excluded.state(Section.TAGS, "a") is ChoiceState.OUT


def test_a_click_keeps_what_is_excluded_and_other_sections():
    start = NOTHING.after(Section.TAGS, "draft", FilterAction.EXCLUDE).after(
        Section.LANGUAGES, "de", FilterAction.ONLY
    )
    after = start.after(Section.TAGS, "a", FilterAction.ONLY)
    assert after.values(Section.TAGS, excluded=True) == ("draft",)
    assert after.values(Section.LANGUAGES) == ("de",)


def test_every_section_becomes_an_engine_filter():
    selection = (
        NOTHING.after(Section.TAGS, "a", FilterAction.ONLY)
        .after(Section.TAGS, "draft", FilterAction.EXCLUDE)
        .after(Section.FOLDERS, "Notes/2026", FilterAction.ONLY)
        .after(Section.LANGUAGES, "ja", FilterAction.EXCLUDE)
        .after(Section.TYPES, "pdf", FilterAction.ONLY)
        .after(Section.FOUND_BY, "both", FilterAction.ONLY)
    )
    filters = selection.as_filters()
    assert filters.tags_any == ("a",)
    assert filters.tags_none == ("draft",)
    assert filters.folders == ("Notes/2026",)
    assert filters.langs_none == ("ja",)
    assert filters.file_types == ("pdf",)
    assert NOTHING.after(Section.FOUND_BY, "both", FilterAction.ONLY).as_filters().is_empty
