"""Highlight query matches in passages, and build the best snippet of a passage."""

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
_STEM_LENGTH = 5

_Span = tuple[int, int]

# The characters that str.split treats as white space; \s lacks some old separators.
_LONG_WHITE = re.compile(r"[\s\x1c-\x1f]{2,}")


def make_snippet(
    text: str,
    matches: Sequence[TextSpan],
    limit: int,
    *,
    best: Sequence[TextSpan] | None = None,
    is_code: bool = False,
) -> Snippet:
    """Return the part of `text` with the most different matches, with the matches marked.

    With `best`, the part is chosen by these matches instead; if there are none, it is the beginning
    of the text. The part begins with a line or sentence if one begins nearby. The snippet has at
    most `limit` characters, including ellipses, and is cut between words. White space is collapsed,
    except in code, whose lines are preserved.
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
    """Return the spans in order, with overlapping and adjacent ones merged."""
    merged: list[_Span] = []
    for start, end in sorted([(span.start, span.end) for span in spans if span.start < span.end]):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


def _window(text: str, matches: list[_Span], limit: int, *, lines_only: bool) -> _Span:
    """Return the bounds of the best window, reserving space for its ellipses."""
    if len(text) <= limit:
        return 0, len(text)
    run = _densest_run(text, matches, limit - 2 * len(ELLIPSIS))
    start = _best_start(text, run, limit - 2 * len(ELLIPSIS), lines_only=lines_only)
    latest = start + limit - len(ELLIPSIS) * (1 if start == 0 else 2)
    if len(text) <= latest + len(ELLIPSIS):
        return start, len(text)
    floor = run[1] - 1 if start < run[1] <= latest else start
    return start, step_back(text, floor, latest)


def _best_start(text: str, run: _Span, width: int, *, lines_only: bool) -> int:
    """Return the start of a window that contains `run`, with some words before it."""
    first, last = run
    if last <= width:
        return 0
    spare = max(width - (last - first), 0)
    wanted = max(min(first - spare // 3, len(text) - width), 0)
    # Near the end of a text, `wanted` is close to where the run would no longer fit.
    nearest = max(wanted - spare // 3, min(last - width, first))
    farthest = min(wanted + spare // 3, first)
    starts = good_starts(text, nearest, farthest, lines_only=lines_only)
    if starts:
        return min(starts, key=lambda start: (abs(start - wanted), start))
    return step_forward(text, out_of_markup(text, wanted, max(first - spare, 0), first), first)


def _densest_run(text: str, matches: list[_Span], width: int) -> _Span:
    """Return start and end of the most informative run of matches that fits in `width`.

    Different words count ten times as much as repetitions; of equal runs, the first is chosen.
    Words with the same beginning count as forms of one word.
    """
    words = [text[start:end].casefold()[:_STEM_LENGTH] for start, end in matches]
    inside: Counter[str] = Counter()
    most = stop = first = last = 0
    for index, (start, _) in enumerate(matches):
        while stop < len(matches) and (stop == index or matches[stop][1] - start <= width):
            inside[words[stop]] += 1
            stop += 1
        score = 10 * len(inside) + stop - index
        if score > most:
            most, first, last = score, index, stop
        inside[words[index]] -= 1
        if not inside[words[index]]:
            del inside[words[index]]
    if not most:
        return 0, 0
    # Dropping repetitions at the end may make space for the beginning of the sentence.
    newest = max(words[first:last].index(word) for word in set(words[first:last]))
    return matches[first][0], matches[first + newest][1]


def _stripped(text: str, start: int, end: int) -> _Span:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _squeezed(text: str, spans: list[_Span]) -> tuple[str, list[_Span]]:
    """Collapse white space in a text, strip its ends, and move the spans accordingly."""
    long = [found.span() for found in _LONG_WHITE.finditer(text)]
    return " ".join(text.split()), _moved(spans, long) if long else spans


def _moved(spans: list[_Span], white: list[_Span]) -> list[_Span]:
    """Move spans left by the white space removed before them."""
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
# Text cut inside of these is unreadable.
_MARKUP = re.compile(
    r"\{\{[^{}]{1,300}\}\}|<[^<>]{1,300}>|\]\([^()\s]{1,300}\)|`[^`\n]{1,120}`|https?://\S{1,300}"
)
_MAX_MARKUP = 304


def good_starts(text: str, floor: int, ceiling: int, *, lines_only: bool = False) -> list[int]:
    """Return the starts of lines and sentences from `floor` to `ceiling`, outside of markup."""
    pattern = _LINE_START if lines_only else _SENTENCE_START
    starts = [0] if floor == 0 else []
    starts += [m.end() for m in pattern.finditer(text, max(floor - 1, 0), ceiling)]
    if not lines_only:
        # In text with hard line breaks, most lines begin in the middle of a sentence.
        starts = [start for start in starts if not text[start : start + 1].islower()]
    return [
        s for s in starts if floor <= s <= ceiling and out_of_markup(text, s, 0, len(text)) == s
    ]


def out_of_markup(text: str, position: int, floor: int, ceiling: int) -> int:
    """Return `position`, or the end (else the start) of the tag, link or code around it.

    The result is between `floor` and `ceiling`.
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
    """Return the last word boundary in (`floor`, `position`], if one is near."""
    for candidate in range(position, max(position - _MAX_STEP, floor), -1):
        if _is_word_boundary(text, candidate):
            return candidate
    while position > floor + 1 and not _is_character_boundary(text, position):
        position -= 1
    return position


def step_forward(text: str, position: int, ceiling: int) -> int:
    """Return the first word boundary from `position`, or `ceiling` if there is none.

    A near one after white space is preferred, because '.name' is the end of a word.
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
    """Return whether a position does not separate a base character from its marks or joiners."""
    if position <= 0 or position >= len(text):
        return True
    after = text[position]
    joined = after == "\u200d" or text[position - 1] == "\u200d"
    return not (joined or unicodedata.category(after) in {"Mn", "Me", "Mc"})


class Highlighting:
    """Highlights passages for one search, each once. Not thread-safe.

    With `literal`, that text is highlighted instead of words. A snippet has at most `snippet_chars`
    characters.
    """

    def __init__(self, highlighter: TextHighlighter, snippet_chars: int, literal: str = "") -> None:
        self.highlighter = highlighter
        self._snippet_chars = snippet_chars
        self._literal = literal
        self._spans: dict[int, tuple[TextSpan, ...]] = {}
        self._snippets: dict[tuple[int, bool], Snippet] = {}

    def spans(self, stored: StoredChunk) -> tuple[TextSpan, ...]:
        """Return the highlighted spans in the text of a passage, in order."""
        if stored.number not in self._spans:
            text = stored.chunk.text
            self._spans[stored.number] = (
                literal_matches(text, self._literal)
                if self._literal
                else self.highlighter.highlight(text, language_of(stored))
            )
        return self._spans[stored.number]

    def title_spans(self, document: StoredDocument) -> tuple[str, tuple[TextSpan, ...]]:
        """Return the indexed title and file name, and the highlighted spans in them."""
        title = document.searched_title
        return title, self.highlighter.highlight(title, document.lang)

    def snippet(self, stored: StoredChunk, *, for_words: bool) -> Snippet:
        """Return the part of a passage around the best matches.

        Without `for_words`, the passage was not found by its words. Its beginning is then returned.
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
    """Return the language for analysing the words of a passage."""
    return "en" if stored.chunk.is_code else stored.chunk.lang or stored.document.lang


def literal_matches(text: str, literal: str) -> tuple[TextSpan, ...]:
    """Return the spans of `literal` in `text`, compared as in an exact search."""
    return tuple(TextSpan(start, end) for start, end in literal_spans(text, literal))
