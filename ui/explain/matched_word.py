"""The query word that matched a passage: as typed and as it appears in the passage."""

from __future__ import annotations

import re
import unicodedata
from html import escape
from itertools import pairwise
from pathlib import PurePosixPath

from twofold.engine.api import Hit, SearchRequest
from twofold.ui.i18n.label_text import shortened
from twofold.ui.i18n.translation import tr

_WORD = re.compile(r"\w+")
_QUOTES = re.compile(r"[\"“”„‟«»＂]")
# Scripts without spaces between words. If no passage contains a run of characters as a whole, its
# parts are searched.
UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\U0003fffd]")
# Forms of the same word share at least this number of initial letters.
_MIN_SHARED = 3


def bare_word(word: str) -> str:
    """Return a word in lower case and without accents, as in the index."""
    letters = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def typed_word(term: str, request: SearchRequest) -> str:
    """Return a term as the user typed it, without the '*' of an unfinished last word."""
    typed = "*" in request.query
    word = term.removesuffix("*") if request.prefix_last and not typed else term
    bare = bare_word(word)
    return next((one for one in _WORD.findall(request.query) if bare_word(one) == bare), word)


def matched_word(term: str, request: SearchRequest, hit: Hit, *, is_rare: bool) -> str:
    """Return markup that names the matched query term, to follow 'because of'."""
    typed = typed_word(term.rstrip("*~"), request)
    marked, found = _marked(hit), ""
    is_there = bare_word(typed) in {*map(bare_word, marked), *_words_of(hit.text)}
    if " " in term and _QUOTES.search(request.query):
        words = tr("the phrase <mark>“{word}”</mark>")
    elif term.endswith("~"):
        words = tr("words similar to <mark>{word}</mark>")
    elif term.endswith("*") and not is_there and ("*" in request.query or _begins(typed, hit)):
        words = tr("words starting with <mark>{word}</mark>")
    elif not is_there and (found := _form_of(typed, marked)):
        words = tr("the word <mark>{word}</mark> (as “{found}”)")
        if is_rare:
            words = tr("the rare word <mark>{word}</mark> (as “{found}”)")
    else:
        words = tr("the word <mark>{word}</mark>")
        if is_rare:
            words = tr("the rare word <mark>{word}</mark>")
    return words.format(word=escape(shortened(typed)), found=escape(shortened(found)))


def found_elsewhere(request: SearchRequest, hit: Hit) -> str:
    """Return where a hit matches the query if no matched term is known; '' if nowhere.

    Text without spaces matches by its parts, and a document can match by its name.
    """
    if marked := _marked(hit):
        words = tr("the word <mark>{word}</mark>")
        return words.format(word=escape(shortened(marked[0])))
    if _matches_partly(PurePosixPath(hit.doc_path).name, request.query):
        return tr("the file name")
    if _matches_partly(hit.title, request.query):
        return tr("the title")
    if _matches_partly(" ".join(hit.heading_path), request.query):
        return tr("the heading")
    return ""


def _marked(hit: Hit) -> list[str]:
    return [hit.snippet.text[span.start : span.end] for span in hit.snippet.matches]


def _begins(typed: str, hit: Hit) -> bool:
    """Whether the hit contains a word that starts with the typed text."""
    return any(word.startswith(bare_word(typed)) for word in _words_of(hit.text))


def _words_of(text: str) -> set[str]:
    return set(_WORD.findall(bare_word(text)))


def _form_of(typed: str, marked: list[str]) -> str:
    """Return the marked word that is most likely a form of the typed word.

    This is the word with the longest common prefix; '' if all common prefixes are too short.
    """
    bare = bare_word(typed)
    shared = {word: _shared_beginning(bare, bare_word(word)) for word in marked}
    best = max(marked, key=lambda word: shared[word], default="")
    return best if best and shared[best] >= max(_MIN_SHARED, len(bare) // 2) else ""


def _shared_beginning(first: str, second: str) -> int:
    pairs = zip(first, second, strict=False)
    return next(
        (at for at, (one, other) in enumerate(pairs) if one != other),
        len(min(first, second, key=len)),
    )


def _matches_partly(text: str, query: str) -> bool:
    bare, names = bare_word(text), _words_of(text.replace("_", " "))
    words = _WORD.findall(bare_word(query))
    pairs = ("".join(pair) for word in words if UNSPACED.search(word) for pair in pairwise(word))
    return any(word in names for word in words if len(word) > _MIN_SHARED - 1) or any(
        pair in bare for pair in pairs
    )
