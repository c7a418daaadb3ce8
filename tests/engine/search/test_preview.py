"""Previews of real files and pages, with the most similar sentence."""

import os

import numpy as np
import pytest

from tests.engine.search.conftest import INDEXED_AT, Text, no_embedder
from tests.support.pdf_files import make_pdf
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.indexing.chunker import chunk
from twofold.engine.model.document import (
    CHUNKER_VERSION,
    DocumentMetadata,
    FileState,
    LocatorKind,
    as_id,
)
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.hit import TextSpan
from twofold.engine.model.requests import FindNearest, PreviewRequest
from twofold.engine.model.search_request import (
    SearchMode,
    SearchRequest,
)
from twofold.engine.search import hit_builder
from twofold.engine.search.nearest_sentence import NearestSentence, candidates, sentences
from twofold.engine.search.preview import PreviewBuilder, nearest
from twofold.engine.stores import library_folder
from twofold.engine.stores.catalog.change import DocumentRecord

TEXT = "First paragraph.\n\nThe memory limits\nof a pod.\n\nLast paragraph about memory."


@pytest.fixture
def builder(library, reader):
    library.add(Text("pods.txt", TEXT))
    return PreviewBuilder(library.scatter, reader, no_embedder)


def request_for(library, position=1, **options):
    return PreviewRequest(as_id(library.number("pods.txt", position)), "memory limit", **options)


def written(text, spans):
    return [text[span.start : span.end] for span in spans]


def shown(preview, spans):
    return written(preview.text, spans)


def test_document_opens_at_its_passage_with_highlights(library, builder):
    preview = builder.preview(request_for(library))
    assert preview.text == TEXT
    assert shown(preview, [preview.passage]) == ["The memory limits\nof a pod."]
    assert shown(preview, preview.matches) == ["memory", "limits", "memory"]
    assert preview.line_numbers == (1, 2, 3, 4, 5, 6)
    assert (preview.title, preview.file_type, preview.notice) == ("pods", "txt", "")
    assert preview.absolute_path == str(library.root / "pods.txt")


def test_answer_words_are_highlighted_unless_the_passage_changed(library, builder):
    text = "The memory limits\nof a pod."
    # one is highlighted
    words = (TextSpan(text.index("pod"), text.index("pod") + 3), TextSpan(4, 10))
    request = request_for(library, words=words)
    preview = builder.preview(request)
    assert shown(preview, preview.matches) == ["memory", "limits", "pod", "memory"]
    file = library.root / "pods.txt"
    file.write_text(TEXT.replace("of a pod", "of each pod"), encoding="utf-8", newline="")
    os.utime(file, ns=(1, 1))
    preview = builder.preview(request)
    assert shown(preview, preview.matches) == ["memory", "limits", "memory"]


def test_similar_passage_has_the_highlights_of_its_row(library, builder):
    library.add(Text("other.txt", "Of the limits that the memory of a kernel has, and of swap."))
    like = as_id(library.number("other.txt"))
    request = SearchRequest("", like=like, mode=SearchMode.LEXICAL)
    hits = {hit.chunk_id: hit for hit in library.searcher().search(request).hits}
    wanted = PreviewRequest(as_id(library.number("pods.txt", 1)), like=like)
    row = hits[wanted.chunk_id].snippet
    assert shown(row, row.matches) == ["memory", "limits"]
    preview = builder.preview(wanted)
    assert shown(preview, preview.matches) == ["memory", "limits", "memory"]
    preview = builder.preview(PreviewRequest(wanted.chunk_id, like=as_id(12345)))
    assert (preview.text, preview.matches) == (TEXT, ())  # the similar passage was deleted


@pytest.mark.parametrize(
    ("text", "passage", "notice"),
    [
        (TEXT, "The memory limits\nof a pod.", "passage is unchanged"),
        (f"A new beginning.\n\n{TEXT}", "The memory limits\nof a pod.", "is now at line 5."),
        ("Nothing about it.", None, "no longer contains"),
    ],
)
def test_a_changed_file_is_searched_for_the_passage(library, builder, text, passage, notice):
    path = library.root / "pods.txt"
    path.write_text(text)
    os.utime(path, (1, 1))
    preview = builder.preview(request_for(library))
    assert shown(preview, filter(None, [preview.passage])) == ([passage] if passage else [])
    assert notice in preview.notice


def test_occurrence_nearest_to_the_old_position_is_chosen():
    places = [nearest("ab--ab--ab", "ab", start) for start in (0, 3, 5, 7, 99)]
    assert places == [0, 4, 4, 8, 8]


def test_a_vanished_file_is_shown_as_it_was_indexed(library, builder):
    (library.root / "pods.txt").unlink()
    preview = builder.preview(request_for(library))
    assert preview.text == "The memory limits\nof a pod."
    assert preview.passage == TextSpan(0, len(preview.text))
    assert preview.line_numbers == (3, 4)
    assert preview.notice.startswith("This file no longer exists.")


def test_file_on_a_drive_that_does_not_respond_is_shown_as_it_was_indexed(
    library, builder, monkeypatch
):
    """Reading it would block all previews until the drive responds."""
    monkeypatch.setattr(library_folder, "responds", lambda *_: False)
    monkeypatch.setattr(hit_builder, "responds", lambda *_: False)
    monkeypatch.setattr(DocumentReader, "read", None)
    preview = builder.preview(request_for(library))
    assert preview.text == "The memory limits\nof a pod."
    assert "does not respond" in preview.notice


def test_unknown_passage_is_rejected(builder):
    with pytest.raises(BadRequestError, match="no longer in the library"):
        builder.preview(PreviewRequest(as_id(12345)))
    with pytest.raises(BadRequestError, match="is not a passage id"):
        builder.preview(PreviewRequest("nonsense"))


def test_long_document_has_highlights_only_near_the_passage(library, builder):
    long = f"{TEXT}\n\n" + "filler words\n" * 8000 + "memory at the very end"
    library.add(Text("pods.txt", long))
    preview = builder.preview(request_for(library))
    assert len(preview.matches) == 3
    assert len(preview.line_numbers) == long.count("\n") + 1


FIRST = ["The first page talks about storage and about", "volumes that are kept for a long time."]
SECOND = ["The second page limits the memory of a pod", "and says what happens when it is reached."]


class PdfLibrary:
    def __init__(self, library, reader):
        self.path = library.root / "pages.pdf"
        self.path.write_bytes(make_pdf([FIRST, SECOND]))
        with library.catalog.change() as change:
            change.put_document(DocumentRecord(
                "Notes", "pages.pdf", FileState.of(self.path.stat()),
                DocumentMetadata(title="Pages", lang="en"), "pdf", chunk(reader.read(self.path)),
                CHUNKER_VERSION, INDEXED_AT,
            ))  # fmt: skip
        self.builder = PreviewBuilder(library.scatter, reader, no_embedder)
        stored = library.catalog.chunks(library.catalog.chunk_numbers()).values()
        self.of_second = next(s for s in stored if s.chunk.place_start == 2)

    def preview(self, query="memory pod", **options):
        return self.builder.preview(
            PreviewRequest(as_id(self.of_second.number), query, width=600, **options)
        )


@pytest.fixture
def pdf(library, reader):
    return PdfLibrary(library, reader)


def test_page_has_boxes_for_passage_and_matches(pdf):
    preview = pdf.preview()
    assert (preview.place_kind, preview.page, preview.pages) == (LocatorKind.PAGE, 2, 2)
    assert preview.image.width == 600
    assert preview.image.passage_boxes
    assert len(preview.image.match_boxes) >= 2
    assert shown(preview, [preview.passage]) == [pdf.of_second.chunk.text]
    assert shown(preview, preview.matches) == ["memory", "pod"]
    assert preview.notice == ""
    answered = pdf.preview(words=(TextSpan(4, 10),))
    assert shown(answered, answered.matches) == ["second", "memory", "pod"]
    assert len(answered.image.match_boxes) == len(preview.image.match_boxes) + 1
    other = pdf.preview(page=1)
    assert (other.page, other.passage, other.image.passage_boxes) == (1, None, ())
    assert "storage" in other.text
    assert pdf.preview(page=99).page == 2


def test_passage_moved_to_another_page_is_found(pdf):
    pdf.path.write_bytes(make_pdf([["A new first page with other words on it."], FIRST, SECOND]))
    preview = pdf.preview()
    assert preview.page == 3
    assert preview.passage is not None
    assert preview.notice.endswith("is now at page 3.")


def test_boxes_skip_stop_words_and_parts_of_words_except_for_prefixes(pdf):
    boxes = pdf.preview().image.match_boxes
    assert pdf.preview("the memory of a pod").image.match_boxes == boxes
    assert pdf.preview("pod memo").image.match_boxes == boxes
    phrase = pdf.preview('"a pod"')
    assert shown(phrase, phrase.matches) == ["a pod"]
    assert len(phrase.image.match_boxes) == 1


PASSAGE = (
    "The garden needs water in summer. A pod is killed when memory runs out. "
    "Old letters are kept in the archive."
)


def best_sentence(embedder, text, query):
    """Return the sentence with the highest cosine, with each embedded separately."""
    parts = written(text, sentences(text))
    vector = embedder.embed_query(query)
    cosines = [float(embedder.embed_passages([part])[0] @ vector) for part in parts]
    return parts[int(np.argmax(cosines))]


def test_sentences_are_split_without_mail_headers():
    text = "# Memory\n\nA pod\nis killed. Why?\n1.\nリソースに印が付く。実体は残る。"
    assert written(text, sentences(text)) == [
        "A pod\nis killed.", "リソースに印が付く。", "実体は残る。",
    ]  # fmt: skip
    mail = "Letters\n\nFrom: Ada <ada@example.org>\nTo: Letters of the archive\nCc: Archive\n\n"
    mail += "We need water. Can you raise the limit?\n"
    assert written(mail, candidates(mail)) == ["We need water.", "Can you raise the limit?"]
    list_ = "What to pack:\nFrom: the old house, all.\nTo: the new house.\nEnd of it all."
    assert candidates(list_) == sentences(list_)


def test_nearest_sentence_is_cached_unless_its_search_was_cancelled(tiny_embedder):
    by_meaning = NearestSentence(lambda: tiny_embedder)
    # nothing to choose from
    assert by_meaning.find("A pod is killed when memory runs out.", "memory") is None
    assert by_meaning.find(PASSAGE, "memory", lambda: True) is None
    first = by_meaning.find(PASSAGE, "memory")
    assert written(PASSAGE, [first]) == [best_sentence(tiny_embedder, PASSAGE, "memory")]
    assert by_meaning.find(PASSAGE, "memory", lambda: True) == first


def test_preview_highlights_the_nearest_sentence_in_the_passage(library, reader, tiny_embedder):
    library.add(Text("pods.txt", f"First paragraph.\n\n{PASSAGE}"))
    with_model = PreviewBuilder(library.scatter, reader, lambda: tiny_embedder)
    asked = PreviewRequest(as_id(library.number("pods.txt", 1)), "letters", nearest=True)
    assert with_model.preview(asked).nearest is None
    added = with_model.with_nearest(asked, lambda: False)
    assert shown(added, [added.nearest]) == [best_sentence(tiny_embedder, PASSAGE, "letters")]
    assert with_model.preview(PreviewRequest(asked.chunk_id, "letters")).nearest is None
    assert with_model.preview(asked) == added
    assert with_model.with_nearest(asked, lambda: False) is None
    without = PreviewBuilder(library.scatter, reader, no_embedder)
    without.preview(asked)
    assert without.with_nearest(asked, lambda: False) is None


def test_snippet_around_the_nearest_sentence_highlights_it(library, reader, tiny_embedder):
    long = " ".join([PASSAGE, "Nothing else is said of it here, in many words."] * 3)
    library.add(Text("pods.txt", long))
    asked = FindNearest(as_id(library.number("pods.txt", 0)), "letters", snippet_chars=120)
    with_model = PreviewBuilder(library.scatter, reader, lambda: tiny_embedder)
    assert with_model.nearest_sentence(asked, lambda: True) is None, "given up"
    found = with_model.nearest_sentence(asked, lambda: False)
    assert len(found.text) <= 120
    assert shown(found, found.matches) == [best_sentence(tiny_embedder, long, "letters")]
    without = PreviewBuilder(library.scatter, reader, no_embedder)
    assert without.nearest_sentence(asked, lambda: False) is None


def test_every_sign_of_a_page_has_a_box_in_the_picture(pdf):
    preview = pdf.preview()
    boxes = np.frombuffer(preview.image.letters, np.float32).reshape(-1, 4)
    assert len(boxes) == len(preview.text)
    assert "." in preview.text
    for sign, (left, top, right, bottom) in zip(preview.text, boxes, strict=True):
        assert sign.isspace() or 0 < left < right < preview.image.width
        assert sign.isspace() or 0 < top < bottom < preview.image.height
    assert 0 <= boxes[1][0] - boxes[0][2] < 2  # the second letter follows the first
