"""OCR runs only when the user enables it, after all other work, and once per page."""

import shutil

import pytest

from tests.support.pdf_files import make_pdf
from tests.support.scans import LETTER, joined_pdf, needs_ocr, picture_file
from twofold.engine.api import (
    FailuresListed,
    IndexingPhase,
    ListFailures,
    PreviewReady,
    PreviewRequest,
    RefreshLibrary,
    SearchMode,
    Settings,
    UseSettings,
)
from twofold.engine.extract.process import reader
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.extract.process.reader_process import ReaderProcess
from twofold.engine.model.document import OcrLine
from twofold.engine.service import background_activity, open_library

ON = Settings.from_mapping({"ocr.enabled": True})


@pytest.fixture(scope="module", autouse=True)
def _ocr_in_processes():
    """Use worker processes: after loading usearch, importing onnxruntime crashes a process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reader, "ReaderProcess", ReaderProcess)
        yield


@pytest.fixture
def scans(tmp_path):
    folder = tmp_path / "Scans"
    folder.mkdir()
    (folder / "letter.png").write_bytes(picture_file(LETTER, "png"))
    cover = make_pdf([["A typed cover sheet"]])
    (folder / "both.pdf").write_bytes(joined_pdf(cover, picture_file(LETTER[:3], "pdf")))
    return folder


def failures(running):
    answer = running.ask(ListFailures())
    assert isinstance(answer, FailuresListed)
    return {one.path: one.reason.value for one in answer.failures}


def wait_for_ocr(running):
    """Return once no document is waiting for OCR."""
    running.ask(RefreshLibrary())
    running.wait_for_status(lambda status: not status.documents_pending)


@needs_ocr
@pytest.mark.slow
def test_scanned_pages_are_recognised_once_ocr_is_enabled(open_engine, scans, monkeypatch):
    with open_engine() as running:
        running.add(scans)
        assert failures(running) == {
            "Scans/letter.png": "picture",
            "Scans/both.pdf/pages without text": "scan",
        }
        assert running.paths("typed cover", mode=SearchMode.LEXICAL) == ["both.pdf"]
        assert running.paths("volunteers", mode=SearchMode.LEXICAL) == []

        running.ask(UseSettings(ON.values))
        wait_for_ocr(running)

        assert failures(running) == {}
        (hit,) = running.search("volunteers tag:scanned", mode=SearchMode.LEXICAL).hits
        assert hit.citation.as_json()["kind"] == "region"
        assert (
            "both.pdf#page=2&viewrect="
            in running.search("committee path:both.pdf", mode=SearchMode.LEXICAL)
            .hits[0]
            .citation.uri
        )
        shown = running.ask(PreviewRequest(hit.chunk_id, "volunteers"))
        assert isinstance(shown, PreviewReady)
        assert shown.preview.image.passage_boxes
        assert shown.preview.image.match_boxes

    # The page is not recognised again after a restart or under another name.
    monkeypatch.setattr(DocumentReader, "recognise", None)
    shutil.move(scans / "letter.png", scans / "minutes.png")
    with open_engine(settings=ON) as running:
        wait_for_ocr(running)
        assert running.paths("volunteers", mode=SearchMode.LEXICAL) == ["minutes.png"]


@needs_ocr
@pytest.mark.slow
def test_pages_without_text_are_retried_with_more_scripts(open_engine, tmp_path, monkeypatch):
    folder = tmp_path / "Scans"
    folder.mkdir()
    (folder / "letter.png").write_bytes(picture_file(LETTER, "png"))
    cover = make_pdf([["A typed cover sheet"]])
    (folder / "both.pdf").write_bytes(joined_pdf(cover, picture_file(LETTER, "pdf")))
    for engine in ("former", "newer"):
        lines = (OcrLine("Μουσική", (0.0, 0.0, 90.0, 10.0)),) if engine == "newer" else ()
        monkeypatch.setattr(open_library.ocr, "engine_name", lambda name=engine: name)
        monkeypatch.setattr(DocumentReader, "recognise", lambda *_, read=lines: read)
        with open_engine(settings=ON) as running:
            if engine == "former":
                running.add(folder)
            wait_for_ocr(running)
            for name in ("both.pdf", "letter.png"):
                found = running.paths(f"μουσική path:{name}", mode=SearchMode.LEXICAL)
                assert found == ([name] if lines else [])
            assert failures(running) == ({} if lines else {"Scans/letter.png": "no-text"})


def test_missing_ocr_languages_are_reported_once(open_engine, notes, monkeypatch):
    monkeypatch.setattr(background_activity, "is_ocr_installed", lambda: False)
    with open_engine(settings=ON) as running:
        running.add(notes)
        running.wait_for_notice("text recognition is not installed")
        running.add(notes)
        reported = [notice for notice in running.notices if "text recognition" in notice.message]
        assert len(reported) == 1
        assert "twofold[ocr]" in reported[0].hint
        running.wait_for_phase(IndexingPhase.IDLE)


@needs_ocr
@pytest.mark.slow
def test_recognised_letters_are_versions_of_each_other(open_engine, tmp_path):
    folder = tmp_path / "Scans"
    folder.mkdir()
    for name, lines in (("letter v1.png", LETTER), ("letter v2.png", LETTER[:-1])):
        (folder / name).write_bytes(picture_file(lines, "png"))
    with open_engine(settings=ON) as running:
        running.add(folder)
        wait_for_ocr(running)
        hit = running.search("volunteers", mode=SearchMode.LEXICAL).hits[0]
        assert hit.version_count == 2
