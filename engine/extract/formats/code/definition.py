"""One definition of a source file."""

from __future__ import annotations

from dataclasses import dataclass

# Deeper ones are part of those they stand in, which bounds the work.
MOST_NESTED = 60


@dataclass(frozen=True, slots=True)
class Definition:
    """The lines [first, end) (0-based) of a function, type or the like.

    `names` is its own name, with that of the type it belongs to before it where it is defined
    outside of it (`Index::open` gives ('Index', 'open')).
    """

    first: int
    end: int
    names: tuple[str, ...]
