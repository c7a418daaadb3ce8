"""End-to-end test with a window, an indexer process and the real model.

Indexes a folder, searches it, and checks explanations and positions.
"""

import shutil

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication

from twofold.app.paths import sample_library
from twofold.engine.api import AddFolder, SearchMode

pytestmark = [pytest.mark.slow, pytest.mark.real_model]

_DOCUMENTS = (
    "Runbooks/namespace-stuck-in-terminating.md",
    "Mail/namespace-laesst-sich-nicht-loeschen.txt",
    "Papers/graceful-deletion.pdf",
    "Garden/frost.html",
    "Garden/compostage.md",
)


@pytest.fixture
def documents(tmp_path):
    """Some documents of the sample library, which are embedded within seconds."""
    source = sample_library()
    assert source is not None
    folder = tmp_path / "documents"
    folder.mkdir()
    for name in _DOCUMENTS:
        shutil.copy(source / name, folder)
    return folder


def test_from_a_folder_to_explained_answers_and_their_places(empty_window, documents):
    empty_window.client.submit(AddFolder(documents))
    empty_window.wait_until(
        lambda: empty_window.status.chunks > 0 and empty_window.status.vectors_pending == 0
    )
    assert empty_window.status.documents_failed == 0
    _a_hit_is_explained_and_shown(empty_window)
    _a_question_in_another_language_is_answered_by_meaning(empty_window)
    _a_pdf_is_a_page_with_the_passage_boxed(empty_window)
    _a_web_page_shows_the_nearest_sentence_as_it_is_read(empty_window)
    _keywords_alone_are_searched_once_chosen(empty_window)


def _a_hit_is_explained_and_shown(opened):
    view = _search(opened, "why does a finalizer block namespace deletion")
    hit = view.response.hits[0]
    assert hit.retrieval.lexical_rank is not None
    assert hit.retrieval.vector_rank is not None
    shares = [part.share for part in hit.retrieval.contributions]
    assert sum(shares) == hit.retrieval.fusion_score
    shown = _preview(opened, hit)
    opened.wait_until(lambda: "by keywords" in view.details.explain.sentence)
    assert "by meaning" in view.details.explain.sentence
    assert shown.passage is not None or shown.image is not None
    if shown.passage is not None:
        assert shown.text[shown.passage.start : shown.passage.end] == hit.text


def _a_question_in_another_language_is_answered_by_meaning(opened):
    view = _search(opened, "warum bleibt ein Namespace beim Löschen hängen")
    best = view.response.hits[:5]
    assert any(hit.lang == "en" and hit.retrieval.vector_rank is not None for hit in best)


def _a_pdf_is_a_page_with_the_passage_boxed(opened):
    view = _search(opened, "graceful deletion declarative control planes")
    hit = next(hit for hit in view.response.hits if hit.file_type == "pdf")
    shown = _preview(opened, hit)
    assert shown.page == hit.citation.place.start
    assert shown.image is not None
    assert shown.image.passage_boxes


def _a_web_page_shows_the_nearest_sentence_as_it_is_read(opened):
    view = _search(opened, "Beete bei Kälte schützen")
    hit = next(hit for hit in view.response.hits if hit.doc_path.endswith("frost.html"))
    assert hit.retrieval.lexical_rank is None
    _preview(opened, hit)
    preview = view.details.preview
    opened.wait_until(lambda: preview.preview.nearest is not None)
    shown = preview.preview
    sentence = shown.text[shown.nearest.start : shown.nearest.end]
    assert sentence in hit.text
    assert preview.read_view.isVisible()
    marked = [mark.cursor.selectedText() for mark in preview.read_view.extraSelections()]
    assert sentence in marked


def _keywords_alone_are_searched_once_chosen(opened):
    view = _search(opened, "namespace")
    opened.qtbot.keyClick(opened.window, Qt.Key.Key_2, Qt.KeyboardModifier.AltModifier)
    opened.wait_until(lambda: view.response.request.mode is SearchMode.LEXICAL)
    assert view.response.hits
    assert all(hit.retrieval.vector_rank is None for hit in view.response.hits)


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


def _preview(opened, hit):
    """Select a hit, wait for its preview and return it."""
    view = opened.window.search
    view.pane.results.choose(hit)
    preview = view.details.preview
    opened.wait_until(
        lambda: preview.preview is not None and preview.preview.chunk_id == hit.chunk_id
    )
    return preview.preview
