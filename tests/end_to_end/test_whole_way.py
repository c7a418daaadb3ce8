import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication

from app.paths import sample_library
from engine.api import AddFolder, SearchMode

pytestmark = pytest.mark.real_model


def _search(opened, query):
    view = opened.window.search
    field = view.pane.field
    field.clear()
    typed = QInputMethodEvent()
    typed.setCommitString(query)
    QApplication.sendEvent(field, typed)
    opened.wait_until(
        lambda: view.response is not None and view.response.request.query.strip() == query
    )
    return view


def test_from_a_folder_to_an_explained_answer_and_its_place(empty_window):
    searched = empty_window
    folder = sample_library()
    assert folder is not None
    searched.submit(AddFolder(folder))
    searched.wait_for_vectors()
    assert searched.status.documents_failed == 0
    view = _search(searched, "why does a finalizer block namespace deletion")
    hit = view.response.hits[0]
    assert hit.retrieval.lexical_rank is not None
    assert hit.retrieval.vector_rank is not None
    shares = [part.share for part in hit.retrieval.contributions]
    assert sum(shares) == hit.retrieval.fusion_score

    view.pane.results.choose(hit)
    searched.wait_until(lambda: "by keywords" in view.details.explain.sentence)
    assert "by meaning" in view.details.explain.sentence

    preview = view.details.preview
    searched.wait_until(
        lambda: preview.preview is not None and preview.preview.chunk_id == hit.chunk_id
    )
    shown = preview.preview
    assert shown.passage is not None or shown.image is not None
    if shown.passage is not None:
        assert shown.text[shown.passage.start : shown.passage.end] == hit.text


def test_a_question_in_another_language_finds_the_passage_by_meaning(sample_window):
    view = _search(sample_window, "warum bleibt ein Namespace beim Löschen hängen")
    best = view.response.hits[:5]
    assert any(hit.lang == "en" and hit.retrieval.vector_rank is not None for hit in best)


def test_the_mode_switch_and_a_tag_narrow_the_answer(sample_window):
    view = _search(sample_window, "namespace")
    sample_window.qtbot.keyClick(
        sample_window.window, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier
    )
    sample_window.wait_until(lambda: view.response.request.mode is SearchMode.LEXICAL)
    assert all(hit.retrieval.vector_rank is None for hit in view.response.hits)
    assert view.response.hits


def test_a_pdf_opens_as_a_page_with_the_passage_boxed(sample_window):
    view = _search(sample_window, "graceful deletion declarative control planes")
    hit = next(hit for hit in view.response.hits if hit.file_type == "pdf")
    view.pane.results.choose(hit)
    preview = view.details.preview
    sample_window.wait_until(
        lambda: preview.preview is not None and preview.preview.chunk_id == hit.chunk_id
    )
    shown = preview.preview
    assert shown.page == hit.citation.place.start
    assert shown.image is not None
    assert shown.image.passage_boxes


def test_a_web_page_found_by_meaning_shows_the_nearest_sentence_as_it_is_read(sample_window):
    view = _search(sample_window, "how to keep beds warm on freezing nights")
    hit = next(hit for hit in view.response.hits if hit.doc_path.endswith("frost.html"))
    assert hit.retrieval.lexical_rank is None or (
        hit.retrieval.vector_rank < hit.retrieval.lexical_rank
    )
    view.pane.results.choose(hit)
    preview = view.details.preview
    sample_window.wait_until(
        lambda: (
            preview.preview is not None
            and preview.preview.chunk_id == hit.chunk_id
            and preview.preview.nearest is not None
        )
    )
    shown = preview.preview
    sentence = shown.text[shown.nearest.start : shown.nearest.end]
    assert sentence in hit.text
    assert preview.read_view.isVisible()
    marked = [mark.cursor.selectedText() for mark in preview.read_view.extraSelections()]
    assert sentence in marked
