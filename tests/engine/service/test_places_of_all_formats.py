"""A hit's citation leads back to the same words in the file, in every format."""

import pytest

from tests.support.cited_text import is_cited_exactly
from tests.support.paragraph_files import WORD, sample_files
from tests.support.readable_folders import readable_folders
from tests.support.running_engine import RunningEngine
from tests.support.tiny_embedder import tiny_embedder_loader
from twofold.engine.api import PreviewReady, PreviewRequest
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.extract.registry import registered_formats
from twofold.engine.model.document import LocatorKind

# For pictures, see test_scans. Binary formats are tested in tests/engine/extract/formats.
OF_OTHER_TESTS = {
    "Outlook attachment",
    "Outlook mailbox",
    "Pages, Keynote and Numbers",
    "Safari web archive",
    "XPS document",
    "Zotero item",
    "Zotero library",
}
SAMPLES = sample_files()
FILES = dict(SAMPLES.values())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("Rocks")
    for name, content in FILES.items():
        (folder / name).write_bytes(content)
    return folder


@pytest.fixture(scope="module")
def running(folder, tmp_path_factory):
    home = tmp_path_factory.mktemp("home")
    with RunningEngine.over(home, tiny_embedder_loader(home / "model")) as running:
        running.add(folder)
        yield running


@pytest.fixture(scope="module")
def hits(running):
    """The hits by file name. Those of embedded documents are below their container."""
    found = running.search(WORD, limit=1000).hits
    return {
        name: [hit for hit in found if hit.doc_path == name or hit.doc_path.startswith(f"{name}/")]
        for name in FILES
    }


@pytest.fixture(scope="module")
def read(folder):
    reader = DocumentReader(folders=readable_folders)
    yield lambda name, path: reader.read(folder / name, path[len(name) + 1 :])
    reader.close()


def test_there_is_a_sample_of_every_format():
    known = {one.name for one in registered_formats() if not one.name.endswith("picture")}
    assert known - OF_OTHER_TESTS == set(SAMPLES)


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_citation_leads_back_to_exactly_its_passage(hits, read, name):
    assert hits[name], "nothing found"
    for hit in hits[name]:
        extracted = read(name, hit.doc_path)
        assert is_cited_exactly(extracted, hit.citation, hit.text)


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_preview_shows_the_passage_at_its_place(running, hits, name):
    for hit in hits[name]:
        answer = running.ask(PreviewRequest(hit.chunk_id, WORD))
        assert isinstance(answer, PreviewReady), answer
        preview = answer.preview
        assert preview.text[preview.passage.start : preview.passage.end] == hit.text
        assert any(
            preview.text[match.start : match.end].lower() == WORD for match in preview.matches
        )
        if hit.citation.place.kind.is_line:
            lines = preview.text[: preview.passage.start].count("\n")
            assert preview.line_numbers[lines] == hit.citation.place.start


def test_slides_are_cited_as_pages_and_paragraphs_as_lines(hits):
    for name in ("sample.pptx", "sample.odp"):
        assert {hit.citation.uri for hit in hits[name]} == {f"{name}#page=2"}
        assert {hit.citation.place.kind for hit in hits[name]} == {LocatorKind.SLIDE}
    table = next(hit for hit in hits["sample.doc"] if "12 m" in hit.text)
    assert table.citation.uri.startswith("sample.doc#L")
    assert table.section_label == "Rocks"
    assert hits["sample.py"][0].citation.as_json()["code"]["language"] == "python"
