"""The normalisation rules of a sentencepiece tokenizer in a GGUF file (`precompiled_charsmap`).

The rules map byte sequences to replacements. They are stored as a double-array trie: the size of
the trie as a uint32, the trie (uint32 units as in darts-clone), then the replacements, each
terminated by a zero byte. llama.cpp replaces the longest sequence at each position
(`llm_tokenizer_ugm`).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from unicodedata import is_normalized

import numpy as np

_MAX_RULES = 1_000_000
_MAX_REPLACEMENTS = 4096
_MAX_SEQUENCE_BYTES = 128


def replacements_after_nfkc(rules: bytes) -> tuple[tuple[str, str], ...] | None:
    """Return the rules that can apply to a text in NFKC; see `Replacer`.

    The rules of most models are NFKC with additions, so only few remain. Return None if there are
    many, or if the rules are damaged.
    """
    found: dict[str, str] = {}
    try:
        for sequence, replacement in _rules(rules):
            text, other = sequence.decode(), replacement.decode()
            # A longer text that maps to itself prevents shorter rules from applying inside it.
            if is_normalized("NFKC", text) and (len(text) > 1 or text != other):
                found[text] = other
                if len(found) > _MAX_REPLACEMENTS:
                    return None
    except (ValueError, IndexError, struct.error):
        return None
    return tuple(sorted(found.items()))


def _rules(rules: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield each byte sequence with its replacement."""
    (size,) = struct.unpack_from("<I", rules)
    units = np.frombuffer(rules, dtype="<u4", offset=4, count=size // 4)
    replacements = rules[4 + size :]
    offsets = (units >> 10) << ((units & (1 << 9)) >> 6)
    labels = units & np.uint32(1 << 31 | 0xFF)
    is_end = (units >> 8) & 1
    letters = np.arange(1, 256, dtype=np.uint32)
    waiting = [(0, b"")]
    for _ in range(_MAX_RULES):  # a damaged trie may have loops
        if not waiting:
            return
        unit, sequence = waiting.pop()
        children = np.uint32(unit ^ int(offsets[unit])) ^ letters
        is_inside = children < len(units)
        children, wanted = children[is_inside], letters[is_inside]
        children = children[labels[children] == wanted]
        for child in children.tolist():
            longer = sequence + bytes([int(labels[child])])
            if len(longer) > _MAX_SEQUENCE_BYTES:
                raise ValueError(longer)
            if is_end[child]:
                value = int(units[child ^ int(offsets[child])]) & 0x7FFFFFFF
                yield longer, replacements[value : replacements.index(0, value)]
            waiting.append((child, longer))
    raise ValueError(_MAX_RULES)
