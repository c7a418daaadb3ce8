"""Find the positions of tokens in a text, because tokenizers return only ids."""

from __future__ import annotations

import re
from collections.abc import Iterator

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
    an empty span: (0, 0).
    """
    spans = np.zeros((len(tokens), 2), dtype=np.int32)
    at = 0
    for word, found in _words(tokenizer, text):
        if at >= len(tokens):
            break  # the rest was cut
        # Consecutive unknown words are one token.
        is_joined = at > 0 and _is_at(tokens, at - 1, found[:1]) and not _is_at(tokens, at, found)
        skipped = int(is_joined)
        if not _is_at(tokens, at, found[skipped:]):
            break
        end = at + len(found) - skipped
        spans[at:end] = word[skipped : skipped + len(tokens) - at]
        at = end
    return spans


def _is_at(tokens: Tokens, at: int, wanted: Tokens) -> bool:
    """Return whether `wanted` begins at index `at`; the end of `tokens` may be cut off."""
    there = tokens[at : at + len(wanted)]
    return bool(np.array_equal(there, wanted[: len(there)]))


def _words(tokenizer: Tokenizer, text: str) -> Iterator[tuple[Spans, Tokens]]:
    """Yield the tokens of each word with their spans in `text`."""
    for found in _WORD.finditer(text):
        written, start = found[0], found.start()
        word = normalise(written)
        tokens = tokenizer.tokenize(word, special=False)
        spans = np.zeros((len(tokens), 2), dtype=np.int32)
        ends: tuple[int, ...] = ()
        if isinstance(tokenizer, UnigramTokenizer) and word == written and _UNSPACED.search(word):
            ends = tokenizer.piece_ends(word)
        if len(ends) == len(tokens) and ends:
            spans[:, 1] = ends
            spans[1:, 0] = ends[:-1]
            spans += start
        else:
            bare = _EDGE.sub("", written)
            if bare:
                start += written.index(bare)
                spans[:] = start, start + len(bare)
        yield spans, tokens
