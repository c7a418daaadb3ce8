"""Previews of real files, read by the real reader process."""

import os

import pytest

from engine.extract.limits import ReaderLimits
from engine.extract.process.reader import DocumentReader
from engine.model.document import PlaceKind, as_id
from engine.model.errors import BadRequestError
from engine.model.hit import TextSpan
from engine.model.request import PreviewRequest, SearchMode, SearchRequest
from engine.search.preview import PreviewBuilder, nearest
from tests.engine.search.conftest import Text, no_embedder
from tests.support.readable_folders import readable_folders

TEXT = "First paragraph.\n\nThe memory limits\nof a pod.\n\nLast paragraph about memory."


@pytest.fixture(scope="module")
def reader():
    reader = DocumentReader(ReaderLimits(), folders=readable_folders)
    yield reader
    reader.close()


@pytest.fixture
def builder(library, reader):
    library.add(Text("pods.txt", TEXT))
    return PreviewBuilder(library.catalog, library.lexical, reader, no_embedder)


def request_for(library, position=1, **options):
    return PreviewRequest(as_id(library.number("pods.txt", position)), "memory limit", **options)


def shown(preview, spans):
    return [preview.text[span.start : span.end] for span in spans]


def test_a_document_is_opened_at_its_passage_with_the_matches_marked(library, builder):
    preview = builder.preview(request_for(library))
    assert preview.text == TEXT
    assert shown(preview, [preview.passage]) == ["The memory limits\nof a pod."]
    assert shown(preview, preview.matches) == ["memory", "limits", "memory"]
    assert preview.line_numbers == (1, 2, 3, 4, 5, 6)
    assert (preview.title, preview.file_type, preview.notice) == ("pods", "txt", "")
    assert preview.absolute_path == str(library.root / "pods.txt")


def test_a_passage_found_as_one_like_another_has_the_marks_of_its_row(library, builder):
    library.add(Text("other.txt", "Of the limits that the memory of a kernel has, and of swap."))
    like = as_id(library.number("other.txt"))
    request = SearchRequest("", like=like, mode=SearchMode.LEXICAL)
    hits = {hit.chunk_id: hit for hit in library.searcher().search(request).hits}
    wanted = PreviewRequest(as_id(library.number("pods.txt", 1)), like=like)
    row = hits[wanted.chunk_id].snippet
    assert [row.text[span.start : span.end] for span in row.matches] == ["memory", "limits"]
    preview = builder.preview(wanted)
    assert shown(preview, preview.matches) == ["memory", "limits", "memory"]
    preview = builder.preview(PreviewRequest(wanted.chunk_id, like=as_id(12345)))
    assert (preview.text, preview.matches) == (TEXT, ())  # what it is like has gone


@pytest.mark.parametrize(
    ("text", "passage", "notice"),
    [
        (TEXT, "The memory limits\nof a pod.", "still in its place"),
        (f"A new beginning.\n\n{TEXT}", "The memory limits\nof a pod.", "found again on line 5."),
        ("Nothing about it.", None, "no longer in it"),
    ],
)
def test_a_changed_file_is_searched_for_the_passage(library, builder, text, passage, notice):
    path = library.root / "pods.txt"
    path.write_text(text)
    os.utime(path, (1, 1))
    preview = builder.preview(request_for(library))
    assert shown(preview, filter(None, [preview.passage])) == ([passage] if passage else [])
    assert notice in preview.notice


def test_a_vanished_file_is_shown_as_it_was_indexed(library, builder):
    (library.root / "pods.txt").unlink()
    preview = builder.preview(request_for(library))
    assert preview.text == "The memory limits\nof a pod."
    assert preview.passage == TextSpan(0, len(preview.text))
    assert preview.line_numbers == (3, 4)
    assert preview.notice.startswith("This file is no longer there.")


def test_a_passage_the_library_does_not_hold_is_refused(builder):
    with pytest.raises(BadRequestError, match="no longer in the library"):
        builder.preview(PreviewRequest(as_id(12345)))
    with pytest.raises(BadRequestError, match="is no passage"):
        builder.preview(PreviewRequest("nonsense"))


def test_only_lines_near_the_passage_are_marked_in_a_long_document(library, builder):
    long = f"{TEXT}\n\n" + "filler words\n" * 8000 + "memory at the very end"
    library.add(Text("pods.txt", long))
    preview = builder.preview(request_for(library))
    assert preview.place_kind is PlaceKind.LINE
    assert len(preview.matches) == 3
    assert len(preview.line_numbers) == long.count("\n") + 1


@pytest.mark.parametrize(("start", "expected"), [(0, 0), (3, 4), (5, 4), (7, 8), (99, 8)])
def test_the_occurrence_nearest_to_the_old_place_is_taken(start, expected):
    assert nearest("ab--ab--ab", "ab", start) == expected
    assert nearest("ab--ab--ab", "", start) is None
