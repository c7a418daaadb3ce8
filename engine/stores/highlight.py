"""Where a text holds what a query looks for, told by the analysis that found it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.core.hit import TextSpan
from engine.core.query import Clause, ClauseKind, ParsedQuery
from engine.stores.analysis import (
    UNSPACED_RUN,
    Word,
    character_groups,
    encodable,
    identifier_spans,
    normalise_with_offsets,
    stemmer_for,
    stems_analyzer,
    words,
)
from engine.stores.edit_distance import within_distance
from engine.stores.query_pieces import (
    fuzzy_distance,
    is_plain_word,
    phrase_words,
    run_segments,
    split_pieces,
    stem_forms,
    word_groups,
)
from engine.stores.stop_words import is_stop_word

_Spans = Iterator[tuple[int, int]]


def highlight(
    text: str, query: ParsedQuery, lang: str, stemmers: tuple[str, ...] = ()
) -> tuple[TextSpan, ...]:
    """Return the stretches of `text` that match `query`, ascending and not overlapping.

    `lang` is the text's language, `stemmers` those of the whole index. Offsets are characters of
    `text`. Touching stretches are one; of identifiers only the part is marked.
    """
    own = stemmer_for(lang)
    wanted = _wanted(query, tuple(dict.fromkeys((own, "english", *stemmers))))
    if wanted.is_empty:
        return ()
    plain, offsets = normalise_with_offsets(encodable(text))
    tokens = words(plain)
    found = [*_words(tokens, wanted, own, plain), *_phrases(tokens, wanted)]
    return tuple(TextSpan(offsets[start], offsets[end]) for start, end in _merged(found))


@dataclass(slots=True)
class _Wanted:
    """What a query looks for, taken apart."""

    stems: set[str] = field(default_factory=set)
    prefixes: list[str] = field(default_factory=list)
    similar: list[str] = field(default_factory=list)
    phrases: list[list[str]] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not (self.stems or self.prefixes or self.similar or self.phrases)


def _wanted(query: ParsedQuery, stemmers: tuple[str, ...]) -> _Wanted:
    clauses = [clause for group in word_groups(query) for clause in group]
    wanted = _collected(clauses, stemmers, skip_stop_words=True)
    return _collected(clauses, stemmers, skip_stop_words=False) if wanted.is_empty else wanted


def _collected(
    clauses: list[Clause], stemmers: tuple[str, ...], *, skip_stop_words: bool
) -> _Wanted:
    wanted = _Wanted()
    for clause in clauses:
        if clause.kind is ClauseKind.PHRASE:
            wanted.phrases.append(phrase_words(clause.text))
        elif clause.kind is not ClauseKind.TITLE:
            _add_words(wanted, clause, stemmers, skip_stop_words=skip_stop_words)
    return wanted


def _add_words(
    wanted: _Wanted, clause: Clause, stemmers: tuple[str, ...], *, skip_stop_words: bool
) -> None:
    pieces = split_pieces(clause.text)
    for index, piece in enumerate(pieces):
        if piece.is_run:
            for segment in run_segments(piece.text):
                wanted.phrases += [list(group) for group in character_groups(segment)]
        elif clause.kind is ClauseKind.PREFIX and index == len(pieces) - 1:
            wanted.prefixes.append(piece.text)
        elif skip_stop_words and is_plain_word(clause) and is_stop_word(piece.text, stemmers):
            continue
        else:
            wanted.stems |= {piece.text, *stem_forms(piece.text, stemmers)}
            if clause.kind is ClauseKind.FUZZY:
                wanted.similar.append(piece.text)


def _words(tokens: list[Word], wanted: _Wanted, stemmer: str, plain: str) -> _Spans:
    matches = dict.fromkeys({token.text for token in tokens}, False)
    stems = _stems(matches, stemmer)
    for word in matches:
        matches[word] = _matches(word, stems[word], wanted)
    for token in tokens:
        if matches[token.text]:
            yield token.start, token.end
        else:
            for start, end in identifier_spans(plain[token.start : token.end]):
                part = plain[token.start + start : token.start + end].lower()
                if wanted.stems & {part, *stem_forms(part, (stemmer,))}:
                    yield token.start + start, token.start + end


def _stems(folded: Iterable[str], stemmer: str) -> dict[str, str]:
    distinct = list(folded)
    stems = stems_analyzer(stemmer).analyze(" ".join(distinct))
    return dict(zip(distinct, stems, strict=True))


def _matches(word: str, stem: str, wanted: _Wanted) -> bool:
    if UNSPACED_RUN.fullmatch(word):
        return False
    return (
        word in wanted.stems
        or stem in wanted.stems
        or any(word.startswith(prefix) for prefix in wanted.prefixes)
        or any(within_distance(word, other, fuzzy_distance(other)) for other in wanted.similar)
    )


def _phrases(tokens: list[Word], wanted: _Wanted) -> _Spans:
    texts = [token.text for token in tokens]
    places: dict[str, list[int]] = {}
    for index, text in enumerate(texts):
        places.setdefault(text, []).append(index)
    for phrase in wanted.phrases:
        for index in places.get(phrase[0], ()) if phrase else ():
            if texts[index : index + len(phrase)] == phrase:
                yield tokens[index].start, tokens[index + len(phrase) - 1].end


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        elif end > start:
            merged.append((start, end))
    return merged
