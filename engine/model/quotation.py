"""The result of checking the quotations of a draft against the library."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from twofold.engine.model.citation import Citation
from twofold.engine.model.hit import TextSpan


class QuotationState(StrEnum):
    """Whether the library contains a quotation word for word.

    A `CHANGED` quotation is similar to a passage, a `MISSING` one is similar to none.
    """

    EXACT = "exact"
    CHANGED = "changed"
    MISSING = "missing"


class QuotationMark(StrEnum):
    """A permitted difference between a quotation and its source.

    `ELLIPSIS` is an omission that the author marked ('[…]'), `BRACKETS` are words in brackets that
    the author inserted, `CAPITAL` is the first letter of the quotation in another case, and
    `PAGE_BREAK` are the words between two pages, such as a page number.
    """

    ELLIPSIS = "ellipsis"
    BRACKETS = "brackets"
    CAPITAL = "capital"
    HYPHENATION = "hyphenation"
    PUNCTUATION = "punctuation"
    PAGE_BREAK = "page break"


@dataclass(frozen=True, slots=True)
class WordDifference:
    """Words of a quotation, and the words of the source in their place; either may be empty.

    `draft` is a span of the draft, `source` a span of `CheckedQuotation.source_text`. `mark` is set
    for a permitted difference.
    """

    draft: TextSpan
    source: TextSpan
    mark: QuotationMark | None = None


@dataclass(frozen=True, slots=True)
class QuotationSource:
    """The passage that contains a quotation, and its position."""

    chunk_id: str
    folder: str
    absolute_path: str
    title: str
    author: str
    date: str
    file_type: str
    citation: Citation


@dataclass(frozen=True, slots=True)
class CheckedQuotation:
    """A quotation of a draft, and what the library contains in its place.

    `span` is its position in the draft, without quotation marks, and `line` its first line, from 1.
    `is_marked` is False for a sentence without quotation marks that repeats a passage. Without a
    source, `source_text` is empty and `similarity` is 0. `others` is the number of other documents
    that contain the quotation equally well.
    """

    span: TextSpan
    line: int
    text: str
    state: QuotationState
    is_marked: bool = True
    source: QuotationSource | None = None
    source_text: str = ""
    differences: tuple[WordDifference, ...] = ()
    similarity: float = 0.0
    others: int = 0

    @property
    def marks(self) -> tuple[QuotationMark, ...]:
        """The permitted differences, each once."""
        return tuple(dict.fromkeys(one.mark for one in self.differences if one.mark))

    @property
    def changes(self) -> tuple[WordDifference, ...]:
        """The differences that are not permitted."""
        return tuple(one for one in self.differences if one.mark is None)


@dataclass(frozen=True, slots=True)
class QuotationCheck:
    """The quotations of a draft in the order of its text.

    `name` is the file name of the draft, '' for pasted text. `is_cut` is True if the draft has more
    text or quotations than are checked.
    """

    name: str
    text: str
    quotations: tuple[CheckedQuotation, ...]
    is_cut: bool = False

    @property
    def counts(self) -> dict[QuotationState, int]:
        """The number of quotations in each state."""
        counted = Counter(one.state for one in self.quotations)
        return {state: counted[state] for state in QuotationState}


SCHEMA_VERSION = "quotation_check.v1"


def check_as_json(check: QuotationCheck) -> dict[str, object]:
    """Return the `quotation_check.v1` object."""
    return {
        "schema_version": SCHEMA_VERSION,
        "name": check.name,
        "counts": {state.value: number for state, number in check.counts.items()},
        "is_cut": check.is_cut,
        "quotations": [quotation_as_json(check.text, one) for one in check.quotations],
    }


def quotation_as_json(draft: str, quotation: CheckedQuotation) -> dict[str, object]:
    """Return one quotation of a `quotation_check.v1` object."""
    source = quotation.source
    return {
        "state": quotation.state.value,
        "line": quotation.line,
        "start": quotation.span.start,
        "end": quotation.span.end,
        "text": quotation.text,
        "is_marked": quotation.is_marked,
        "similarity": round(quotation.similarity, 4),
        "others": quotation.others,
        "source": source
        and {
            "chunk_id": source.chunk_id,
            "folder": source.folder,
            "title": source.title,
            "text": quotation.source_text,
            "citation": source.citation.as_json(),
        },
        "differences": [
            {
                "start": one.draft.start,
                "end": one.draft.end,
                "draft": draft[one.draft.start : one.draft.end],
                "source": quotation.source_text[one.source.start : one.source.end],
                "permitted": one.mark.value if one.mark else None,
            }
            for one in quotation.differences
        ],
    }
