from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from tests.ui.samples import make_hit, sample_response, shown
from twofold.engine.api import Citation, FoundBy, HitDuplicate, Locator, LocatorKind
from twofold.ui.i18n.citation_text import shown_title
from twofold.ui.i18n.value_names import found_by_name
from twofold.ui.results.result_model import (
    HitRole,
    ResultModel,
    duplicates_label,
    file_icon,
    language_label,
    place_parts,
    weak_label,
)


@pytest.fixture
def model(qapp):
    model = ResultModel()
    model.set_answer(shown(sample_response()))
    return model


def test_there_is_one_row_per_hit(model, qtmodeltester):
    assert model.rowCount() == 6
    assert model.rowCount(model.index(0)) == 0
    qtmodeltester.check(model)


def test_every_found_by_value_has_a_name():
    assert len({found_by_name(kind) for kind in FoundBy}) == len(FoundBy)
    assert not FoundBy.FILTERS.is_ranked


def test_the_location_lists_folder_to_lines_without_the_title():
    hit = make_hit(folder="Notes", path="Runbooks/a/cleanup.md", section="Cleanup")
    assert place_parts(hit) == ("Notes", "Runbooks", "a", "Cleanup", "lines 10–24")
    titled = make_hit(title="Cleanup", section="Cleanup", place=Locator(LocatorKind.PAGE, 3, 3))
    assert place_parts(titled) == ("Notes", "Runbooks", "p. 3")
    contact = replace(hit, citation=replace(hit.citation, label="Cleanup"))
    assert place_parts(contact) == ("Notes", "Runbooks", "a", "Cleanup")
    in_table = replace(hit, heading_path=("Cleanup", "Job │ Runs │ " + "of every kind " * 9))
    assert place_parts(in_table)[3:5] == (
        "Cleanup",
        "Job │ Runs │ " + "of every kind " * 3 + "of ev…",
    )


def test_code_shows_its_programming_language(model):
    assert language_label(model.hits[4]) == "Go"
    assert file_icon(model.hits[4]) == "file-code"
    assert language_label(model.hits[2]) == "English"
    assert language_label(make_hit(lang="und")) == ""


def test_screen_readers_get_title_location_kind_and_rank(model):
    spoken = model.index(2).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == (
        "Graceful Deletion in Declarative Control Planes, Papers, "
        "2.3 Finalizers and the order of deletion, p. 3, Both, 3rd of 42"
    )
    described = model.index(2).data(Qt.ItemDataRole.AccessibleDescriptionRole)
    assert described.startswith("A finalizer is a key")


def test_code_without_a_title_is_called_by_its_file_name():
    hit = make_hit(title="reconcile_finalizer", path="Code/reconcile_finalizer.go", file_type="go")
    assert shown_title(hit) == "reconcile_finalizer.go"
    titled = make_hit(title="The reconciler", path="Code/reconcile_finalizer.go", file_type="go")
    assert shown_title(titled) == "The reconciler"
    note = make_hit(title="frost", path="Garden/frost.md", file_type="md")
    assert shown_title(note) == "frost"


def copy_of(document: int) -> HitDuplicate:
    citation = Citation(
        "other.md", Locator(LocatorKind.LINE, 1, 2), "2026-11-21T08:00:00+00:00", stale=False
    )
    return HitDuplicate(
        f"{document:016x}", f"{document:016x}", "other.md", "Other", "", citation, True
    )


def test_a_weak_hit_is_labelled_and_announced(qapp):
    model, response = ResultModel(), sample_response()
    hits = (replace(response.hits[0], weak=True), *response.hits[1:])
    model.set_answer(shown(replace(response, hits=hits)))
    last = model.index(model.rowCount() - 1)
    assert last.data(HitRole.HIT).weak
    assert last.data(HitRole.WEAK_BELOW) == 1
    assert weak_label() in last.data(Qt.ItemDataRole.AccessibleTextRole)
    assert weak_label() not in model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)


def test_duplicates_are_described_by_their_documents():
    hit = replace(make_hit(), doc_id=f"{1:016x}")
    assert duplicates_label(hit) == ""
    elsewhere = replace(hit, duplicates=(copy_of(2), copy_of(3), copy_of(3), copy_of(1)))
    assert duplicates_label(elsewhere) == "also in 2 other documents"
    assert (
        duplicates_label(replace(hit, duplicates=(copy_of(1),)))
        == "also at 1 other place in this document"
    )


def test_hits_are_dragged_as_files_and_citations(model):
    indexes = [model.index(row, 0) for row in (2, 0)]
    data = model.mimeData(indexes)
    assert [url.toLocalFile() for url in data.urls()] == [
        "/documents/Runbooks/cleanup.md",
        "/documents/graceful-deletion.pdf",
    ]
    first, second = data.text().splitlines()
    assert first.startswith("‘Namespace stuck in Terminating’, Notes/Runbooks/cleanup.md")
    assert "graceful-deletion.pdf#page=3" in second
    assert model.supportedDragActions() is Qt.DropAction.CopyAction
    assert model.flags(indexes[0]) & Qt.ItemFlag.ItemIsDragEnabled
