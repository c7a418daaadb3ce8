"""The explanation of a hit in sentences: one per retriever, and one for the fused rank.

Sentences are translated as a whole. They have light markup: <b> for emphasis and <mark> for the
matched word.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape, unescape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from twofold.engine.api import (
    Hit,
    RerankVote,
    RetrieverKind,
    RetrieverTrace,
    SearchMode,
    SearchRequest,
    WordMatch,
)
from twofold.ui.explain.matched_word import found_elsewhere, matched_word
from twofold.ui.explain.scores import keywords_vote_for_both
from twofold.ui.i18n import counts
from twofold.ui.i18n.formatting import grouped, ordinal
from twofold.ui.i18n.label_text import spaced
from twofold.ui.i18n.translation import tr, translated
from twofold.ui.results.presented import PresentedAnswer, fused_rank
from twofold.ui.theme import Theme

# A word found in a smaller share of all passages is called rare.
_RARE = 0.05
_TAG = re.compile(r"</?(?:b|mark|total)>")
_TOTAL = re.compile(r"<total>.*?</total>")
_LINE = 20
_MAX_PAIRS = 4


def explain_in_markup(answer: PresentedAnswer, hit: Hit) -> str:
    """Return the explanation of a hit with <b>, <mark> and <total> around its parts.

    Everything else is escaped as in HTML.
    """
    response, rank, number = answer.response, ordinal(fused_rank(hit)), grouped(answer.rows)
    if hit.filters_only:
        words = tr(
            "No search words, so the newest documents are listed first: "
            "<total>{rank} of {number}.</total>"
        )
        return words.format(rank=rank, number=number)
    if hit.retrieval.method is SearchMode.SUBSTRING:
        parts = [tr("Contains the exact text you typed.")]
    else:
        traces = {trace.kind: trace for trace in response.trace.retrievers}
        parts = [
            _keyword_part(response.request, hit, traces.get(RetrieverKind.LEXICAL)),
            _meaning_part(hit, traces.get(RetrieverKind.VECTOR)),
        ]
    is_fused = hit.retrieval.method is SearchMode.HYBRID
    together = tr("Combined: <total>{rank} of {number}.</total>")
    total = together if is_fused else tr("<total>{rank} of {number}.</total>")
    parts.append(total.format(rank=rank, number=number))
    if hit.rerank is not None:
        parts.append(_reranked(hit, hit.rerank))
    if hit.weak:
        parts.append(tr("A weak match: barely related to the query, with few of the search words."))
    return " ".join(part for part in parts if part)


def _reranked(hit: Hit, vote: RerankVote) -> str:
    before, after = ordinal(vote.rank_before), f"<total>{ordinal(vote.rank_after)}</total>"
    words = tr("Reranked from {before} to {after}.")
    if hit.document is not None:
        words = tr("Reranked.")
    elif vote.rank_before == vote.rank_after:
        words = tr("Reranked: stays {after}.")
    moved = words.format(before=before, after=after)
    pairs = [_pair(match, hit.text) for match in _best_matches(vote.matches, hit.text)]
    if not pairs:
        return moved
    like = tr("Your words and the most similar words in this passage: {pairs}.")
    return f"{moved} {like.format(pairs=', '.join(pairs))}"


def _best_matches(matches: Sequence[WordMatch], text: str) -> list[WordMatch]:
    """Return the most similar matches in query order, without identical words."""
    distinct = {
        one.word.casefold(): one
        for one in matches
        if text[one.start : one.end].casefold() != one.word.casefold()
    }.values()
    best = sorted(distinct, key=lambda one: -one.similarity)[:_MAX_PAIRS]
    return [one for one in distinct if one in best]


def _pair(match: WordMatch, text: str) -> str:
    return f"{escape(match.word)} \u2192 <mark>{escape(text[match.start : match.end])}</mark>"


def explain_in_plain_text(answer: PresentedAnswer, hit: Hit) -> str:
    """Return the explanation without markup, for the clipboard and screen readers."""
    return _plain(explain_in_markup(answer, hit))


def _keyword_part(request: SearchRequest, hit: Hit, trace: RetrieverTrace | None) -> str:
    rank = hit.retrieval.lexical_rank
    if rank is None:
        words = tr("Not among the top {number} by keywords.")
        if hit.found_by.by_keywords:
            words = tr("Contains search words, but is not among the top {number} by keywords.")
        return _absent(trace, words)
    if hit.matched_terms:
        term, passages = hit.matched_terms[0], trace.searchable if trace else 0
        is_rare = term.passages < _RARE * passages
        what = matched_word(term.term, request, hit, is_rare=is_rare)
        if passages:
            words = tr(
                "<b>{rank} by keywords</b> because of {what}, found in {number} of {passages}."
            )
            number = grouped(term.passages)
            return words.format(
                rank=ordinal(rank), what=what, number=number, passages=counts.passages(passages)
            )
    else:
        what = found_elsewhere(request, hit)
    words = tr("<b>{rank} by keywords</b> because of {what}.")
    if not what:
        words = tr("<b>{rank} by keywords.</b>")
    return words.format(rank=ordinal(rank), what=what)


def _meaning_part(hit: Hit, trace: RetrieverTrace | None) -> str:
    rank = hit.retrieval.vector_rank
    if keywords_vote_for_both(hit):
        return tr("Not yet indexed by meaning, so keywords count for both.")
    if rank is None:
        words = tr("Not among the top {number} by meaning.")
        if hit.found_by.by_meaning:
            words = tr("Similar in meaning, but not among the top {number} by meaning.")
        return _absent(trace, words)
    words = tr("<b>{rank} by meaning.</b>")
    if not hit.found_by.by_meaning:
        words = tr("<b>{rank} by meaning</b>, but not similar enough to count as a match.")
    return words.format(rank=ordinal(rank))


def _absent(trace: RetrieverTrace | None, words: str) -> str:
    """Return why a retriever did not find the hit; '' if it did not run."""
    if trace is None:
        return ""
    if trace.error:
        words = translated(trace.error)
        return escape(f"{words[:1].upper()}{words[1:].rstrip('.')}.")
    if not trace.searchable:
        return (
            tr("No passages have been indexed by meaning yet.")
            if trace.kind is RetrieverKind.VECTOR
            else ""
        )
    if not trace.candidates:
        is_lexical = trace.kind is RetrieverKind.LEXICAL
        return tr("Not found by keywords.") if is_lexical else tr("Not found by meaning.")
    return words.format(number=grouped(trace.candidates))


class SentenceLabel(QLabel):
    """Shows an explanation with emphasis, marked search words and a colored rank."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._markup = ""
        self.setFont(theme.font(13))
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setWordWrap(True)
        theme.changed.connect(self._write)

    def show_markup(self, markup: str) -> None:
        """Show the markup returned by `explain_in_markup`."""
        self._markup = markup
        self.setAccessibleName(_plain(markup))
        self._write()

    def _write(self) -> None:
        colours = {name: self._theme.color(name).name() for name in ("kw", "kw_mark", "accent")}
        mark = f"background-color: {colours['kw_mark']}"
        if self._theme.is_high_contrast:  # there, backgrounds have the color of the page
            mark = f"text-decoration: underline; color: {colours['kw']}"
        styles = {"b": "", "mark": mark, "total": f"color: {colours['accent']}"}
        # Keep '3rd of 42' on one line.
        words = _TOTAL.sub(lambda total: total[0].replace(" ", "&nbsp;"), self._markup)
        for name, style in styles.items():
            words = words.replace(f"<{name}>", f'<span style="font-weight: 600; {style}">')
            words = words.replace(f"</{name}>", "</span>")
        self.setText(spaced(words, _LINE))


def _plain(markup: str) -> str:
    return unescape(_TAG.sub("", markup))
