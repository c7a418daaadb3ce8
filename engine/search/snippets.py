"""The part of a passage that shows best why it was found."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import pairwise

from engine.core.hit import Snippet, TextSpan

ELLIPSIS = "…"
_LONGEST_STEP_BACK = 40
_CJK_FROM = "\u2e80"


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
    The snippet has at most `limit` characters, ellipses included, and is cut between words. Runs
    of white space become one space, except in code, whose lines are kept.
    """
    found = _ascending(matches)
    deciding = found if best is None else _ascending(best)
    start, end = _window(text, deciding, max(limit, len(ELLIPSIS)))
    start, end = _stripped(text, start, end)
    inside = [TextSpan(max(m.start, start), min(m.end, end)) for m in found]
    marks = _merged([m for m in inside if m.start < m.end])
    body, spans = (
        _copied(text, start, end, marks) if is_code else _squeezed(text, start, end, marks)
    )
    before = ELLIPSIS if text[:start].strip() else ""
    after = ELLIPSIS if text[end:].strip() else ""
    shift = len(before)
    moved = tuple(TextSpan(s.start + shift, s.end + shift) for s in spans if s.start < s.end)
    return Snippet(f"{before}{body}{after}", moved, is_code)


def _ascending(spans: Sequence[TextSpan]) -> list[TextSpan]:
    return sorted((s for s in spans if s.start < s.end), key=lambda s: (s.start, s.end))


def _window(text: str, matches: Sequence[TextSpan], limit: int) -> tuple[int, int]:
    """Return the bounds of the best window, leaving room for the ellipses it needs."""
    if len(text) <= limit:
        return 0, len(text)
    start = _best_start(text, matches, limit - 2 * len(ELLIPSIS))
    room = limit - len(ELLIPSIS) * (1 if start == 0 else 2)
    if len(text) - start <= room + len(ELLIPSIS):
        return start, len(text)
    return start, _step_back(text, start, start + room)


def _best_start(text: str, matches: Sequence[TextSpan], room: int) -> int:
    """Return where to begin so that the best run of matches is inside, with words before it."""
    first, last = _densest_run(text, matches, room)
    if last <= room:
        return 0
    spare = room - (last - first)
    wanted = min(first - max(spare, 0) // 3, len(text) - room)
    return _step_forward(text, max(wanted, 0), first)


def _densest_run(text: str, matches: Sequence[TextSpan], room: int) -> tuple[int, int]:
    """Return start and end of the run of matches that fits in `room` and tells most.

    Different words count ten times as much as repetitions; the earliest of equal runs wins.
    """
    best, bounds = 0, (0, 0)
    for index, first in enumerate(matches):
        words: set[str] = set()
        repetitions, last = 0, first.start
        for match in matches[index:]:
            if match.end - first.start > room and words:
                break
            words.add(text[match.start : match.end].casefold())
            repetitions += 1
            last = max(last, match.end)
        if 10 * len(words) + repetitions > best:
            best, bounds = 10 * len(words) + repetitions, (first.start, last)
    return bounds


def _step_back(text: str, floor: int, position: int) -> int:
    """Return the last word boundary at or before `position`, at most some characters back."""
    for candidate in range(position, max(position - _LONGEST_STEP_BACK, floor), -1):
        if _is_word_boundary(text, candidate):
            return candidate
    while position > floor + 1 and not _is_character_boundary(text, position):
        position -= 1
    return position


def _step_forward(text: str, position: int, ceiling: int) -> int:
    """Return the first word boundary from `position`; `ceiling` when there is none before it."""
    for candidate in range(position, ceiling):
        if _is_word_boundary(text, candidate):
            return candidate
    return ceiling


def _is_word_boundary(text: str, position: int) -> bool:
    if position in {0, len(text)}:
        return True
    before, after = text[position - 1], text[position]
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


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _merged(spans: Sequence[TextSpan]) -> list[TextSpan]:
    merged: list[TextSpan] = []
    for span in spans:
        if merged and span.start <= merged[-1].end:
            merged[-1] = TextSpan(merged[-1].start, max(merged[-1].end, span.end))
        else:
            merged.append(span)
    return merged


def _copied(
    text: str, start: int, end: int, spans: Sequence[TextSpan]
) -> tuple[str, list[TextSpan]]:
    return text[start:end], [TextSpan(s.start - start, s.end - start) for s in spans]


def _squeezed(
    text: str, start: int, end: int, spans: Sequence[TextSpan]
) -> tuple[str, list[TextSpan]]:
    """Copy text[start:end] with white space squeezed; follow the spans to their new places."""
    edges = [start, *(edge for span in spans for edge in (span.start, span.end)), end]
    pieces: list[str] = []
    places = [0]
    length = 0
    ends_with_space = True
    for piece_start, piece_end in pairwise(edges):
        piece = _one_space(text[piece_start:piece_end], after_space=ends_with_space)
        if piece:
            ends_with_space = piece[-1] == " "
        pieces.append(piece)
        length += len(piece)
        places.append(length)
    moved = [TextSpan(places[i], places[i + 1]) for i in range(1, len(places) - 1, 2)]
    return "".join(pieces), moved


def _one_space(piece: str, *, after_space: bool) -> str:
    words = piece.split()
    joined = " ".join(words)
    if piece[:1].isspace() and not after_space:
        joined = f" {joined}"
    if words and piece[-1:].isspace():
        joined = f"{joined} "
    return joined
