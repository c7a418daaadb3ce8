"""Previews of PDF pages, rendered by the real reader process."""

import pytest

from engine.extract.process.reader import DocumentReader
from engine.indexing.chunker import CHUNKER_VERSION, chunk
from engine.model.document import DocumentMetadata, FileState, PlaceKind, as_id
from engine.model.request import PreviewRequest
from engine.search.preview import PreviewBuilder
from tests.engine.search.conftest import INDEXED_AT, no_embedder
from tests.support.pdf_files import make_pdf
from tests.support.readable_folders import readable_folders

FIRST = ["The first page talks about storage and about", "volumes that are kept for a long time."]
SECOND = ["The second page limits the memory of a pod", "and says what happens when it is reached."]


@pytest.fixture(scope="module")
def reader():
    reader = DocumentReader(folders=readable_folders)
    yield reader
    reader.close()


class PdfLibrary:
    def __init__(self, library, reader):
        self.path = library.root / "pages.pdf"
        self.path.write_bytes(make_pdf([FIRST, SECOND]))
        state, extracted = self.path.stat(), reader.read(self.path)
        with library.catalog.change() as change:
            change.put_document(
                "Notes", "pages.pdf", FileState(state.st_size, state.st_mtime_ns),
                DocumentMetadata(title="Pages", lang="en"), "pdf", chunk(extracted),
                CHUNKER_VERSION, INDEXED_AT,
            )  # fmt: skip
        self.builder = PreviewBuilder(library.catalog, library.lexical, reader, no_embedder)
        stored = library.catalog.chunks(library.catalog.chunk_numbers().tolist()).values()
        self.of_second = next(s for s in stored if s.chunk.place_start == 2)

    def preview(self, **options):
        return self.builder.preview(
            PreviewRequest(as_id(self.of_second.number), "memory pod", width=600, **options)
        )


@pytest.fixture
def pdf(library, reader):
    return PdfLibrary(library, reader)


def test_a_page_is_shown_with_the_passage_and_the_matches_boxed(pdf):
    preview = pdf.preview()
    assert (preview.place_kind, preview.page, preview.pages) == (PlaceKind.PAGE, 2, 2)
    assert preview.image.width == 600
    assert preview.image.passage_boxes
    assert len(preview.image.match_boxes) >= 2
    assert preview.text[preview.passage.start : preview.passage.end] == pdf.of_second.chunk.text
    assert [preview.text[m.start : m.end] for m in preview.matches] == ["memory", "pod"]
    assert preview.notice == ""


def test_another_page_is_shown_without_the_passage(pdf):
    preview = pdf.preview(page=1)
    assert (preview.page, preview.passage, preview.image.passage_boxes) == (1, None, ())
    assert "storage" in preview.text
    assert pdf.preview(page=99).page == 2


def test_a_passage_that_moved_to_another_page_is_found_there(pdf):
    pdf.path.write_bytes(make_pdf([["A new first page with other words on it."], FIRST, SECOND]))
    preview = pdf.preview()
    assert preview.page == 3
    assert preview.passage is not None
    assert preview.notice.endswith("found again on page 3.")


def test_neither_stop_words_nor_parts_of_words_are_boxed_but_what_an_unfinished_word_found(pdf):
    def preview(query):
        return pdf.builder.preview(PreviewRequest(as_id(pdf.of_second.number), query, width=600))

    boxes = pdf.preview().image.match_boxes
    assert preview("the memory of a pod").image.match_boxes == boxes
    assert preview("pod memo").image.match_boxes == boxes
    phrase = preview('"a pod"')
    assert [phrase.text[m.start : m.end] for m in phrase.matches] == ["a pod"]
    assert len(phrase.image.match_boxes) == 1
