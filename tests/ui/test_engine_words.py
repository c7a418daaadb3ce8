"""The engine's sentences are said in the language of the window."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QTranslator

from engine.api import SENTENCES, Arm
from engine.core import sentences
from engine.core.hit import ArmTrace, Candidate
from engine.core.hit_details import RerankTrace
from engine.core.request import FusionSettings
from engine.search.arm_warnings import arm_warnings, rerank_warnings
from engine.search.balance import QueryEvidence, judge
from engine.search.retrieval import RetrieverAnswer
from engine.stores.vector_scan import Background
from tests.ui.test_translations import FILES, messages
from ui.engine_words import in_own_words
from ui.theme.resource_files import RESOURCES


@pytest.fixture
def german(qapp):
    translator = QTranslator()
    assert translator.load(str(RESOURCES / "translations" / "twofold_de.qm"))
    qapp.installTranslator(translator)
    yield
    qapp.removeTranslator(translator)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_sentence_is_translated(file):
    words = {source: words for context, source, words in messages(file) if context == "engine"}
    assert sorted(words) == sorted(SENTENCES)
    assert all(words.values())


def test_a_sentence_keeps_what_is_put_into_it(german):
    plan = "exact scan of 812 vectors; 812 of 1,000 passages have vectors"
    assert in_own_words(plan) == (
        "genauer Vergleich mit 812 Vektoren; 812 von 1,000 Stellen haben Vektoren"
    )


def test_of_two_sentences_that_fit_the_one_that_says_more_is_meant(german):
    plan = "HNSW graph of 9 vectors, 3 of them scored again exactly, and exact scan of 2 newer ones"
    assert in_own_words(plan).endswith("und genauer Vergleich mit 2 neueren")


def test_a_reason_may_be_a_sentence_of_its_own(german):
    assert in_own_words("There is no embedding model.") == "Es gibt kein Sprachmodell."
    assert in_own_words("Only keywords were searched: there is no embedding model.") == (
        "Nur nach Schlüsselwörtern wurde gesucht: es gibt kein Sprachmodell."
    )


def test_what_is_not_known_is_said_as_it_is(german):
    assert in_own_words("A {strange} sentence: 50 %.") == "A {strange} sentence: 50 %."
    assert in_own_words("") == ""


def test_without_another_language_every_sentence_stays():
    for template in SENTENCES:
        sentence = template.replace("{", "<").replace("}", ">")
        assert in_own_words(sentence) == sentence


def an_answer(arm, **trace):
    return RetrieverAnswer((), replace(ArmTrace(arm, 0, 0, 0), **trace), ran=False)


@pytest.mark.parametrize("arm", Arm)
@pytest.mark.parametrize("error", ["", "There is no embedding model.", "A new kind of failure."])
def test_every_warning_of_the_engine_is_known(german, arm, error):
    for answers in ([an_answer(arm, error=error)], [an_answer(one, error=error) for one in Arm]):
        for warning in arm_warnings(answers):
            assert error in {"", "A new kind of failure."} or in_own_words(warning) != warning
    warning = rerank_warnings(RerankTrace("model", 0, "The model is damaged."))[0]
    assert (
        in_own_words(warning) == "Die Reihenfolge ist die vor dem Nachlesen: the model is damaged."
    )


def candidates(*scores):
    return tuple(Candidate(number, score, number) for number, score in enumerate(scores, start=1))


@pytest.mark.parametrize("words", [(), (9.0, 1.0, 1.0), (1.0, 1.0, 0.9)])
@pytest.mark.parametrize("meaning", [(), (0.9, 0.2, 0.1), (0.5, 0.5, 0.5)])
@pytest.mark.parametrize("weights", [(1.0, 1.0), (9.0, 1.0), (1.0, 9.0)])
def test_every_reason_of_a_balance_is_known(words, meaning, weights):
    lexical_weight, vector_weight = weights
    settings = FusionSettings(lexical_weight=lexical_weight, vector_weight=vector_weight)
    for rarity in (0.0, 9.0, 40.0):
        for background in (None, Background(0.2, 0.1, 50)):
            evidence = QueryEvidence(rarity, background, 1000)
            balance = judge(candidates(*words), candidates(*meaning), evidence, settings)
            assert balance.reason in {"", *sentences.SENTENCES}
