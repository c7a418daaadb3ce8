"""The filters as columns of a shared collection, and as conditions for its server.

Columns and conditions are derived from the declarations in FILTERS. A collection declares the
columns it was created with. A filter without a column is not applied, and the search reports that.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from twofold.engine.model.filters import (
    FILTERS,
    Filter,
    Filtered,
    SearchFilters,
    SharedLimit,
    SharedPathPattern,
    SharedValues,
)
from twofold.engine.model.path_patterns import path_matcher
from twofold.engine.sharing.server import like, literal
from twofold.engine.stores.lexical.analysis import encodable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def column_of(name: str) -> str:
    """Return the column of a filter, which never collides with the common columns."""
    return f"filter_{name}"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a collection with texts of a document: a single one, or an array."""

    name: str
    is_array: bool
    of: Callable[[Filtered], Iterable[str]]

    def value(self, document: Filtered) -> str | list[str]:
        """Return the value of the column for a document."""
        values = [encodable(value) for value in self.of(document)]
        return values if self.is_array else "".join(values)


def _columns() -> Iterator[Column]:
    for known in FILTERS:
        match known.shared:
            case SharedValues() if known.of is not None:
                yield Column(column_of(known.word), is_array=True, of=known.of)
            case SharedLimit(name, of):
                yield Column(column_of(name), is_array=False, of=_single(of))
            case SharedValues():
                raise TypeError(f"the filter {known.word} needs `of` to be a column")


def _single(of: Callable[[Filtered], str]) -> Callable[[Filtered], Iterable[str]]:
    return lambda document: (of(document),)


COLUMNS = tuple({column.name: column for column in _columns()}.values())
COLUMN_NAMES = tuple(column.name for column in COLUMNS)


def expression_of(
    filters: SearchFilters,
    allowed: NDArray[np.int64] | None = None,
    columns: Collection[str] = COLUMN_NAMES,
) -> str:
    """Return the condition for matching rows in the language of Milvus; '' for all rows.

    `allowed` are document numbers; `columns` are the columns of the collection. A path pattern is
    checked roughly: results must also match `path_test`.
    """
    conditions = [] if allowed is None else [f"document in {literal(allowed.tolist())}"]
    for known in FILTERS:
        if known.is_set(filters) and _is_applied(known, columns):
            conditions += _conditions(known, filters)
    return " and ".join(conditions)


def path_test(filters: SearchFilters) -> Callable[[str], bool]:
    """Return a predicate for the path pattern. Raise BadRequestError if it is invalid."""
    return path_matcher(filters.path_glob) if filters.path_glob else lambda _path: True


def filters_not_applied(filters: SearchFilters, columns: Collection[str]) -> tuple[str, ...]:
    """Return the field names of the filters that a collection with these columns cannot apply."""
    return tuple(
        known.word for known in FILTERS if known.is_set(filters) and not _is_applied(known, columns)
    )


def _is_applied(known: Filter, columns: Collection[str]) -> bool:
    match known.shared:
        case SharedValues():
            return column_of(known.word) in columns
        case SharedLimit(name):
            return column_of(name) in columns
        case SharedPathPattern():
            return True
        case None:
            return False


def _conditions(known: Filter, filters: SearchFilters) -> Iterator[str]:
    match known.shared:
        case SharedValues():
            column = column_of(known.word)
            for is_excluded in (False, True):
                values = list(map(encodable, known.values(filters, excluded=is_excluded)))
                test = f"array_contains_any({column}, {literal(values)})"
                if values:
                    yield f"not ({test})" if is_excluded else f"({test})"
        case SharedLimit(name, _, operator):
            column = column_of(name)
            test = f"{column} {operator} {literal(str(getattr(filters, known.fields[0])))}"
            yield test if operator == ">=" else f'({test} and {column} != "")'
        case SharedPathPattern():
            yield f"path like {like(_rough(getattr(filters, known.fields[0])))}"


def _rough(glob: str) -> str:
    """Return the literal beginning and end of a path pattern, with a star between them."""
    composed = unicodedata.normalize("NFC", re.sub("/+", "/", glob))
    ends = re.split(r"[^A-Za-z0-9 ._/-]+", composed)
    return ends[0] if len(ends) == 1 else f"{ends[0]}*{ends[-1].lstrip('/')}"
