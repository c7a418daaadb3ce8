"""The explanation in one sentence for each ranking, and one for both.

Sentences are whole, so that they can be translated, with light markup: <b> for what counts and
<mark> for the searched word.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from html import escape, unescape

from PySide6.QtCore import QCoreApplication, QPointF, QSize
from PySide6.QtGui import QPainter, QPaintEvent, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.api import Hit, RetrieverKind, RetrieverTrace, SearchMode, SearchRequest, SearchResponse
from ui.explain.scores import keywords_vote_for_both
from ui.i18n import counts
from ui.i18n.formatting import grouped, ordinal
from ui.i18n.message_catalogue import translated
from ui.results.snippet_layout import PROSE_LINE, place_line
from ui.theme import Theme
from ui.widgets.text_marks import in_utf16, mark_areas, paint_mark

# A word in fewer than this part of all passages is called rare.
_RARE = 0.05
_WORD = re.compile(r"\w+")
_TAG = re.compile(r"</?(?:b|mark|total)>")


def explain_in_markup(response: SearchResponse, hit: Hit) -> str:
    """Return the explanation of a hit with <b>, <mark> and <total> around its parts.

    Everything else is escaped as in HTML.
    """
    if hit.filters_only:
        return _listed(response, hit)
    if hit.retrieval.method is SearchMode.SUBSTRING:
        parts = [_tr("Contains the text exactly as it was typed.")]
    else:
        parts = [_keyword_part(response, hit), _meaning_part(response, hit)]
    parts.append(_total_part(response, hit))
    parts += _notes(hit)
    return " ".join(part for part in parts if part)


def _listed(response: SearchResponse, hit: Hit) -> str:
    words = _tr(
        "No words were asked for, so no ranking has voted. Of the documents that the filters "
        "leave, the newest come first: <total>{rank} of {number}.</total>"
    )
    return words.format(rank=ordinal(hit.rank), number=grouped(response.found))


def _notes(hit: Hit) -> list[str]:
    """Say what else was found out about a hit."""
    notes = []
    if hit.rerank is not None:
        notes.append(
            _tr("The reranking model moved it from {before} to {after} of those it read.").format(
                before=ordinal(hit.rerank.rank_before), after=ordinal(hit.rerank.rank_after)
            )
        )
    if hit.weak:
        notes.append(
            _tr("A weak match: hardly nearer than any passage, with few of the searched words.")
        )
    return notes


def explain_in_plain_text(response: SearchResponse, hit: Hit) -> str:
    """Return the explanation without markup, for the clipboard and screen readers."""
    return unescape(_TAG.sub("", explain_in_markup(response, hit)))


def spoken_word(term: str, request: SearchRequest) -> str:
    """Return a term as a person typed it: the sign of an unfinished last word is not theirs.

    The index keeps words without accents and capitals.
    """
    typed = "*" in request.query
    word = term.removesuffix("*") if request.prefix_last and not typed else term
    bare = _bare(word)
    return next((one for one in _WORD.findall(request.query) if _bare(one) == bare), word)


def _bare(word: str) -> str:
    letters = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def retriever_trace(response: SearchResponse, retriever: RetrieverKind) -> RetrieverTrace | None:
    """Return what a retriever did, or None when it did not run."""
    return next((trace for trace in response.trace.retrievers if trace.kind is retriever), None)


def _keyword_part(response: SearchResponse, hit: Hit) -> str:
    trace = retriever_trace(response, RetrieverKind.LEXICAL)
    rank = hit.retrieval.lexical_rank
    if rank is None:
        return _absent(trace, _tr("Not among the {number} best by keywords."))
    if not hit.matched_terms:
        return _tr("<b>{rank} by keywords.</b>").format(rank=ordinal(rank))
    term = hit.matched_terms[0]
    word = spoken_word(term.term, response.request)
    passages = trace.searchable if trace else 0
    if not passages:
        return _tr("<b>{rank} by keywords</b> because of the word <mark>{word}</mark>.").format(
            rank=ordinal(rank), word=escape(word)
        )
    rare = _tr(
        "<b>{rank} by keywords</b> because of the rare word <mark>{word}</mark>, "
        "found in {number} of {passages}."
    )
    common = _tr(
        "<b>{rank} by keywords</b> because of the word <mark>{word}</mark>, "
        "found in {number} of {passages}."
    )
    return (rare if term.passages < _RARE * passages else common).format(
        rank=ordinal(rank),
        word=escape(word),
        number=grouped(term.passages),
        passages=counts.passages(passages),
    )


def _meaning_part(response: SearchResponse, hit: Hit) -> str:
    rank = hit.retrieval.vector_rank
    if keywords_vote_for_both(hit):
        return _tr("Not read by meaning yet, so keywords count for both.")
    if rank is None:
        trace = retriever_trace(response, RetrieverKind.VECTOR)
        return _absent(trace, _tr("Not among the {number} nearest by meaning."))
    return _tr("<b>{rank} by meaning.</b>").format(rank=ordinal(rank))


def _absent(trace: RetrieverTrace | None, words: str) -> str:
    """Say that a retriever which ran does not hold the hit; of others there is nothing to say."""
    if trace is None:
        return ""
    if trace.error:
        return escape(_as_sentence(translated(trace.error)))
    if not trace.searchable:
        return (
            _tr("Nothing has been read by meaning yet.")
            if trace.kind is RetrieverKind.VECTOR
            else ""
        )
    if not trace.candidates:
        is_lexical = trace.kind is RetrieverKind.LEXICAL
        return _tr("Not found by keywords.") if is_lexical else _tr("Not found by meaning.")
    return words.format(number=grouped(trace.candidates))


def _as_sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."


def _total_part(response: SearchResponse, hit: Hit) -> str:
    words = (
        _tr("Together: <total>{rank} of {number}.</total>")
        if hit.retrieval.method is SearchMode.HYBRID
        else _tr("<total>{rank} of {number}.</total>")
    )
    return words.format(rank=ordinal(hit.rank), number=grouped(response.found))


def _tr(text: str) -> str:
    return QCoreApplication.translate("sentence", text)


_PART = re.compile(r"<(b|mark|total)>(.*?)</\1>|([^<]+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class MarkedText:
    """Text, and its stretches [start, end) in characters, each called b, mark or total."""

    text: str
    stretches: tuple[tuple[str, int, int], ...]


def parse_markup(markup: str) -> MarkedText:
    """Read the markup of a sentence."""
    text = ""
    stretches = []
    for part in _PART.finditer(markup):
        start = len(text)
        words = unescape(part[2] if part[1] else part[3])
        # '3rd of 42' stays in one line.
        text += words.replace(" ", "\u00a0") if part[1] == "total" else words
        if part[1]:
            stretches.append((part[1], start, len(text)))
    return MarkedText(text, tuple(stretches))


class SentenceView(QWidget):
    """A paragraph that is as high as its width needs."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._shown = MarkedText("", ())
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.changed.connect(self.update)

    def show_markup(self, markup: str) -> None:
        """Show another sentence."""
        self._shown = parse_markup(markup)
        self.setAccessibleName(self._shown.text.replace("\u00a0", " "))
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        """Tell the layout to ask for the height."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Return 20 pixels a line."""
        return max(self._layout(width).lineCount(), 1) * PROSE_LINE

    def sizeHint(self) -> QSize:
        """Prefer the width of the panel."""
        return QSize(320, self.heightForWidth(320))

    def minimumSizeHint(self) -> QSize:
        """Accept any width; the height follows."""
        return QSize(0, PROSE_LINE)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint marks, then text."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        layout = self._layout(self.width())
        for area in mark_areas(layout, self._spans("mark"), PROSE_LINE):
            paint_mark(painter, self._theme, area)
        painter.setPen(self._theme.color("text"))
        layout.draw(painter, QPointF(0, 0))

    def _layout(self, width: int) -> QTextLayout:
        layout = QTextLayout(self._shown.text, self._theme.font(13))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setFormats([*self._formats("b"), *self._formats("mark"), *self._formats("total")])
        layout.beginLayout()
        number = 0
        while (line := layout.createLine()).isValid():
            line.setLineWidth(width)
            place_line(line, number, PROSE_LINE)
            number += 1
        layout.endLayout()
        return layout

    def _formats(self, name: str) -> list[QTextLayout.FormatRange]:
        strong = QTextCharFormat()
        strong.setFontWeight(600)
        if name == "total":
            strong.setForeground(self._theme.color("accent"))
        formats = []
        for start, end in self._spans(name):
            stretch = QTextLayout.FormatRange()
            stretch.start, stretch.length, stretch.format = start, end - start, strong
            formats.append(stretch)
        return formats

    def _spans(self, name: str) -> list[tuple[int, int]]:
        spans = ((start, end) for called, start, end in self._shown.stretches if called == name)
        return in_utf16(self._shown.text, spans)
