"""Detect operators and fields of other search programs, so that they are reported."""

from __future__ import annotations

import re

from twofold.engine.model.localized import Message, message
from twofold.engine.model.query_tokens import Token

# Operators of Westlaw and dtSearch (pre/5, w/s, /p, +5), Lucene (+word, word^2, [a TO b], /regex/),
# Google (!word, ADJ), and so on. URLs and code look different.
_OPERATORS = re.compile(
    r"(?:pre|onear|adj|within|before|w|near)/(?:\d+|[sp])|/[sp]|[+/]\d{1,2}"
    r"|ADJ\d*|XOR|ANDNOT|WITHIN|SAME|NEAR\d+|FOLLOWEDBY|NOT"
    r"|[+!][^\W\d_]\w*|[^\W\d_]\w*\^\d+(?:\.\d+)?|\[\S+|/[^\s/]*[*+?|(\[][^\s/]*/",
    re.IGNORECASE,
)
_ONLY_CAPITALS = re.compile(r"ADJ\d*|XOR|ANDNOT|WITHIN|SAME|NEAR\d+|FOLLOWEDBY|NOT", re.IGNORECASE)
_ADDRESS = re.compile(r"(?:https?|ftp|file|mailto|doi|urn|data|ws|wss|ssh|git):|[A-Za-z]+:[/\\:]")


def unknown_operator(token: Token) -> Message | None:
    """Return a message about an operator of another program, if `token` is one."""
    text = token.text
    if not token.is_bare or _OPERATORS.fullmatch(text) is None:
        return None
    if _ONLY_CAPITALS.fullmatch(text) and not text.isupper():
        return None
    if text.startswith("[") and text.endswith("]"):  # a footnote, [1]
        return None
    return message("{operator} is not an operator and is searched as text.", operator=text)


def unknown_field(token: Token) -> Message | None:
    """Return a message about an unknown field, if `token` has one."""
    written = f"{token.field}:{token.text}"
    if len(token.field) < 2 or _ADDRESS.match(written):
        return None
    return message(
        "Unknown field {field}: {written} is searched as text.",
        field=token.field,
        written=written,
    )
