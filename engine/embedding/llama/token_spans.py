"""Find the positions of tokens in a text, because tokenizers return only ids."""

from __future__ import annotations

import re

import numpy as np

from twofold.engine.embedding.llama.text import normalise
from twofold.engine.embedding.llama.tokenizers import Tokenizer, Tokens
from twofold.engine.embedding.llama.unigram import UnigramTokenizer
from twofold.engine.embedding.ports import Spans

_WORD = re.compile(r"\S+")
_EDGE = re.compile(r"\A[\W_]+|[\W_]+\Z")
# Thai, Lao, Burmese, Khmer and everything from the CJK radicals on: written without spaces.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\U0003ffff]")


def token_spans(tokenizer: Tokenizer, tokens: Tokens, text: str) -> Spans:
    """Return the span [start, end) in `text` of each token; the end of `tokens` may be cut off.

    All tokens of a word have the span of the word, without surrounding punctuation; in scripts
    without spaces each token has its own. Tokens outside of words, or with unknown positions, have
    an empty span: (0, 0). In some vocabularies the space before a word is part of its first token.
    """
    spans = np.zeros((len(tokens), 2), dtype=np.int32)
    at = 0
    for word in _WORD.finditer(text):
        if at >= len(tokens):
            break  # the rest was cut
        for space in ("", " "):
            found = tokenizer.tokenize(space + normalise(word[0]), special=False)
            # Consecutive unknown words are one token.
            joined = at > 0 and _is_at(tokens, at - 1, found[:1]) and not _is_at(tokens, at, found)
            if _is_at(tokens, at, found[int(joined) :]):
                break
        else:
            break
        skipped = int(joined)
        end = at + len(found) - skipped
        placed = _spans_in_word(tokenizer, word[0], word.start(), len(found))
        spans[at:end] = placed[skipped : skipped + len(tokens) - at]
        at = end
    return spans


def _is_at(tokens: Tokens, at: int, wanted: Tokens) -> bool:
    """Return whether `wanted` begins at index `at`; the end of `tokens` may be cut off."""
    there = tokens[at : at + len(wanted)]
    return bool(np.array_equal(there, wanted[: len(there)]))


def _spans_in_word(tokenizer: Tokenizer, written: str, start: int, count: int) -> Spans:
    """Return the spans of the `count` tokens of a word that begins at `start`."""
    spans = np.zeros((count, 2), dtype=np.int32)
    ends: tuple[int, ...] = ()
    is_plain = normalise(written) == written
    if isinstance(tokenizer, UnigramTokenizer) and is_plain and _UNSPACED.search(written):
        ends = tokenizer.piece_ends(written)
    if len(ends) == count and ends:
        spans[:, 1] = ends
        spans[1:, 0] = ends[:-1]
        return spans + np.int32(start)
    if bare := _EDGE.sub("", written):
        start += written.index(bare)
        spans[:] = start, start + len(bare)
    return spans
