from dataclasses import replace

import pytest
from PySide6.QtGui import QTextDocument

from tests.ui.samples import make_hit, not_embedded, sample_response, shown
from twofold.engine.api import (
    RerankVote,
    RetrieverKind,
    RetrieverTrace,
    SearchMode,
    SearchRequest,
    Snippet,
    TermStatistics,
    TextSpan,
    WordMatch,
)
from twofold.ui.explain.matched_word import typed_word
from twofold.ui.explain.sentence import SentenceLabel, explain_in_markup, explain_in_plain_text


def explained(hit, response=None):
    return explain_in_plain_text(shown(response or sample_response()), hit)


def with_retrievers(*retrievers):
    response = sample_response()
    return replace(response, trace=replace(response.trace, retrievers=retrievers))


BOTH = sample_response().hits[2]
KEYWORDS = sample_response().hits[4]
BY_A_RARE_WORD = "by keywords because of the rare word finalizer, found in 31 of 48,210 passages."


EXPLAINED = [
    (BOTH, f"2nd {BY_A_RARE_WORD} 14th by meaning. Combined: 3rd of 42."),
    (KEYWORDS, f"3rd {BY_A_RARE_WORD} Not among the top 22 by meaning. Combined: 5th of 42."),
    (
        sample_response().hits[3],
        "Not among the top 22 by keywords. 2nd by meaning. Combined: 4th of 42.",
    ),
    (
        replace(make_hit(title="Other", text="Nothing"), matched_terms=()),
        "1st by keywords. 3rd by meaning. Combined: 1st of 42.",
    ),
]


def held(text, *marked):
    """Return a hit with these words of its text highlighted."""
    spans = tuple(TextSpan(at := text.index(word), at + len(word)) for word in marked)
    return replace(make_hit(text=text), snippet=Snippet(text, spans))


@pytest.mark.parametrize(
    ("query", "term", "hit", "what"),
    [
        ("termination", "termination", held("A terminal.", "terminal"),
         "the rare word termination (as “terminal”)"),
        ("Kündigung", "kundigung", held("Er kündigte.", "kündigte"),
         "the rare word Kündigung (as “kündigte”)"),
        ("termination", "termination", held("The termination.", "termination"),
         "the rare word termination"),
        ("loa", "loa*", held("A loan.", "loan"), "words starting with loa"),
        ("terminat*", "terminat*", held("A terminal.", "terminal"),
         "words starting with terminat"),
        ("loan", "loan*", held("A loan.", "loan"), "the rare word loan"),
        ("trminal~", "trminal~", held("A terminal.", "terminal"), "words similar to trminal"),
        ('"notice of termination"', "notice of termination", held("notice of termination"),
         "the phrase “notice of termination”"),
    ],
)  # fmt: skip
def test_a_word_is_named_as_typed_and_as_found(query, term, hit, what):
    response = sample_response()
    request = replace(response.request, query=query, prefix_last=True)
    hit = replace(hit, matched_terms=(TermStatistics(term, 3),))
    sentence = explained(hit, replace(response, request=request))
    assert f"by keywords because of {what}, found in 3 of 48,210 passages." in sentence


@pytest.mark.parametrize(
    ("hit", "what"),
    [
        (held("每个容器的内存", "内存"), "the word 内存"),
        (replace(held("每个容器"), doc_path="notes/资源限制.md"), "the file name"),
        (replace(held("每个容器"), title="关于限制"), "the title"),
    ],
)
def test_a_match_by_part_or_by_name_is_explained(hit, what):
    request = replace(sample_response().request, query="限制内存")
    response = replace(sample_response(), request=request)
    sentence = explained(replace(hit, matched_terms=()), response)
    assert sentence.startswith(f"1st by keywords because of {what}.")


@pytest.mark.parametrize(("hit", "sentence"), EXPLAINED)
def test_a_hit_is_explained_by_its_retrievers(hit, sentence):
    assert explained(hit) == sentence


def test_a_hit_without_vector_explains_that_keywords_count_for_both():
    words = "Not yet indexed by meaning, so keywords count for both. Combined: 5th of 42."
    assert explained(not_embedded(KEYWORDS)) == f"3rd {BY_A_RARE_WORD} {words}"


def test_a_frequent_word_is_not_called_rare():
    hit = replace(make_hit(), matched_terms=(TermStatistics("the", 40_000),))
    assert "because of the word the, found in 40,000 of 48,210 passages." in explained(hit)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        ("The model could not be loaded.", "The model could not be loaded. Combined"),
        (
            "the semantic model is still being prepared",
            "The semantic model is still being prepared. Combined",
        ),
    ],
)
def test_a_failed_retriever_is_explained_in_a_sentence(error, sentence):
    response = with_retrievers(
        RetrieverTrace(RetrieverKind.LEXICAL, 22, 48_210, 48_210),
        RetrieverTrace(RetrieverKind.VECTOR, 0, 0, 0, error=error),
    )
    assert sentence in explained(KEYWORDS, response)


def test_a_single_retriever_search_does_not_mention_the_other():
    hit = make_hit(ranks=(1, None))
    hit = replace(hit, retrieval=replace(hit.retrieval, method=SearchMode.LEXICAL))
    response = with_retrievers(RetrieverTrace(RetrieverKind.LEXICAL, 22, 48_210, 48_210))
    sentence = explained(hit, response)
    assert "meaning" not in sentence
    assert "Together" not in sentence
    assert sentence.endswith("1st of 42.")


def test_an_exact_text_hit_is_explained():
    hit = make_hit(ranks=(None, None))
    hit = replace(hit, retrieval=replace(hit.retrieval, method=SearchMode.SUBSTRING))
    assert explained(hit) == "Contains the exact text you typed. 1st of 42."


def test_hostile_words_are_escaped(qtbot, theme):
    hit = replace(make_hit(), matched_terms=(TermStatistics("<b>x</b>&amp;{rank}", 3),))
    response = sample_response()
    label = SentenceLabel(theme)
    qtbot.addWidget(label)
    label.show_markup(explain_in_markup(shown(response), hit))
    written = QTextDocument()
    written.setHtml(label.text())
    assert "the rare word <b>x</b>&amp;{rank}, found" in written.toPlainText()
    assert "the rare word <b>x</b>&amp;{rank}, found" in explain_in_plain_text(shown(response), hit)


def test_the_star_of_an_unfinished_word_is_not_shown():
    response = sample_response()
    typing = replace(response.request, query="finali", prefix_last=True)
    assert typed_word("finali*", typing) == "finali"
    assert typed_word("finali*", replace(typing, query="finali*")) == "finali*"
    assert typed_word("c*", replace(typing, prefix_last=False)) == "c*"


@pytest.mark.parametrize(
    ("term", "query", "spoken"),
    [
        ("kundigungsfrist", "Kündigungsfrist Mietvertrag", "Kündigungsfrist"),
        ("strasse*", "an der Straße", "Straße"),
        ("メモリ上限", "コンテナのメモリ上限", "メモリ上限"),
        ("graceful deletion", '"graceful deletion"', "graceful deletion"),
    ],
)
def test_a_word_is_shown_as_typed(term, query, spoken):
    assert typed_word(term, SearchRequest(query, prefix_last=True)) == spoken


def test_weakness_and_reranking_are_explained_last():
    response = sample_response()
    hit = replace(response.hits[0], weak=True, rerank=RerankVote(0.9, 4, 1))
    words = explain_in_plain_text(shown(response), hit)
    assert "Reranked from 4th to 1st. A weak match" in words
    assert words.endswith("with few of the search words.")


def test_similar_words_are_listed_but_identical_ones_are_not():
    response = sample_response()
    text = "The lease of a car <b> and an automobile"
    matches = (
        WordMatch("lease", 4, 9, 0.99),
        WordMatch("vehicle", text.index("automobile"), len(text), 0.9),
        WordMatch("Vehicle", text.index("automobile"), len(text), 0.9),
    )
    hit = replace(response.hits[0], text=text, rerank=RerankVote(0.9, 4, 1, matches))
    words = explain_in_plain_text(shown(response), hit)
    assert words.endswith("similar words in this passage: Vehicle \u2192 automobile.")
    same = replace(hit, rerank=RerankVote(0.9, 4, 1, matches[:1]))
    assert explain_in_plain_text(shown(response), same).endswith("Reranked from 4th to 1st.")
