"""Names of authors as they are compared: whole or in part, without case and accents."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

_WORD = re.compile(r"[^\W_]+")
# No name has more words; 200 authors of four words have 2,000 values.
_MAX_WORDS = 6
_MAX_VALUES = 1000


def folded_name(name: str) -> str:
    """Return the words of a name in lower case and without accents: 'José  Núñez' is 'jose nunez'.

    'Núñez, José' is the same name.
    """
    family, _, given = name.partition(",")
    return " ".join(_words(f"{given} {family}"))


def author_values(authors: str) -> Iterator[str]:
    """Yield what finds a document of these authors ('A; B'): each name, and each part of one."""
    yield from islice(dict.fromkeys(_parts(authors)), _MAX_VALUES)


def _parts(authors: str) -> Iterator[str]:
    for name in authors.split(";"):
        words = folded_name(name).split()[:_MAX_WORDS]
        for start in range(len(words)):
            for end in range(start + 1, len(words) + 1):
                yield " ".join(words[start:end])


@lru_cache(maxsize=10_000)
def is_author(authors: str, folded: str) -> bool:
    """Return whether one of the authors ('A; B') has this name, or it is a part of theirs."""
    return folded in set(author_values(authors))


def _words(text: str) -> list[str]:
    letters = unicodedata.normalize("NFKD", text.casefold())
    return _WORD.findall("".join(one for one in letters if not unicodedata.combining(one)))
