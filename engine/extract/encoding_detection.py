"""Decides between encodings that chardet confuses in short texts, and detects binary data.

* UTF-16 without a byte order mark: almost any data of even length can be decoded as UTF-16
* Japanese in Shift JIS or EUC-JP that is mostly Hiragana
* single-byte encodings: the right one yields letters of one alphabet
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from itertools import pairwise

_WIDE_SAMPLE, _SAMPLE = 8000, 4000
_MIN_UNITS = 3
_MIN_PLAUSIBLE = 0.9
_MIN_KANA = 0.5
_MAX_IMPLAUSIBLE, _MAX_ALTERNATIVE, _NONSENSE = 0.02, 0.1, 0.5
_SHORT = 300
_ALPHABETIC = (
    (0x0370, 0x03FF), (0x0400, 0x052F), (0x0530, 0x058F), (0x0590, 0x05FF), (0x0600, 0x06FF),
    (0x0900, 0x097F), (0x0980, 0x09FF), (0x0A00, 0x0AFF), (0x0B00, 0x0BFF), (0x0C00, 0x0CFF),
    (0x0D00, 0x0DFF), (0x0E00, 0x0E7F), (0x0E80, 0x0EFF), (0x1000, 0x109F), (0x10A0, 0x10FF),
    (0x1200, 0x137F), (0x1780, 0x17FF), (0x1F00, 0x1FFF),
)  # fmt: skip
# The minimum share of a script's letters in a text for them to count as plausible.
_MIN_OF_SCRIPT = 0.2
# Codecs that list ideographs and syllables in common use first, with the range of their lead bytes.
_COMMON = (
    ("gb2312", 0xB0, 0xD7),
    ("big5", 0xA4, 0xC6),
    ("cp932", 0x88, 0x97),
    ("euc_kr", 0xB0, 0xC8),
)
_ALTERNATIVES = (
    "cp1252", "cp1250", "iso8859-2", "cp852", "cp1251", "koi8-r", "cp866", "cp1253", "cp1254",
    "cp1257", "cp850", "mac-roman", "iso8859-5", "koi8-u", "iso8859-16",
)  # fmt: skip
_ALPHABETS = tuple(
    frozenset(letters + letters.upper())
    for letters in (
        "äöüß", "àâæçéèêëîïôœùûüÿ", "áéíñóúü", "ãáàâçéêíóôõúü", "àèéìíòóù", "åäöé", "æøåé",
        "ąćęłńóśźż", "áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "áéíóöőúüű", "ăâîșțşţ", "čćđšž",
        "çğıöşüâî", "āčēģīķļņšūž", "ąčęėįšųūž", "äöõüšž", "áðéíóúýþæö", "ëç", "ħġċż",
        "àáâãèéêìíòóôõùúýăđĩũơư",
    )
)  # fmt: skip
_WORD = re.compile(r"[^\W\d_]+")
_USUAL_SIGNS = frozenset("\u00a0«»„“”‘’‚–—…€£§°·¿¡©®™№ºª²³½¼µ\u00ad")


def wide_codec(data: bytes) -> str:
    """Return 'utf-16-le' or 'utf-16-be' if the data is plausible text in that encoding, else ''."""
    sample = data[: min(_WIDE_SAMPLE, len(data) & ~1)]
    scores = {codec: _wide_score(sample, codec) for codec in ("utf-16-le", "utf-16-be")}
    best = max(scores, key=lambda codec: scores[codec])
    return best if scores[best] >= _MIN_PLAUSIBLE else ""


def _wide_score(sample: bytes, codec: str) -> float:
    """Return the share of characters that are plausible in a text in one language."""
    text = sample.decode(codec, "replace")
    if len(text) < _MIN_UNITS:
        return 0.0
    scripts = Counter(map(_script, text))
    known = {script for script, count in scripts.items() if count >= _MIN_OF_SCRIPT * len(text)}
    return sum(_wide_value(character, known) for character in text) / len(text)


@lru_cache(maxsize=10_000)
def _script(character: str) -> int:
    code = ord(character)
    return next((first for first, last in _ALPHABETIC if first <= code <= last), 0)


def _wide_value(character: str, scripts: set[int]) -> float:
    code = ord(character)
    if 0x20 <= code < 0x7F or character in "\t\r\n":
        return 1.0
    if script := _script(character):
        return float(script in scripts and unicodedata.category(character) != "Cn")
    return _value_of(character)


@lru_cache(maxsize=30_000)
def _value_of(character: str) -> float:
    code = ord(character)
    if 0x4E00 <= code <= 0x9FFF or 0xAC00 <= code <= 0xD7A3:
        return 1.0 if _is_common(character) else 0.3
    is_usual = (
        0xA0 <= code <= 0x24F or 0x2010 <= code <= 0x2044 or code in {0x20AC, 0x2122, 0xFEFF}
        or 0x3000 <= code <= 0x30FF or 0xFF01 <= code <= 0xFF9F or 0x1E00 <= code <= 0x1EFF
    )  # fmt: skip
    return float(is_usual)


def _is_common(character: str) -> bool:
    for codec, first, last in _COMMON:
        try:
            if first <= character.encode(codec)[0] <= last:
                return True
        except UnicodeEncodeError:
            continue
    return False


def kana_codec(data: bytes) -> str:
    """Return 'cp932' or 'euc_jp' if the data decodes to mostly Hiragana and Katakana, else ''."""
    sample = data[:_SAMPLE]
    for codec in ("cp932", "euc_jp"):
        text = _decoded(sample, codec)
        beyond = [character for character in text if character > "\x7f"]
        kana = sum("\u3041" <= character <= "\u30fe" for character in beyond)
        if len(beyond) >= _MIN_UNITS and kana >= _MIN_KANA * len(beyond):
            return codec
    return ""


def _decoded(sample: bytes, codec: str) -> str:
    """Decode the start of a text; return '' on failure.

    Its last character may be incomplete.
    """
    for end in (len(sample), len(sample) - 1):
        try:
            return sample[:end].decode(codec)
        except UnicodeDecodeError:
            continue
    return ""


def better_codec(data: bytes, detected: str) -> str:
    """Return the single-byte codec that yields the most plausible words.

    Return `detected` if its words are plausible, or if it is a multi-byte codec. Return '' for a
    few bytes without a plausible word in any codec, because they are not text.
    """
    sample = data[:_SAMPLE]
    if not _is_single_byte(detected):
        return detected
    least = _implausibility(_decoded(sample, detected))
    if least <= _MAX_IMPLAUSIBLE:
        return detected
    best = detected
    for codec in _ALTERNATIVES:
        text = _decoded(sample, codec)
        if text and (found := _implausibility(text)) < min(least, _MAX_ALTERNATIVE):
            best, least = codec, found
    # Longer binary data is detected by control characters; long texts of symbols (drawings) are
    # valid.
    is_nonsense = least > _NONSENSE and len(data) < _SHORT
    return "" if is_nonsense else best


def _is_single_byte(codec: str) -> bool:
    try:
        return bytes(range(97, 123)).decode(codec).isascii() and codec not in _MULTI_BYTE_CODECS
    except (UnicodeError, LookupError):
        return False


_MULTI_BYTE_CODECS = frozenset(
    {"gb18030", "gbk", "gb2312", "big5", "big5hkscs", "cp950", "cp932", "shift_jis", "euc_jp",
     "euc_kr", "cp949", "johab", "hz", "utf-8", "utf-7", "iso2022_jp", "iso2022_kr"}
)  # fmt: skip


def _implausibility(text: str) -> float:
    """Return the share of non-ASCII characters that do not fit into words of one language.

    Implausible are symbols inside words, capitals after small letters, letters of two scripts in
    one word, and letters that do not occur together in any Latin alphabet.
    """
    beyond = sum(character > "\x7f" for character in text)
    if not beyond:
        return 0.0
    bad = 0
    letters: Counter[str] = Counter()
    for found in _WORD.finditer(text):
        word = found[0]
        if word.isascii():
            continue
        scripts = {_script(character) for character in word}
        bad += len(word) if len(scripts) > 1 else 0
        if scripts == {0}:
            letters.update(character for character in word if character > "\x7f")
        inner = pairwise(word)
        bad += sum(before.islower() and after.isupper() for before, after in inner)
    for index, character in enumerate(text):
        if character > "\x7f" and not character.isalpha():
            around = text[max(0, index - 1) : index] + text[index + 1 : index + 2]
            is_inside = len(around) == 2 and around.isalpha() and character not in "’‘·\u00ad"
            is_mark = unicodedata.category(character) in {"Mn", "Mc"}
            bad += not is_mark and (is_inside or character not in _USUAL_SIGNS)
    total = letters.total()
    if total:
        bad += total - max(sum(letters[letter] for letter in alphabet) for alphabet in _ALPHABETS)
    return bad / beyond
