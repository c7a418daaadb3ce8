"""A Unigram tokenizer whose pieces stay in memory-mapped files.

It returns the same tokens as llama.cpp, which takes a second and 150 MB to build a vocabulary of
250,000 pieces. `UnigramTokenizer` opens in a millisecond and needs no memory for the vocabulary.
"""

from __future__ import annotations

import mmap
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from unicodedata import normalize

import numpy as np

from twofold.engine.embedding.llama.light_form import UnigramFacts
from twofold.engine.embedding.llama.tokenizers import Tokens

WORD_START = "\u2581"

# Most words of a text are frequent. Scripts without spaces have long "words" that occur once.
_CACHED_WORDS = 16_384
_MAX_CACHED_LENGTH = 24
_UNREACHABLE = float("-inf")


class Replacer:
    """Applies the normalisation of a tokenizer: NFKC, then the longest matching `pairs`.

    Without pairs nothing is normalised.
    """

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._table = dict(pairs)
        longest_first = sorted(self._table, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, longest_first)))

    def __call__(self, text: str) -> str:
        """Return the normalised form of `text`, which is then tokenized."""
        if not self._table:
            return text
        return self._pattern.sub(lambda found: self._table[found[0]], normalize("NFKC", text))


class UnigramTokenizer:
    """Finds the most probable pieces by a Viterbi search (Kudo, "Subword Regularization", 2018).

    `trie` is a marisa-trie of the pieces, `table` contains their int32 token ids and then their
    float32 scores, both in the order of the trie's keys. No piece may contain a space after its
    first character, so that each word can be split independently. Thread-safe.
    """

    def __init__(self, trie: Path, table: Path, facts: UnigramFacts) -> None:
        import marisa_trie  # noqa: PLC0415 (only needed by such models)

        self._trie = marisa_trie.Trie().mmap(str(trie))
        with table.open("rb") as file:
            numbers = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        half = len(numbers) // 2
        self._ids, self._scores = numbers[:half].cast("i"), numbers[half:].cast("f")
        self._facts = facts
        self._replaced = Replacer(facts.replacements)
        self._cached = lru_cache(_CACHED_WORDS)(self._pieces)

    def tokenize(self, text: str, *, special: bool = True) -> Tokens:
        """Return the token ids of `text`; see `Tokenizer`."""
        facts, tokens = self._facts, list[int]()
        for word in self._replaced(text.encode(errors="replace").decode()).split(" "):
            if not word:
                continue
            is_short = len(word) <= _MAX_CACHED_LENGTH
            pieces = self._cached(word) if is_short else self._pieces(word)
            # Consecutive unknown characters are one token, even across words.
            repeats = tokens and tokens[-1] == pieces[0] == facts.unknown
            tokens.extend(pieces[1:] if repeats else pieces)
        if special:
            tokens = [*facts.before, *tokens, *facts.after]
        return np.array(tokens, dtype=np.int32)

    def piece_ends(self, word: str) -> tuple[int, ...]:
        """Return the end of each token in a word without spaces."""
        return tuple(end for _, end in self._split(word))

    def _pieces(self, word: str) -> tuple[int, ...]:
        """Return the token ids of one word."""
        return tuple(token for token, _ in self._split(word))

    def _split(self, word: str) -> list[tuple[int, int]]:
        """Return the tokens of one word, each with the position of its end."""
        text = WORD_START + word
        end = len(text)
        best, came_from = [_UNREACHABLE] * (end + 1), [(0, 0)] * (end + 1)
        best[0] = 0.0
        facts, ids, scores = self._facts, self._ids, self._scores
        prefixes, longest = self._trie.iter_prefixes_with_ids, self._facts.longest
        for start in range(end):
            so_far, is_known = best[start], False
            for piece, key in prefixes(text[start : start + longest]):
                stop = start + len(piece)
                is_known = is_known or stop == start + 1
                score = so_far + scores[key]
                if score > best[stop]:
                    best[stop], came_from[stop] = score, (start, ids[key])
            if not is_known and so_far + facts.unknown_score > best[start + 1]:
                best[start + 1] = so_far + facts.unknown_score
                came_from[start + 1] = (start, facts.unknown)
        tokens: list[tuple[int, int]] = []
        while end:
            start, token = came_from[end]
            if not (token == facts.unknown and tokens and tokens[-1][0] == token):
                tokens.append((token, end - len(WORD_START)))
            end = start
        tokens.reverse()
        return tokens
