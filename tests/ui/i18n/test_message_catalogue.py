"""The engine's sentences are said in the language of the window."""

import json
import re
from dataclasses import replace

import pytest
from PySide6.QtCore import QCoreApplication

from engine.api import RetrieverKind
from engine.model.fusion import FusionSettings
from engine.model.hit import Background, Candidate, RerankTrace, RetrieverTrace
from engine.ranking.adaptive_weights import QueryEvidence, adaptive_weights
from engine.search.trace import rerank_warnings, retriever_warnings
from scripts.engine_templates import engine_templates
from scripts.update_translations import said
from tests.ui.i18n.test_translations import FILES, messages
from ui.i18n.message_catalogue import translated
from ui.theme.resource_files import RESOURCES

TEMPLATES = engine_templates()


@pytest.fixture
def german(speak):
    speak("de")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_text_of_the_window_and_the_engine_is_translated(file):
    """`make translations` collects what is new; then it is translated in the .ts files."""
    words: dict[str, dict[str, str]] = {}
    for context, source, translation in messages(file):
        words.setdefault(context, {})[source] = translation
    for context, sources in said().items():
        assert sorted(words[context]) == sorted(sources)
        assert [source for source in sources if not words[context][source].strip()] == []


def test_the_window_knows_every_template():
    known = json.loads((RESOURCES / "translations" / "engine.json").read_text(encoding="utf-8"))
    assert known == TEMPLATES


def test_texts_of_all_kinds_are_among_the_templates():
    """That the collector still sees the code as it is written."""
    for text in (
        "The PDF is protected by a password.",  # an error
        "Save a copy without the password.",  # its hint
        "{target} already exists.",  # with a value
        "a Works document (.wps)",  # what is put into another
        "Which rankings answer a query.",  # of a setting
        "The passage has moved to {now} of {name}.",  # a verdict
        "It was built again from the catalog; nothing was lost.",  # the second of two
        "Your searches cannot be kept: {path} cannot be written.",  # of the program around
        "100 languages",  # of a model
    ):
        assert text in TEMPLATES


@pytest.mark.parametrize("language", ["de", "fr"])
def test_every_template_is_known_again_with_values_in_it(speak, language):
    """What comes out is its own translation, or that of one that says the same."""
    speak(language)
    lost = []
    for template in TEMPLATES:
        names = {name: f"X{number}" for number, name in enumerate(_names(template))}
        sentence = _filled(template, names)
        own = _filled(QCoreApplication.translate("engine", template), names)
        if translated(sentence) != own:
            lost.append((sentence, translated(sentence)))
    assert lost == []


def _names(template):
    return re.findall(r"\{(\w+)\}", template)


def _filled(template, values):
    for name, value in values.items():
        template = template.replace(f"{{{name}}}", value)
    return template


def test_a_sentence_keeps_what_is_put_into_it(german):
    plan = "exact scan of 812 vectors; vectors of 812 of 1,000 passages"
    assert translated(plan) == (
        "genauer Vergleich mit 812 Vektoren; Vektoren von 812 von 1.000 Stellen"
    )


def test_numbers_and_dates_are_written_as_the_language_does(speak):
    sentence = "The file has 1,250 MB; files up to 200 MB are read. "
    sentence += "Its text of 2026-10-14 is still searched."
    speak("de")
    assert translated(sentence) == (
        "Die Datei hat 1.250 MB; gelesen werden Dateien bis 200 MB. "
        "Ihr Text vom 14. Okt. 2026 wird noch durchsucht."
    )
    speak("fr")
    assert translated(sentence).endswith("Son texte du 14 oct. 2026 est encore cherché.")


def test_a_name_in_quotation_marks_stays_as_it_is(german):
    sentence = "There is no folder '2026-10-14'. Check the name, or connect its drive."
    assert translated(sentence).startswith("Den Ordner „2026-10-14“ gibt es nicht. Prüfen")
    assert translated("There is no folder '/home/Mr. It. Is'.") == (
        "Den Ordner „/home/Mr. It. Is“ gibt es nicht."
    )


def test_of_two_sentences_that_fit_the_one_that_says_more_is_meant(german):
    plan = (
        "HNSW graph of 9 vectors, 3 of them scored again exactly, "
        "and of what is newer 2 by exact scan"
    )
    assert translated(plan).endswith("und genauer Vergleich mit 2 neueren")


def test_one_sentence_after_the_other_is_said(german):
    assert translated("It could not be indexed: The PDF is protected by a password. Search again.")
    told = "The file could not be read: Permission denied. It is tried again."
    assert translated(told) == (
        "Die Datei konnte nicht gelesen werden: Zugriff verweigert. Es wird noch einmal versucht."
    )
    told = (
        "The file is a Works document (.wps), which cannot be read yet. Save it as .docx or .pdf."
    )
    assert translated(told) == (
        "Die Datei ist ein Works-Dokument (.wps) und kann noch nicht gelesen werden. "
        "Speichern Sie sie als .docx oder .pdf."
    )


def test_what_was_done_is_listed(german):
    told = "1,203 files read, 2 moved, 1 not indexed. 1 folder is not there now and kept."
    assert translated(told) == (
        "1.203 Dateien gelesen, 2 verschoben, 1 nicht erfasst. "
        "1 Ordner ist gerade nicht da und bleibt erhalten."
    )
    assert translated("1 file read.") == "1 Datei gelesen."


def test_a_reason_may_be_a_sentence_of_its_own(speak):
    told = "Only keywords were searched: there is no embedding model."
    speak("de")
    assert translated("There is no embedding model.") == "Es gibt kein Sprachmodell."
    assert translated(told) == (
        "Nur nach Schlüsselwörtern wurde gesucht: Es gibt kein Sprachmodell."
    )
    speak("fr")
    assert translated(told).endswith("\u00a0: il n’y a pas de modèle de langue.")


def test_what_is_not_known_is_said_as_it_is(german):
    assert translated("A {strange} sentence: 50 %.") == "A {strange} sentence: 50 %."
    assert translated("") == ""
    assert translated("a. b" * 5_000) == "a. b" * 5_000


def test_without_another_language_every_sentence_stays():
    for template in TEMPLATES:
        sentence = template.replace("{", "<").replace("}", ">")
        assert translated(sentence) == sentence


def an_answer(retriever, **trace):
    return replace(RetrieverTrace(retriever, 0, 0, 0, ran=False), **trace)


@pytest.mark.parametrize("retriever", RetrieverKind)
@pytest.mark.parametrize("error", ["", "There is no embedding model.", "A new kind of failure."])
def test_every_warning_of_the_engine_is_known(german, retriever, error):
    for answers in (
        [an_answer(retriever, error=error)],
        [an_answer(one, error=error) for one in RetrieverKind],
    ):
        for warning in retriever_warnings(answers):
            assert error in {"", "A new kind of failure."} or translated(warning) != warning
    warning = rerank_warnings(RerankTrace("model", 0, "There is no reranking model."))[0]
    assert translated(warning) == (
        "Die Reihenfolge ist die vor dem Nachlesen: Es gibt kein nachlesendes Modell."
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
            balance = adaptive_weights(candidates(*words), candidates(*meaning), evidence, settings)
            assert balance.reason in {"", *TEMPLATES}
