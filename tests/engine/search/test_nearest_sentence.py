"""The nearest sentence, told by the real library over the tiny model."""

import numpy as np
import pytest

from engine.extract.limits import ReaderLimits
from engine.extract.process.reader import DocumentReader
from engine.model.document import as_id, as_number
from engine.model.errors import ModelError
from engine.model.hit import FindNearest, TextSpan
from engine.model.request import PreviewRequest
from engine.search.preview import NearestSentence, PreviewBuilder, candidates, sentences
from tests.engine.search.conftest import Text, no_embedder
from tests.support.readable_folders import readable_folders

PASSAGE = (
    "The garden needs water in summer. A pod is killed when memory runs out. "
    "Old letters are kept in the archive."
)


def written(text, spans):
    return [text[span.start : span.end] for span in spans]


def by_hand(embedder, text, query):
    """Return the sentence with the highest cosine, each embedded alone."""
    parts = written(text, sentences(text))
    vector = embedder.embed_query(query)
    cosines = [float(embedder.embed_passages([part])[0] @ vector) for part in parts]
    return parts[int(np.argmax(cosines))]


MAIL = (
    "Letters\n\nFrom: Ada <ada@example.org>\nTo: Letters of the archive <old@example.org>\n"
    "Cc: Archive\nDate: Mon, 3 Feb 2025 10:00:00 +0000\n\n"
    "We need water. Can you raise the limit?\n"
)


def test_who_wrote_a_mail_and_when_is_no_sentence_of_it(nearest, tiny_embedder):
    asked = "Ada letters archive Mon, 3 Feb 2025 10:00:00"
    assert by_hand(tiny_embedder, MAIL, asked).startswith(("To:", "From:", "Date:"))
    assert written(MAIL, candidates(MAIL)) == ["We need water.", "Can you raise the limit?"]
    found = written(MAIL, [nearest.find(MAIL, asked)])
    assert found[0] in {"We need water.", "Can you raise the limit?"}


@pytest.fixture
def nearest(tiny_embedder):
    return NearestSentence(lambda: tiny_embedder)


def test_sentences_are_cut_at_their_ends_and_say_something():
    text = "# Memory\n\nA pod\nis killed. Why?\n1.\nリソースに印が付く。実体は残る。"
    expected = ["A pod\nis killed.", "リソースに印が付く。", "実体は残る。"]
    assert written(text, sentences(text)) == expected
    for text in (
        "From: Ada Lovelace <ada@example.org>\nDate: Monday, 3 February 2025",  # nothing else
        "What to pack:\nFrom: the old house, all.\nTo: the new house.\nEnd of it all.",
    ):
        assert candidates(text) == sentences(text)


@pytest.mark.parametrize("query", ["memory of a pod", "letters", "water for the garden"])
def test_the_sentence_with_the_highest_cosine_is_found(nearest, tiny_embedder, query):
    span = nearest.find(PASSAGE, query)
    assert written(PASSAGE, [span]) == [by_hand(tiny_embedder, PASSAGE, query)]


def test_a_found_sentence_is_not_looked_for_again_and_one_given_up_is_not_remembered(nearest):
    assert nearest.find("A pod is killed when memory runs out.", "memory") is None  # no choice
    assert nearest.find(PASSAGE, "memory", lambda: True) is None
    first = nearest.find(PASSAGE, "memory")
    assert nearest.find(PASSAGE, "memory", lambda: True) == first is not None
    with pytest.raises(ModelError):
        NearestSentence(no_embedder).find(PASSAGE, "memory")


def test_a_preview_marks_the_sentence_where_the_passage_is(library, tiny_embedder):
    library.add(Text("pods.txt", f"First paragraph.\n\n{PASSAGE}"))
    reader = DocumentReader(ReaderLimits(), folders=readable_folders)
    try:
        with_model = PreviewBuilder(library.catalog, library.lexical, reader, lambda: tiny_embedder)
        without = PreviewBuilder(library.catalog, library.lexical, reader, no_embedder)
        asked = PreviewRequest(as_id(library.number("pods.txt", 1)), "letters", nearest=True)
        shown = with_model.preview(asked)
        assert shown.nearest is None
        added = with_model.with_nearest(asked, lambda: False)
        assert written(added.text, [added.nearest]) == [by_hand(tiny_embedder, PASSAGE, "letters")]
        assert with_model.preview(PreviewRequest(asked.chunk_id, "letters")).nearest is None
        assert with_model.preview(asked) == added
        assert with_model.with_nearest(asked, lambda: False) is None
        without.preview(asked)
        assert without.with_nearest(asked, lambda: False) is None
        assert without.preview(asked).passage == TextSpan(18, 18 + len(PASSAGE))
    finally:
        reader.close()


def test_the_part_around_the_nearest_sentence_is_cut_out_with_it_marked(library, tiny_embedder):
    long = " ".join([PASSAGE, "Nothing else is said of it here, in many words."] * 3)
    library.add(Text("pods.txt", long))
    reader = DocumentReader(ReaderLimits(), folders=readable_folders)
    try:
        passage = as_id(library.number("pods.txt", 0))
        with_model = PreviewBuilder(library.catalog, library.lexical, reader, lambda: tiny_embedder)
        asked = FindNearest(passage, "letters", snippet_chars=120)
        assert with_model.nearest_sentence(asked, lambda: True) is None, "given up"
        found = with_model.nearest_sentence(asked, lambda: False)
        assert len(found.text) <= 120
        whole = library.catalog.chunks([as_number(passage)])[as_number(passage)].chunk.text
        assert written(found.text, found.matches) == [by_hand(tiny_embedder, whole, "letters")]
        without = PreviewBuilder(library.catalog, library.lexical, reader, no_embedder)
        assert without.nearest_sentence(asked, lambda: False) is None
    finally:
        reader.close()
