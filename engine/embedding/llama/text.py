"""The normalised form of texts for tokenizers."""

from __future__ import annotations

import unicodedata

NORMALISATION_VERSION = "nfkc-1"

_CHARACTERS_A_TOKEN = 32  # no real text has longer tokens on average; limits the tokenizer's work

# SentencePiece's nmt_nfkc rules beyond NFKC: dropped characters, and characters read as a space.
_DROPPED = (*range(0x01, 0x09), 0x0B, *range(0x0E, 0x20), 0x7F, 0x8F, 0x9F, 0x00)
_SPACES = (0x1680, *range(0x200B, 0x2010), 0x2028, 0x2029, 0x2581, 0xFEFF, 0xFFFD)
_TABLE = dict.fromkeys(_DROPPED, "") | dict.fromkeys(_SPACES, " ")


def normalise(text: str) -> str:
    """Return `text` in NFKC, without control characters and with single spaces.

    The converted tokenizers have no normalisation map. Without this function, full-width letters,
    half-width kana, tabs and line breaks would become the unknown token.
    """
    plain = unicodedata.normalize("NFKC", text).translate(_TABLE)
    return " ".join(plain.split())


def readable_part(text: str, tokens: int) -> str:
    """Return the normalised start of `text`, long enough for `tokens` tokens."""
    characters = tokens * _CHARACTERS_A_TOKEN
    # Cut twice, because one character may be normalised to eighteen.
    return normalise(text[:characters])[:characters]
