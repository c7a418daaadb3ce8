"""The collection: stored passages with their citations."""

import pytest

from twofold.engine.api import (
    ChangeCollected,
    CheckCollection,
    CitationState,
    CollectionListed,
    CollectPassages,
    CreateCollection,
    DeleteCollection,
    ExportCollection,
    ExportFormat,
    ExportRendered,
    ListCollection,
    ListCollections,
    RemoveFolder,
    RenameCollection,
    RequestDone,
    RequestFailed,
)
from twofold.engine.stores.sync.indexes import open_catalog

TEXTS = {
    "kettle.md": "# Kettle\n\nThe kettle of the harbour master boils at noon and is left alone.\n",
    "ladder.md": "# Ladder\n\nWhoever climbs the ladder of the grain store signs the brown book.\n",
    "mirror.md": "# Mirror\n\nThe long mirror came from Trieste in a crate of straw.\n",
}


@pytest.fixture
def shelf(library):
    """A library with three notes that are in the collection."""
    for name, text in TEXTS.items():
        library.write(name, text)
    library.index()
    for word in ("kettle", "ladder", "mirror"):
        hit = library.find(word)[0]
        done = library.engine.ask(CollectPassages((hit.chunk_id,), note=f"on the {word}"))
        assert isinstance(done, RequestDone), done
        assert done.message == "1 passage added to the collection."
    return library


def listed(library, *, check=False):
    answer = library.engine.ask(CheckCollection() if check else ListCollection())
    assert isinstance(answer, CollectionListed), answer
    return answer


def titles(library):
    return [passage.title for passage in listed(library).passages]


def test_mail_line_has_the_same_label_however_it_is_collected(library):
    library.write("harbour.eml", "From: Ada <a@example.org>\nSubject: Tea\n\nThe kettle boils.\n")
    library.index()
    hit = library.find("kettle")[0]
    library.engine.ask(CollectPassages((hit.chunk_id,)))
    library.engine.ask(CollectPassages(uris=(f"harbour.eml#L{hit.citation.place.end}",)))
    last = hit.citation.place.end
    assert [one.label for one in listed(library).passages] == [f"lines 1–{last}", f"line {last}"]


def test_hits_and_citations_are_collected_only_once(shelf):
    shelf.write("anchor.md", "# Anchor\n\nThe rusty anchor lies in the yard of Genoa.\n")
    shelf.index()
    for words, sentence in (
        (["kettle"], "This passage is already in the collection."),
        (["kettle", "ladder"], "These 2 passages are already in the collection."),
        (
            ["kettle", "anchor"],
            "1 of 2 passages added to the collection; it already had the other one.",
        ),
    ):
        chunks = tuple(shelf.find(word)[0].chunk_id for word in words)
        assert shelf.engine.ask(CollectPassages(chunks, note="again")).message == sentence
    assert titles(shelf) == ["Kettle", "Ladder", "Mirror", "Anchor"]
    assert listed(shelf).passages[0].note == "on the kettle"

    shelf.engine.ask(CollectPassages(uris=("Notes/mirror.md#L3",)))
    last = listed(shelf).passages[-1]
    assert last.text == "The long mirror came from Trieste in a crate of straw."
    refused = shelf.engine.ask(CollectPassages(uris=("mirror.md#L99",)))
    assert isinstance(refused, RequestFailed)


def test_order_and_notes_are_set_by_the_user(shelf):
    assert titles(shelf) == ["Kettle", "Ladder", "Mirror"]
    first = listed(shelf).passages[0]
    assert (first.note, first.path, first.citation.uri) == (
        "on the kettle", "kettle.md", "kettle.md#L1-L3",
    )  # fmt: skip
    assert first.text in TEXTS["kettle.md"]
    for wanted in ("0", "4", "none", "-1", "9999999999"):
        answer = shelf.engine.ask(ChangeCollected(wanted, note="x"))
        assert isinstance(answer, RequestFailed)
        assert "3 passages" in answer.hint
    shelf.engine.ask(ChangeCollected("3", position=1))
    assert titles(shelf) == ["Mirror", "Kettle", "Ladder"]
    identity = listed(shelf).passages[1].id
    shelf.engine.ask(ChangeCollected(identity, note="line one\nline two"))
    assert listed(shelf).passages[1].note == "line one\nline two"
    shelf.engine.ask(ChangeCollected("1", remove=True))
    assert titles(shelf) == ["Kettle", "Ladder"]


def test_collection_follows_renamed_and_reindexed_files(shelf):
    (shelf.root / "kettle.md").rename(shelf.root / "pot.md")
    changed = TEXTS["ladder.md"].replace("brown book", "green ledger")
    (shelf.root / "ladder.md").write_text(changed)
    shelf.refresh()
    answer = listed(shelf, check=True)
    assert [p.note for p in answer.passages] == ["on the kettle", "on the ladder", "on the mirror"]
    states = [(check.state, check.path) for check in answer.checks]
    assert states == [
        (CitationState.MOVED, "pot.md"),
        (CitationState.CHANGED, "ladder.md"),
        (CitationState.EXACT, "mirror.md"),
    ]
    (shelf.root / "mirror.md").unlink()
    assert listed(shelf, check=True).checks[2].state is CitationState.GONE
    shelf.engine.ask(RemoveFolder("Notes"))
    assert listed(shelf).passages == answer.passages, "it outlives the files and their folder"


def test_collection_is_exported_in_every_format_with_changed_passages(shelf, tmp_path):
    shelf.write("kettle.md", "one\n\n" + TEXTS["kettle.md"])
    for form in ExportFormat:
        target = tmp_path / f"shelf-{form}{form.extension}"
        answer = shelf.engine.ask(ExportCollection(form, target=target))
        assert isinstance(answer, ExportRendered), answer
        assert target.read_bytes() == answer.data
        text = answer.text.replace("\\u201c", "“").replace("\\", "")
        for reported in ("The long mirror came from Trieste", "on the ladder"):
            assert reported in text, form
        assert "twofold --library" not in text, form
        if form is not ExportFormat.JSONL:
            assert "has moved to lines 3–5" in text, form


def test_collection_is_restored_if_the_catalog_is_lost(tmp_path, library, expected_log):
    expected_log.append("")
    library.write("kettle.md", TEXTS["kettle.md"])
    library.index()
    hit = library.find("kettle")[0]
    library.engine.ask(CollectPassages((hit.chunk_id,), note="keep \ud800 this"))
    kept = listed(library).passages
    library.engine.engine.close()
    path = tmp_path / "home" / "catalog.sqlite"
    path.write_bytes(b"x" * 8192)
    catalog, _ = open_catalog(path)
    assert catalog.annotations.collection() == kept
    catalog.close()


def test_a_passage_moves_between_collections_with_its_note(shelf):
    kettle = shelf.find("kettle")[0].chunk_id
    shelf.engine.ask(CreateCollection("Boats"))
    shelf.engine.ask(CollectPassages((kettle,), note="of the boat", collection="Boats"))
    for number in ("1", "1"):  # the kettle, which is in both, and the ladder
        done = shelf.engine.ask(ChangeCollected(number, move_to="Boats"))
        assert done.message == "The passage was moved to the collection 'Boats'."
    there = shelf.engine.ask(ListCollection("Boats")).passages
    assert [(one.title, one.note) for one in there] == [
        ("Kettle", "of the boat\non the kettle"), ("Ladder", "on the ladder"),
    ]  # fmt: skip
    assert titles(shelf) == ["Mirror"]
    shelf.engine.ask(ChangeCollected("2", position=1, collection="Boats"))
    assert [one.title for one in shelf.engine.ask(ListCollection("Boats")).passages] == [
        "Ladder", "Kettle",
    ]  # fmt: skip


def test_collections_survive_the_loss_of_the_catalog(tmp_path, shelf, expected_log):
    expected_log.append("")
    for name in ("Boats", "Empty"):
        shelf.engine.ask(CreateCollection(name))
    shelf.engine.ask(ChangeCollected("1", move_to="Boats"))
    refused = shelf.engine.ask(RenameCollection("Boats", "empty"))
    assert isinstance(refused, RequestFailed)
    shelf.engine.ask(RenameCollection("Boats", "Ships"))
    kept = shelf.engine.ask(ListCollections()).collections
    assert [(one.name, one.passages, one.notes) for one in kept] == [
        ("", 2, 2), ("Empty", 0, 0), ("Ships", 1, 1),
    ]  # fmt: skip
    shelf.engine.engine.close()
    path = tmp_path / "home" / "catalog.sqlite"
    path.write_bytes(b"x" * 8192)
    catalog, _ = open_catalog(path)
    assert catalog.annotations.collections() == kept
    catalog.close()


def test_deleting_a_collection_leaves_the_passages_of_others(shelf):
    kettle = shelf.find("kettle")[0].chunk_id
    shelf.engine.ask(CreateCollection("Boats"))
    shelf.engine.ask(CollectPassages((kettle,), collection="Boats"))
    shelf.engine.ask(DeleteCollection("Boats"))
    assert isinstance(shelf.engine.ask(ListCollection("Boats")), RequestFailed)
    assert titles(shelf) == ["Kettle", "Ladder", "Mirror"]
    refused = shelf.engine.ask(CollectPassages((kettle,), collection="Boats"))
    assert isinstance(refused, RequestFailed)
