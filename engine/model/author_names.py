"""Author names in normalised form: whole names and parts, without case and accents."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

_WORD = re.compile(r"[^\W_]+")
# Longer names are cut. 200 authors of four words each have 2,000 values.
_MAX_WORDS = 6
_MAX_VALUES = 1000


def folded_name(name: str) -> str:
    """Return the words of a name in lower case and without accents: 'José  Núñez' is 'jose nunez'.

    'Núñez, José' is the same name.
    """
    family, _, given = name.partition(",")
    return " ".join(_words(f"{given} {family}"))


def author_values(authors: str) -> Iterator[str]:
    """Yield all values that match a document by these authors ('A; B'): names and their parts."""
    yield from islice(dict.fromkeys(_parts(authors)), _MAX_VALUES)


def _parts(authors: str) -> Iterator[str]:
    for name in authors.split(";"):
        words = folded_name(name).split()[:_MAX_WORDS]
        for start in range(len(words)):
            for end in range(start + 1, len(words) + 1):
                yield " ".join(words[start:end])


@lru_cache(maxsize=10_000)
def is_author(authors: str, folded: str) -> bool:
    """Return whether `folded` is the name of one of the authors ('A; B'), or a part of a name."""
    return folded in set(author_values(authors))


def _words(text: str) -> list[str]:
    letters = unicodedata.normalize("NFKD", text.casefold())
    return _WORD.findall("".join(one for one in letters if not unicodedata.combining(one)))
