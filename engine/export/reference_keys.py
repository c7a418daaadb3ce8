"""Short names for references, as people write them in LaTeX: `okafor1998finalizers`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from engine.export.reference import Reference

_NO_KEY = re.compile(r"[^a-z0-9]+")
_SMALL = frozenset(
    (
        *("a", "an", "the", "on", "of", "in", "at", "for", "to", "and"),
        *("der", "die", "das", "ein", "eine", "le", "la", "les", "un", "une"),
    )
)


def with_keys(references: Sequence[Reference]) -> tuple[Reference, ...]:
    """Return references that each have a key of their own; those that came with one keep it."""
    taken: dict[str, int] = {}
    return tuple(
        replace(reference, key=_free(reference.key or _key(reference), taken))
        for reference in references
    )


def _free(wanted: str, taken: dict[str, int]) -> str:
    """Return the name, or with the next free number; `taken` counts how often each was wanted."""
    key = wanted
    while key.casefold() in taken:
        taken[wanted.casefold()] += 1
        key = f"{wanted}-{taken[wanted.casefold()]}"
    taken[key.casefold()] = 1
    return key


def _key(reference: Reference) -> str:
    author = reference.authors[0] if reference.authors else None
    family = (author.family or author.literal.partition(" ")[0]) if author else ""
    words = [_ascii(word) for word in reference.title.split()]
    words = [word for word in words if word and word not in _SMALL]
    key = f"{_ascii(family)}{reference.year}{words[0] if words else ''}"[:60]
    return key if key[:1].isalpha() else f"document{key}"


def _ascii(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    return _NO_KEY.sub("", plain.lower())
