"""Text analysis of the lexical index: from text to the terms that are indexed and searched.

Every text is split into two streams, by the same code for passages, queries and highlights:

* words: each word as written, in lower case and without accents, with its position. In scripts
  written without spaces (Han, Kana, Hangul, Thai ...) each character is a word, so that any part of
  a run is found as a phrase.
* stems: the same words stemmed in the passage's language, the parts of identifiers (`getUserName`,
  `user_name`), and in scripts written without spaces all groups of two or three adjacent
  characters.

ANALYZER_VERSION identifies this behaviour. An index of another version is rebuilt.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

import tantivy

from twofold.engine.stores.equivalences import WORDS, part_marks, pattern_of

ANALYZER_VERSION = "2"

# Thai, Lao, Myanmar and Khmer; Kana, Bopomofo, Han and Hangul: written without spaces between
# words, or (Hangul) with endings attached.
_ALPHABETS = r"\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u1000-\u1049\u1050-\u109f\u1780-\u17d3"
_IDEOGRAPHS = (
    r"\u1100-\u11ff\u3005-\u3007\u3031-\u3035\u3041-\u3096\u3099\u309a\u309d-\u309f"
    r"\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    r"\ua960-\ua97c\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003fffd"
)
UNSPACED = _ALPHABETS + _IDEOGRAPHS

# Vowel signs and other marks are parts of words but not letters for `re`. From Devanagari to
# Sinhala, marks and letters alternate, so whole blocks are listed except their punctuation.
MARKS = (
    r"\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed"
    r"\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u0816-\u082d\u0859-\u085b\u08d3-\u0963"
    r"\u0966-\u096f\u0971-\u0df3\u0f18-\u0f39\u0f71-\u0f84\u0f8d-\u0fbc\u135d-\u135f"
    r"\u1712-\u1734\u18a9\u1920-\u193b\u1a17-\u1a7f\u1ab0-\u1aff\u1b00-\u1b44\u1b80-\u1baa"
    r"\u1be6-\u1bf3\u1c24-\u1c37\u1dc0-\u1dff\u20d0-\u20f0\ua66f-\ua67d\ua802-\ua827"
    r"\ua880-\ua8c5\ua8e0-\ua8f1\ua926-\ua953\uaa29-\uaa36\uabe3-\uabed\ufe20-\ufe2f"
)

UNSPACED_RUN = re.compile(f"[{_IDEOGRAPHS}]+|[{_ALPHABETS}]+")


_KANA_ONLY = re.compile(r"[\u3041-\u309f\u30fc]+\Z")

# Possessive quantifiers (++, *+) never backtrack, which is a third faster on real texts. c++, c#
# and f# are names; elsewhere '+' and '#' are punctuation.
_NAME_END = r"(?:(?=[#+])(?:(?<=\b[cCfF])\#|(?<=\b[cC])\+\+))?+"
_ASCII_WORD = re.compile(rf"[A-Za-z0-9]++(?:_++[A-Za-z0-9]++)*+{_NAME_END}", re.ASCII)
_SPACED_LETTER = rf"[^\W_{UNSPACED}]"
_SPACED_WORD = rf"{_SPACED_LETTER}++(?:[{MARKS}]++{_SPACED_LETTER}*+)*+"
_SPACED_NAME = rf"{_SPACED_WORD}(?:_++{_SPACED_WORD})*+{_NAME_END}"
_NO_PUNCTUATION = r"(?![\0-/:-@])"


@cache
def _word() -> re.Pattern[str]:
    """Return the pattern of words; compiled on first use, because that takes a moment."""
    return re.compile(rf"{_NO_PUNCTUATION}(?:[{UNSPACED}]|{_SPACED_NAME})")


@cache
def _piece() -> re.Pattern[str]:
    """Return the pattern of words and of runs of characters written without spaces."""
    return re.compile(rf"{_NO_PUNCTUATION}(?:{_SPACED_NAME}|{UNSPACED_RUN.pattern})")


_IDENTIFIER = re.compile(
    r"\b(?:[a-z0-9]*+[A-Z_][A-Za-z0-9_]*|[a-z]++[0-9]++\b|[0-9]++[a-z]++\b)", re.ASCII
)
_IDENTIFIER_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


PLAIN = "plain"
_ENGLISH = "english"
_STEMMERS = {
    "ar": "arabic", "da": "danish", "nl": "dutch", "en": _ENGLISH, "fi": "finnish", "fr": "french",
    "de": "german", "el": "greek", "hu": "hungarian", "it": "italian", "no": "norwegian",
    "nb": "norwegian", "nn": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "es": "spanish", "sv": "swedish", "ta": "tamil", "tr": "turkish",
}  # fmt: skip
# Languages in Latin script without a stemmer: the English one would stem their words wrongly. In
# all other languages, Latin words are foreign, mostly English.
_UNSTEMMED_LATIN = frozenset((
    "af", "az", "bs", "ca", "cs", "cy", "eo", "et", "eu", "ga", "gl", "hr", "id", "is", "la",
    "lb", "lt", "lv", "ms", "mt", "oc", "pl", "sk", "sl", "so", "sq", "sw", "tl", "uz", "vi",
    "zu",
))  # fmt: skip

# How many letters at the end of a stem may differ from its word; one in all other languages.
_ANY = 1000
_CHANGED_LETTERS = {"french": 2, "dutch": _ANY, "finnish": _ANY, "german": _ANY, "turkish": _ANY}
# English stems with other endings are prefixes of their words: 'happi', 'hope' and 'sensibl' are
# not prefixes of 'happy', 'hoping' and 'sensibility'.
_CHANGED_ENDINGS = ("e", "i", "l", "y")

_LOOSE_LETTERS = pattern_of(WORDS)


def encodable(text: str) -> str:
    """Replace lone surrogates, which UTF-8 cannot encode, by '?'; the length is unchanged."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def normalise(text: str) -> str:
    """Return `text` in NFKC, as words are indexed and highlighted.

    Equivalent characters are replaced, and marks after words are removed.
    """
    return text if text.isascii() else _normalised(part_marks(text))


def _normalised(text: str) -> str:
    if not unicodedata.is_normalized("NFKC", text):
        text = unicodedata.normalize("NFKC", text)
    return text.translate(WORDS) if _LOOSE_LETTERS.search(text) else text


def normalise_with_offsets(text: str) -> tuple[str, Sequence[int]]:
    """Return `normalise(text)` and the offsets in `text` of all its characters and its end."""
    if text.isascii():
        return text, range(len(text) + 1)
    text = part_marks(text)
    plain = _normalised(text)
    if plain == text or (len(plain) == len(text) and text.translate(_ONE_TO_ONE) == plain):
        return plain, range(len(text) + 1)
    pieces, offsets, start = [], [], 0
    while start < len(text):
        end = start + 1
        while end < len(text) and _joins_previous(text[end]):
            end += 1
        piece = _normalised(text[start:end])
        pieces.append(piece)
        offsets.extend([start] * len(piece))
        start = end
    return "".join(pieces), [*offsets, len(text)]


class _OneToOne(dict[int, int]):
    """Characters that normalise to exactly one other character; filled on demand."""

    def __missing__(self, code: int) -> int:
        normalised = _normalised(chr(code))
        self[code] = ord(normalised) if len(normalised) == 1 else code
        return self[code]


_ONE_TO_ONE = _OneToOne()


def _joins_previous(letter: str) -> bool:
    if letter in "\uff9e\uff9f":  # half-width sound marks
        return True
    return bool(unicodedata.combining(letter)) or "\u1160" <= letter <= "\u11ff"


def stemmer_for(lang: str, *, is_code: bool = False) -> str:
    """Return the name of the stemmer for text in `lang` (ISO 639-1, 'und' or '')."""
    if is_code:
        return _ENGLISH
    primary = lang.lower().partition("-")[0]
    if primary in _UNSTEMMED_LATIN:
        return PLAIN
    return _STEMMERS.get(primary, _ENGLISH)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the words stream: the indexed form, and its position in the normalised text."""

    text: str
    start: int
    end: int


def words_analyzer() -> tantivy.TextAnalyzer:
    """Build the analyzer of the words stream.

    It must be registered on every opened index.
    """
    return _builder().build()


@lru_cache(maxsize=32)
def stems_analyzer(stemmer: str) -> tantivy.TextAnalyzer:
    """Return the analyzer that folds and stems words separated by spaces."""
    builder = _builder()
    if stemmer != PLAIN:
        builder = builder.filter(tantivy.Filter.stemmer(stemmer))
    return builder.build()


def _builder() -> tantivy.TextAnalyzerBuilder:
    """Return a builder for lower case without accents, for words separated by spaces.

    Tantivy's own regex tokenizer is six times slower than splitting into words here.
    """
    builder = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace())
    return builder.filter(tantivy.Filter.lowercase()).filter(tantivy.Filter.ascii_fold())


def word_pattern(normalised: str) -> re.Pattern[str]:
    """Return the pattern of words in a normalised text."""
    return _ASCII_WORD if normalised.isascii() else _word()


def beginnings_pattern(wanted: Iterable[str]) -> re.Pattern[str]:
    """Return a pattern for the first letter of every word that can have one of the `wanted` stems.

    A word and its stem have the same first two letters (except 'dying' and 'die'). The pattern also
    matches identifiers and words with a non-ASCII letter among the first two. It matches inside
    some words too; the caller skips these matches by matching whole words first.
    """
    letters: dict[str, set[str]] = {}
    for word in wanted:
        letters.setdefault(word[0], set()).add(word[1:2])
    begins = [r"[^\x00-\x7f]", r"[A-Za-z0-9](?=[a-z0-9]*+[A-Z_])"]
    # sorted, so that compiled patterns are found in the cache
    for first, seconds in sorted(letters.items()):
        either = f"[{re.escape(first + first.upper())}]"
        if "" not in seconds:
            second = "".join(sorted(seconds)) + "y" * ("i" in seconds)
            either += rf"(?=[{re.escape(second + second.upper())}]|[^\x00-\x7f])"
        begins.append(either)
    return re.compile(rf"(?<![A-Za-z0-9\xaa-\u036f\u1e00-\u1eff])(?:{'|'.join(begins)})")


def beginnings(wanted: Iterable[str], stemmer: str) -> frozenset[str]:
    """Return prefixes such that every ASCII word with a `wanted` stem has one of them.

    A stem differs from its word only in the last letter, except for 'dying' and 'die'. Some
    stemmers change more letters.
    """
    changed = _CHANGED_LETTERS.get(stemmer, 1)
    is_kept = stemmer in {_ENGLISH, PLAIN}
    begins = {
        word
        if is_kept and not word.endswith(_CHANGED_ENDINGS)
        else word[: max(2, len(word) - changed)]
        for word in wanted
    }
    return frozenset(begins | {f"{begin[:-1]}y" for begin in begins if begin.endswith("i")})


def piece_pattern(normalised: str) -> re.Pattern[str]:
    """Return the pattern of words and of whole runs of scripts without spaces."""
    return _ASCII_WORD if normalised.isascii() else _piece()


def words(normalised: str) -> list[Word]:
    """Return the words stream of a normalised text, with offsets."""
    found = list(word_pattern(normalised).finditer(normalised))
    folded = fold([word[0] for word in found])
    return [Word(text, word.start(), word.end()) for text, word in zip(folded, found, strict=True)]


def fold(written: list[str]) -> list[str]:
    """Return words in their indexed form: lower case, without accents."""
    return list(_folding().analyze(" ".join(written)))


@lru_cache(maxsize=1)
def _folding() -> tantivy.TextAnalyzer:
    return words_analyzer()


def group_size(run: str) -> int:
    """Return how many characters of a run are searched together: more in alphabets than in Han."""
    first = run[0]
    return 3 if first < "\u1100" or "\u1780" <= first <= "\u17d3" else 2


def character_groups(run: str) -> list[str]:
    """Return all groups of adjacent characters of a run, or the run itself if it is short."""
    size = group_size(run)
    if size == 2:
        return list(map(str.__add__, run, run[1:])) or [run]
    return [run[start : start + size] for start in range(len(run) - size + 1)] or [run]


def is_kana_ending(text: str) -> bool:
    """Return whether `text` is all Hiragana.

    Hiragana is mostly particles and endings.
    """
    return _KANA_ONLY.match(text) is not None


# For a word divided only by digits ('16GB', 'utf8'). A checksum has more parts.
_MAX_GLUED_PARTS = 4
_MAX_GLUED = 24


def identifier_parts(text: str) -> list[str]:
    """Return the additional terms for the identifiers in `text`, in order.

    The terms are the parts, and each pair of adjacent parts joined to one word. The pairs make it
    possible to find a sequence of parts ('retryCount' in `max_retry_count`) however they are
    joined.
    """
    terms: list[str] = []
    for word in _IDENTIFIER.findall(text):
        is_glued = "_" not in word and (word.istitle() or word.isupper() or word.islower())
        if is_glued and (word.isalpha() or len(word) > _MAX_GLUED):
            continue
        parts = _IDENTIFIER_PART.findall(word)
        if len(parts) < 2 or (is_glued and len(parts) > _MAX_GLUED_PARTS):
            continue
        is_measure = is_glued and word[0].isdigit()  # 5V
        terms += [part for part in parts if is_measure or len(part) > 1]
        terms += [pair for pair in part_pairs(parts) if len(pair) < len(word.strip("_"))]
    return terms


def part_pairs(parts: Sequence[str]) -> list[str]:
    """Return each pair of adjacent parts as one word."""
    return list(map(str.__add__, parts, parts[1:]))


def written_parts(word: str) -> tuple[str, ...]:
    """Split a word at case changes, digits and underscores. Return its parts in lower case.

    'maxRetry2', 'max_retry_2' and 'MAX_RETRY_2' have the same three parts. Words that are not ASCII
    or have one part return nothing.
    """
    parts = _IDENTIFIER_PART.findall(word) if word.isascii() else []
    return tuple(part.lower() for part in parts) if len(parts) > 1 else ()


def part_spans(word: str) -> list[tuple[str, int, int]]:
    """Return all parts of an identifier in lower case, with their offsets."""
    found = _IDENTIFIER_PART.finditer(word) if word.isascii() else ()
    return [(part[0].lower(), part.start(), part.end()) for part in found]


def identifier_spans(word: str) -> list[tuple[int, int]]:
    """Return the offsets of the parts of an identifier, or nothing for an ordinary word."""
    if not _IDENTIFIER.fullmatch(word):
        return []
    parts = list(_IDENTIFIER_PART.finditer(word))
    is_measure = word[0].isdecimal()
    kept = [part.span() for part in parts if is_measure or len(part[0]) > 1]
    return kept if len(parts) > 1 else []
