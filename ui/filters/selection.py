"""The selected filter values: an immutable value, changed by clicks, used by the search."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from PySide6.QtCore import QDate, QLocale

from twofold.engine.api import RANKED, FoundBy, SearchFilters, TrustLevel, VersionChoice
from twofold.ui.i18n import formatting
from twofold.ui.i18n.translation import tr


@dataclass(frozen=True, slots=True)
class DateSpan:
    """The days from `first` to `last`, both included.

    A span that starts at `date.min` or ends at `date.max` is open at that end.
    """

    first: date
    last: date

    @classmethod
    def parse(cls, value: str) -> DateSpan:
        """Parse the text returned by `value`."""
        first, _, last = value.partition("/")
        return cls(date.fromisoformat(first), date.fromisoformat(last))

    @classmethod
    def of_months(cls, first: tuple[int, int], last: tuple[int, int]) -> DateSpan:
        """Return the days from the first day of a month (year, month) to the last of another."""
        return cls(date(*first, 1), date(*last, monthrange(*last)[1]))

    @property
    def value(self) -> str:
        """The span as text: '2024-01-01/2026-12-31'."""
        return f"{self.first.isoformat()}/{self.last.isoformat()}"

    def label(self) -> str:
        """Return '2024', '2024\u20132026', 'Mar 2025', a range of days, or 'from 1 Mar 2025'."""
        first, last = self.first, self.last
        if last == date.max:
            return tr("from {day}").format(day=formatting.day(first.isoformat()))
        if first == date.min:
            return tr("to {day}").format(day=formatting.day(last.isoformat()))
        is_months = first.day == 1 and last.day == monthrange(last.year, last.month)[1]
        if is_months and (first.month, last.month) == (1, 12):
            return "\u2013".join(dict.fromkeys((str(first.year), str(last.year))))
        ends = (
            _words(one, "MMM yyyy") if is_months else formatting.day(one.isoformat())
            for one in (first, last)
        )
        return " \u2013 ".join(dict.fromkeys(ends))


def month_name(day: date) -> str:
    """Return 'Mar', in the user's language."""
    return _words(day, "MMM").rstrip(".")


def _words(day: date, form: str) -> str:
    # The C locale formats months as numbers; the untranslated window is English.
    locale = QLocale()
    if locale.language() is QLocale.Language.C:
        locale = QLocale(QLocale.Language.English)
    return locale.toString(QDate(day.year, day.month, day.day), form)


class Section(StrEnum):
    """The sections of the filter column, in display order."""

    FOUND_BY = "found_by"
    FOLDERS = "folders"
    TAGS = "tags"
    LANGUAGES = "languages"
    TYPES = "types"
    DATES = "dates"
    TRUST = "trust"
    VERSIONS = "versions"

    @property
    def has_one_choice(self) -> bool:
        """Whether the section has at most one value, which cannot be excluded."""
        return self in {Section.DATES, Section.TRUST, Section.VERSIONS}


# The sections with rows. The others are only in the menu and in queries.
COLUMN_SECTIONS = tuple(section for section in Section if section is not Section.VERSIONS)


class ChoiceState(StrEnum):
    """The state of a filter row: not selected, selected, excluded."""

    REST = "rest"
    IN = "in"
    OUT = "out"


class FilterAction(StrEnum):
    """The action of a click on a filter row."""

    ONLY = "only"
    ADD = "add"
    EXCLUDE = "exclude"


# Called with the section and the value of a row, and the action.
OnFilterAction = Callable[[Section, str, FilterAction], object]


@dataclass(frozen=True, slots=True)
class FilterChoice:
    """One active filter."""

    section: Section
    value: str
    excluded: bool = False


@dataclass(frozen=True, slots=True)
class FilterSelection:
    """All active filters, in the order they were selected."""

    choices: tuple[FilterChoice, ...] = ()

    def state(self, section: Section, value: str) -> ChoiceState:
        """Return the state of the row of `value`."""
        for choice in self.choices:
            if (choice.section, choice.value) == (section, value):
                return ChoiceState.OUT if choice.excluded else ChoiceState.IN
        return ChoiceState.REST

    def values(self, section: Section, *, excluded: bool = False) -> tuple[str, ...]:
        """Return the selected (or excluded) values of a section."""
        return tuple(
            choice.value
            for choice in self.choices
            if choice.section is section and choice.excluded is excluded
        )

    @property
    def kinds(self) -> tuple[FoundBy, ...] | None:
        """The kinds of hits allowed by 'found by'; None for all."""
        chosen = self.values(Section.FOUND_BY)
        excluded = self.values(Section.FOUND_BY, excluded=True)
        left = tuple(
            kind
            for kind in RANKED
            if (not chosen or kind.value in chosen) and kind.value not in excluded
        )
        return left if len(left) < len(RANKED) else None

    def after(self, section: Section, value: str, action: FilterAction) -> FilterSelection:
        """Return the selection after a click; the same click on the same row undoes it."""
        if section.has_one_choice:
            action = FilterAction.ONLY
        choice = FilterChoice(section, value, action is FilterAction.EXCLUDE)
        is_alone = self.values(section) == (value,)
        if choice in self.choices and (action is not FilterAction.ONLY or is_alone):
            return self.without(choice)
        kept = (
            other
            for other in self.choices
            if other.section is not section
            or (other.value != value and (other.excluded or action is not FilterAction.ONLY))
        )
        return replace(self, choices=(*kept, choice))

    def including(self, choice: FilterChoice) -> FilterSelection:
        """Return the selection with one more filter, replacing a contradicting one."""
        if choice in self.choices:
            return self
        kept = (
            other
            for other in self.choices
            if other.section is not choice.section
            or not (choice.section.has_one_choice or other.value == choice.value)
        )
        return replace(self, choices=(*kept, choice))

    def without(self, choice: FilterChoice) -> FilterSelection:
        """Return the selection without one filter."""
        return replace(self, choices=tuple(c for c in self.choices if c != choice))

    @property
    def narrows_hits(self) -> bool:
        """Whether a 'found by' filter, applied to the hits of an answer, is active."""
        return any(choice.section is Section.FOUND_BY for choice in self.choices)

    def as_filters(self) -> SearchFilters:
        """Return the filters for the engine; 'found by' is applied to its answer instead."""
        days, trust = self.days, self.values(Section.TRUST)
        return SearchFilters(
            tags_any=self.values(Section.TAGS),
            tags_none=self.values(Section.TAGS, excluded=True),
            langs=self.values(Section.LANGUAGES),
            langs_none=self.values(Section.LANGUAGES, excluded=True),
            folders=self.values(Section.FOLDERS),
            folders_none=self.values(Section.FOLDERS, excluded=True),
            file_types=self.values(Section.TYPES),
            file_types_none=self.values(Section.TYPES, excluded=True),
            trust_min=TrustLevel(trust[0]) if trust else None,
            after=days.first if days and days.first != date.min else None,
            before=days.last if days and days.last != date.max else None,
            versions=VersionChoice.NEWEST if self.values(Section.VERSIONS) else None,
        )

    @property
    def days(self) -> DateSpan | None:
        """The selected days; None for all."""
        chosen = self.values(Section.DATES)
        return DateSpan.parse(chosen[0]) if chosen else None
