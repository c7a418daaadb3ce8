"""What a query highlights in passages, and the snippet that shows best why one was found."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence

from twofold.engine.model.document import StoredChunk, StoredDocument
from twofold.engine.model.hit import Snippet, TextSpan
from twofold.engine.stores.literal_text import literal_spans
from twofold.engine.stores.ports import TextHighlighter

ELLIPSIS = "…"
_LETTERS_OF_A_STEM = 5

_Span = tuple[int, int]

# What str.split takes for white space: \s leaves out some separators of old.
_LONG_WHITE = re.compile(r"[\s\x1c-\x1f]{2,}")


def make_snippet(
    text: str,
    matches: Sequence[TextSpan],
    limit: int,
    *,
    best: Sequence[TextSpan] | None = None,
    is_code: bool = False,
) -> Snippet:
    """Cut the window of `text` that holds the most different matches, with these marked.

    With `best` the window is chosen by these instead; where they are empty, it is the beginning.
    It begins with a line or sentence when one is near. The snippet has at most `limit` characters,
    ellipses included, and is cut between words. Runs of white space become one space, except in
    code, whose lines are kept.
    """
    found = _merged(matches)
    deciding = found if best is None or best is matches else _merged(best)
    start, end = _window(text, deciding, max(limit, len(ELLIPSIS)), lines_only=is_code)
    start, end = _stripped(text, start, end)
    inside = [(max(s, start), min(e, end)) for s, e in found if s < end and e > start]
    body, spans = text[start:end], [(s - start, e - start) for s, e in inside]
    if not is_code:
        body, spans = _squeezed(body, spans)
    before = ELLIPSIS if start and not text[:start].isspace() else ""
    after = ELLIPSIS if end < len(text) and not text[end:].isspace() else ""
    shift = len(before)
    marks = tuple([TextSpan(s + shift, e + shift) for s, e in spans if s < e])
    return Snippet(f"{before}{body}{after}", marks, is_code)


def _merged(spans: Iterable[TextSpan]) -> list[_Span]:
    """Return spans ascending, those that overlap or touch as one."""
    merged: list[_Span] = []
    for start, end in sorted([(span.start, span.end) for span in spans if span.start < span.end]):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


def _window(text: str, matches: list[_Span], limit: int, *, lines_only: bool) -> _Span:
    """Return the bounds of the best window, leaving room for the ellipses it needs."""
    if len(text) <= limit:
        return 0, len(text)
    run = _densest_run(text, matches, limit - 2 * len(ELLIPSIS))
    start = _best_start(text, run, limit - 2 * len(ELLIPSIS), lines_only=lines_only)
    latest = start + limit - len(ELLIPSIS) * (1 if start == 0 else 2)
    if len(text) <= latest + len(ELLIPSIS):
        return start, len(text)
    floor = run[1] - 1 if start < run[1] <= latest else start
    return start, step_back(text, floor, latest)


def _best_start(text: str, run: _Span, room: int, *, lines_only: bool) -> int:
    """Return where to begin so that the best run of matches is inside, with words before it."""
    first, last = run
    if last <= room:
        return 0
    spare = max(room - (last - first), 0)
    wanted = max(min(first - spare // 3, len(text) - room), 0)
    # Near the end of a text `wanted` is not far from where the run would no longer fit.
    nearest = max(wanted - spare // 3, min(last - room, first))
    farthest = min(wanted + spare // 3, first)
    starts = good_starts(text, nearest, farthest, lines_only=lines_only)
    if starts:
        return min(starts, key=lambda start: (abs(start - wanted), start))
    return step_forward(text, out_of_markup(text, wanted, max(first - spare, 0), first), first)


def _densest_run(text: str, matches: list[_Span], room: int) -> _Span:
    """Return start and end of the run of matches that fits in `room` and tells most.

    Different words count ten times as much as repetitions; the earliest of equal runs wins. Words
    that begin alike are taken for forms of one.
    """
    words = [text[start:end].casefold()[:_LETTERS_OF_A_STEM] for start, end in matches]
    inside: Counter[str] = Counter()
    most = stop = first = last = 0
    for index, (start, _) in enumerate(matches):
        while stop < len(matches) and (stop == index or matches[stop][1] - start <= room):
            inside[words[stop]] += 1
            stop += 1
        told = 10 * len(inside) + stop - index
        if told > most:
            most, first, last = told, index, stop
        inside[words[index]] -= 1
        if not inside[words[index]]:
            del inside[words[index]]
    if not most:
        return 0, 0
    # Repetitions at the end may make room for the beginning of the sentence.
    newest = max(words[first:last].index(word) for word in set(words[first:last]))
    return matches[first][0], matches[first + newest][1]


def _stripped(text: str, start: int, end: int) -> _Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _squeezed(text: str, spans: list[_Span]) -> tuple[str, list[_Span]]:
    """Copy a text without white space at its ends, squeezing it inside; the spans move along."""
    long = [found.span() for found in _LONG_WHITE.finditer(text)]
    return " ".join(text.split()), _moved(spans, long) if long else spans


def _moved(spans: list[_Span], white: list[_Span]) -> list[_Span]:
    """Move spans left by what runs of white space before them lose to become one space."""
    edges: list[int] = []
    index = lost = 0
    for edge in (edge for span in spans for edge in span):
        while index < len(white) and white[index][1] <= edge:
            lost += white[index][1] - white[index][0] - 1
            index += 1
        inside = index < len(white) and white[index][0] < edge
        edges.append((white[index][0] + 1 if inside else edge) - lost)
    return list(zip(edges[::2], edges[1::2], strict=True))


_MAX_STEP = 40
_CJK_FROM = "\u2e80"

_SENTENCE_START = re.compile(r"\n\s*|(?<=[.!?])[\"')\]*_]*\s+|(?<=[。！？])")
_LINE_START = re.compile(r"\n")
# Inside of these nobody can tell what is read.
_MARKUP = re.compile(
    r"\{\{[^{}]{1,300}\}\}|<[^<>]{1,300}>|\]\([^()\s]{1,300}\)|`[^`\n]{1,120}`|https?://\S{1,300}"
)
_MAX_MARKUP = 304


def good_starts(text: str, floor: int, ceiling: int, *, lines_only: bool = False) -> list[int]:
    """Return where lines and sentences begin, from `floor` to `ceiling`, outside of markup."""
    pattern = _LINE_START if lines_only else _SENTENCE_START
    starts = [0] if floor == 0 else []
    starts += [m.end() for m in pattern.finditer(text, max(floor - 1, 0), ceiling)]
    if not lines_only:
        # In text of fixed width most lines begin in the middle of a sentence.
        starts = [start for start in starts if not text[start : start + 1].islower()]
    return [
        s for s in starts if floor <= s <= ceiling and out_of_markup(text, s, 0, len(text)) == s
    ]


def out_of_markup(text: str, position: int, floor: int, ceiling: int) -> int:
    """Return `position`, or where the tag, link or code around it ends, or else begins.

    Neither before `floor` nor after `ceiling`.
    """
    for markup in _MARKUP.finditer(text, max(0, position - _MAX_MARKUP)):
        if markup.start() >= position:
            break
        if position < markup.end():
            if markup.end() <= ceiling:
                return markup.end()
            return markup.start() if markup.start() >= floor else position
    return position


def step_back(text: str, floor: int, position: int) -> int:
    """Return the last word boundary after `floor` and not after `position`, if one is near."""
    for candidate in range(position, max(position - _MAX_STEP, floor), -1):
        if _is_word_boundary(text, candidate):
            return candidate
    while position > floor + 1 and not _is_character_boundary(text, position):
        position -= 1
    return position


def step_forward(text: str, position: int, ceiling: int) -> int:
    """Return the first word boundary from `position`; `ceiling` when there is none before it.

    One after white space is preferred when it is near: '.name' is the end of something.
    """
    for candidate in range(position, min(position + _MAX_STEP, ceiling)):
        if candidate == 0 or (text[candidate - 1].isspace() and not text[candidate].isspace()):
            return candidate
    for candidate in range(position, ceiling):
        if _is_word_boundary(text, candidate):
            return candidate
    return ceiling


def _is_word_boundary(text: str, position: int) -> bool:
    if position in {0, len(text)}:
        return True
    before, after = text[position - 1], text[position]
    if before == " " and after.isalnum():
        return True
    if not _is_character_boundary(text, position):
        return False
    if before >= _CJK_FROM or after >= _CJK_FROM:
        return True
    return not (_is_word_character(before) and _is_word_character(after))


def _is_word_character(character: str) -> bool:
    return character.isalnum() or character in "_'’" or unicodedata.combining(character) != 0


def _is_character_boundary(text: str, position: int) -> bool:
    """Tell whether no combining mark, joiner or variation selector is cut off its base."""
    if position <= 0 or position >= len(text):
        return True
    after = text[position]
    joined = after == "\u200d" or text[position - 1] == "\u200d"
    return not (joined or unicodedata.category(after) in {"Mn", "Me", "Mc"})


class Highlighting:
    """Highlights passages for one search, each once. One thread uses it at a time.

    With `literal` that text is highlighted in place of words. A snippet has at most `snippet_chars`
    characters.
    """

    def __init__(self, highlighter: TextHighlighter, snippet_chars: int, literal: str = "") -> None:
        self.highlighter = highlighter
        self._snippet_chars = snippet_chars
        self._literal = literal
        self._spans: dict[int, tuple[TextSpan, ...]] = {}
        self._snippets: dict[tuple[int, bool], Snippet] = {}

    def spans(self, stored: StoredChunk) -> tuple[TextSpan, ...]:
        """Return what is highlighted in the text of a passage, ascending."""
        if stored.number not in self._spans:
            text = stored.chunk.text
            self._spans[stored.number] = (
                literal_matches(text, self._literal)
                if self._literal
                else self.highlighter.highlight(text, language_of(stored))
            )
        return self._spans[stored.number]

    def title_spans(self, document: StoredDocument) -> tuple[str, tuple[TextSpan, ...]]:
        """Return title and file name as they are indexed, and what is highlighted in them."""
        title = document.searched_title
        return title, self.highlighter.highlight(title, document.lang)

    def snippet(self, stored: StoredChunk, *, for_words: bool) -> Snippet:
        """Return the part of a passage around the best matches.

        It is the beginning of a passage that was not found for its words.
        """
        key = stored.number, for_words
        if key not in self._snippets:
            spans = self.spans(stored)
            self._snippets[key] = make_snippet(
                stored.chunk.text,
                spans,
                self._snippet_chars,
                best=spans if for_words or self._literal else (),
                is_code=stored.chunk.is_code,
            )
        return self._snippets[key]


def language_of(stored: StoredChunk) -> str:
    """Return the language by which the words of a passage are read."""
    return "en" if stored.chunk.is_code else stored.chunk.lang or stored.document.lang


def literal_matches(text: str, literal: str) -> tuple[TextSpan, ...]:
    """Return where `text` holds `literal`, as a literal search compares them."""
    return tuple(TextSpan(start, end) for start, end in literal_spans(text, literal))
