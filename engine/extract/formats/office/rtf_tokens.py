"""The pieces of an RTF file (Rich Text Format Specification 1.9.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    r"\\([A-Za-z]{1,32})(-?\d{1,19})? ?"  # a control word
    r"|\\'([0-9A-Fa-f]{2})"  # a byte
    r"|\\([^A-Za-z])"  # a control sign
    r"|([{}])"
    r"|([^\\{}\r\n\0]+)"  # text
    r"|[\r\n\0]+|\\\Z",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A control word with its number, a sign, a brace, or bytes of text; the others are empty."""

    word: str = ""
    number: int | None = None
    sign: str = ""
    text: bytes = b""


def tokens_of(source: str) -> Iterator[Token]:
    r"""Yield the pieces of a file read as Latin-1; what \bin announces is passed over."""
    at = 0
    while found := _TOKEN.match(source, at):
        at = found.end()
        word, number, byte, sign, brace, text = found.groups()
        if word == "bin":
            at += max(int(number or 0), 0)
        elif word:
            yield Token(word=word, number=int(number) if number else None)
        elif text or byte:
            yield Token(text=text.encode("latin-1") if text else bytes.fromhex(byte))
        elif brace:
            yield Token(sign=brace)
        elif sign:
            yield Token(sign=f"\\{sign}" if sign in "{}" else sign)
