"""The part of a passage that shows best why it was found."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from engine.core.hit import Snippet, TextSpan
from engine.search.text_boundaries import good_starts, out_of_markup, step_back, step_forward

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
    copy = _copied if is_code else _squeezed
    body, spans = copy(text[start:end], [(s - start, e - start) for s, e in inside])
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


def _copied(text: str, spans: list[_Span]) -> tuple[str, list[_Span]]:
    return text, spans


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
