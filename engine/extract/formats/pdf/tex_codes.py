"""Characters of TeX bitmap fonts: a PDF with such fonts contains their codes instead of Unicode."""

from __future__ import annotations

import ctypes
import re
from itertools import islice

import pypdfium2
from pypdfium2 import raw

# Codes of letters, and the Latin-1 characters of letters in T1.
_CANDIDATE = re.compile("[\x0b\x0c\x0e-\x1f\x7f¡¢£¤¥¦§¨©«¬®¯°±²³µ¶¹»¼½¾¿÷ÿ]")
_FIRST = frozenset("¤¦¬¯°±²³¶¼½¾÷")  # possible first letters of a word
_OT1_ONLY = frozenset("\x0b\x0c\x0e\x0f\x10\x11\x12\x13\x7f")
_LIGATURE_FL = re.compile(r"\r(?!\n)")

# The encodings OT1 (7 bits) and T1 (8 bits, agreed in Cork).
_OT1 = str.maketrans(
    "\x0b\x0c\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f",
    "ﬀﬁﬃﬄıȷ`´ˇ˘¯˚¸ßæœøÆŒØ¨",
)
_T1 = str.maketrans(
    {
        **dict(zip("\x01\x02\x03\x04\x05\x06\x07\x08\x0b", "´ˆ˜¨˝˚ˇ˘¸", strict=True)),
        **dict(zip("\x10\x11\x12\x13\x14\x15\x16", "“”„«»–—", strict=True)),
        **dict(zip("\x19\x1a\x1b\x1c\x1d\x1e\x1f", "ıȷﬀﬁﬂﬃﬄ", strict=True)),
        **dict(
            zip(
                map(chr, range(0x80, 0xC0)),
                "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£",
                strict=True,
            )
        ),
        **dict(zip("\xd7\xdf\xf7\xff", "Œẞœß", strict=True)),
    }
)


_BEFORE_WORD = ("", " ", "\n", "(")
_MAX_CANDIDATES = 50


def decoded(text_page: pypdfium2.PdfTextPage, text: str) -> str:
    """Return the text of a page, with the same length, after decoding the codes of TeX fonts.

    The encoding is detected by the characters between letters: control characters, or symbols in a
    font without a name. Otherwise the text is unchanged.
    """
    found = [one.start() for one in islice(_CANDIDATE.finditer(text), _MAX_CANDIDATES)]
    likely = [at for at in found if _is_in_word(text, at)]
    codes = {text[at] for at in likely if text[at] < " " or text[at] == "\x7f"}
    if codes & _OT1_ONLY:
        return _LIGATURE_FL.sub("ﬂ", text).translate(_OT1)
    if codes or any(not _font_name(text_page, at) for at in likely):
        return text.translate(_T1)
    return text


def _is_in_word(text: str, at: int) -> bool:
    before, after = text[at - 1 : at], text[at + 1 : at + 3]
    if not after[:1].islower():
        return False
    return before.isalpha() or (text[at] in _FIRST and before in _BEFORE_WORD and after.isalpha())


def _font_name(text_page: pypdfium2.PdfTextPage, index: int) -> bytes:
    name = ctypes.create_string_buffer(128)
    flags = ctypes.c_int()
    character = raw.FPDFText_GetCharIndexFromTextIndex(text_page, index)
    size = raw.FPDFText_GetFontInfo(text_page, character, name, len(name), flags)
    return name.value if size > 1 else b""
