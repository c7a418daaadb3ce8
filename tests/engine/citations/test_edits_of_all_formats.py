"""Files of all formats are edited in known ways and exported.

Citations still lead to their text.
"""

import itertools
import random
from collections import Counter

import pytest

from bench import check_exports
from tests.support.paragraph_files import WRITERS, paragraph, sentence
from twofold.engine.api import CitationState

CITED = 2
# Formats with different kinds of citations. bench/check_citations.py uses every format.
KINDS = ("txt", "md", "html", "csv", "py", "pdf", "docx", "xlsx", "epub", "mbox")


def insert_above(dice, parts):
    return [*(paragraph(dice) for _ in range(2)), *parts]


def edit_inside(dice, parts):
    words = parts[CITED].split(" ")
    for place in dice.sample(range(len(words)), max(1, len(words) // 12)):
        words[place] = f"edited{place}"
    return [*parts[:CITED], " ".join(words), *parts[CITED + 1 :]]


def append_below(dice, parts):
    return [*parts, paragraph(dice)]


def swap(dice, parts):
    return [*parts[CITED + 1 :], *parts[: CITED + 1]]


def delete(dice, parts):
    return [*parts[:CITED], *parts[CITED + 1 :]]


def replace(dice, parts):
    return [paragraph(dice) for _ in parts]


def leave(dice, parts):
    return parts


# Expected states. A page or message may be unchanged although text was inserted above.
STILL_THERE = {CitationState.EXACT, CitationState.MOVED}
REWRITES = {
    leave: {CitationState.EXACT},
    append_below: {CitationState.EXACT},
    insert_above: STILL_THERE,
    swap: STILL_THERE,
    edit_inside: {CitationState.CHANGED},
    delete: {CitationState.GONE},
    replace: {CitationState.GONE},
}
EDITS = (*REWRITES, "rename", "remove")


class Case:
    """A file, the passage cited in it, and an edit."""

    def __init__(self, library, dice, kind, edit, number):
        self.mark = f"mark{number:04}"
        self.parts = [paragraph(dice) for _ in range(5)]
        self.parts[CITED] = f"{sentence(dice)[:-1]} {self.mark}. {self.parts[CITED]}"
        self.kind, self.edit, self.dice = kind, edit, dice
        self.path = library.root / f"{number:03} {getattr(edit, '__name__', edit)}.{kind}"
        self.path.write_bytes(WRITERS[kind](self.parts))

    def cite(self, library):
        """Store the citation of the passage, as returned by a search."""
        hits = [hit for hit in library.find(self.mark) if self.mark in hit.text]
        assert hits, self.path.name
        self.uri = hits[0].citation.uri
        self.quoted = " ".join(hits[0].text.split())

    def change(self):
        if self.edit == "rename":
            self.path.rename(self.path.with_name(f"new {self.path.name}"))
        elif self.edit == "remove":
            self.path.unlink()
        else:
            self.path.write_bytes(WRITERS[self.kind](self.edit(self.dice, self.parts)))

    def problem(self, checked):
        """Return what is wrong with a check result, or ''."""
        if self.edit == "rename":
            right = {CitationState.MOVED}
        else:
            right = REWRITES.get(self.edit, {CitationState.GONE})
        is_right = checked.state in right
        if checked.state.holds:
            is_right = is_right and " ".join(checked.text.split()) == self.quoted
        if self.edit == "rename":
            is_right = is_right and f"new {self.path.name}" in checked.path
        return "" if is_right else f"{self.path.name}: {checked.state}: {checked.sentence}"


def make_cases(library, kinds, edits):
    """Write a file for every format and edit, index them, and cite a passage of each."""
    dice = random.Random(24)
    pairs = itertools.product(edits, kinds)
    cases = [Case(library, dice, kind, edit, number) for number, (edit, kind) in enumerate(pairs)]
    library.index()
    for case in cases:
        case.cite(library)
    return cases


def checked_after_edits(library, cases):
    """Edit every file. Return the number of citations in each state, and all wrong results."""
    for case in cases:
        case.change()
    states, wrong = Counter(), []
    for case in cases:
        checked = library.check(case.uri, case.quoted)
        states[checked.state] += 1
        wrong.append(case.problem(checked))
        if case.kind in {"txt", "md", "html"}:
            wrong.append(case.problem(library.check(case.uri)))
    return states, [problem for problem in wrong if problem]


@pytest.mark.slow
def test_every_citation_has_the_right_state_in_every_format(library):
    edits = (insert_above, edit_inside, append_below, delete, replace, "rename")
    states, wrong = checked_after_edits(library, make_cases(library, KINDS, edits))
    assert wrong == []
    assert set(states) == set(CitationState) - {CitationState.UNCHECKED}


@pytest.mark.slow
def test_every_exported_citation_leads_to_the_quoted_text(library):
    assert check_exports.check(library, 100) == []
