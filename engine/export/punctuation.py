"""Punctuation where the parts of an entry meet, which citeproc-py 0.11.1 leaves as it comes.

After CSL 1.0.2 and citeproc-js: one full stop ends a sentence, none stands behind "?" and "!", and
with `punctuation-in-quote` (American English) stops and commas stand inside of quotation marks.
"""

from __future__ import annotations

import re

NUMBER = re.compile(r"\A(\[\d+\]|\(\d+\)|\d+\.)(?:\s+|\Z|(?=\S))")
# Marks for fonts (`marked_text`) and quotation marks, behind which a sentence may end.
_CLOSING = "[\uf510-\uf514”’»]*"
_DOUBLED = re.compile(rf"((?:(?<!\.)\.|\.{{3}}|[?!…]){_CLOSING})\.(?!\.)(?=[\s\uf500-\uf514]|\Z)")
_APART = re.compile(r"\s+(?=[.,](?:\s|\Z))")
_BEHIND_QUOTE = re.compile("(”[\uf510-\uf514]*)([.,])(?=[\\s\uf500-\uf514]|\\Z)")


def tidied(entry: str, *, is_american: bool) -> str:
    """Return an entry in one line with its marks, its number (if any) apart from the rest."""
    entry = NUMBER.sub(r"\1 ", " ".join(entry.split())).replace("‒", "–").rstrip()
    entry = _DOUBLED.sub(r"\1", _APART.sub("", entry))
    return _BEHIND_QUOTE.sub(r"\2\1", entry) if is_american else entry
