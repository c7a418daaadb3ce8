"""Versions of one text in the catalog: which documents form a family, and which is the newest."""

import pytest

from tests.engine.stores.library import INDEXED_AT, passage
from twofold.engine.indexing.missing_signatures import add_signatures
from twofold.engine.model.document import DocumentMetadata, FileState, document_number
from twofold.engine.model.filters import SearchFilters, VersionChoice
from twofold.engine.ranking.signatures import document_signature
from twofold.engine.stores.catalog.change import DocumentRecord

LEASE = (
    "The landlord lets the rooms on the second floor to the tenant for use as an office. The rent "
    "of 1,250 euros is due on the third working day of each month. The tenant pays heating, water "
    "and cleaning according to consumption, and the landlord keeps roof and walls in good repair. "
    "Either side may end the lease with a notice of six months to the end of a quarter. Changes "
    "of the rooms need the consent of the landlord, which he may refuse for good reasons only. "
    "When the lease ends, the tenant returns the rooms clean and with all of the 14 keys."
)
ADDED = " The tenant may sublet single rooms to companies of the same group without being asked."
REPORT = (
    "The committee met in the town hall and approved the minutes of the previous meeting without "
    "changes. The treasurer reported on the accounts, and the members discussed the budget of the "
    "coming year. The chair thanked all volunteers for their help and closed the meeting. "
)


def facts(number):
    return " ".join(str(number * 1000 + place * 37) for place in range(12))


def put_all(catalog, *documents, with_signatures=True):
    """Put documents (path, text) into the catalog; a third value is the date."""
    with catalog.change() as change:
        for path, text, *day in documents:
            chunks = [passage(0, text)]
            change.put_document(
                DocumentRecord(
                    "Notes",
                    path,
                    FileState(len(text), 1_700_000_000_000_000_000),
                    DocumentMetadata(modified=day[0] if day else "2026-01-01"),
                    "md",
                    chunks,
                    "1",
                    INDEXED_AT,
                    signature=document_signature(chunks) if with_signatures else b"",
                )
            )


def versions(catalog, path):
    """Return the paths of the family of a document, newest first."""
    numbers = catalog.versions_of(document_number("Notes", path))
    documents = catalog.documents(numbers)
    return [documents[number].path for number in numbers]


def test_edited_document_is_a_version_and_the_newest_is_first(catalog):
    put_all(catalog, ("Lease v1.md", LEASE), ("Minutes.md", REPORT))
    put_all(catalog, ("Lease v2 final.docx", LEASE.replace("six", "three") + ADDED))
    family = ["Lease v2 final.docx", "Lease v1.md"]
    assert [versions(catalog, path) for path in family] == [family, family]
    assert versions(catalog, "Minutes.md") == []
    stored = catalog.document(document_number("Notes", "Lease v1.md"))
    assert (stored.version_place, stored.version_count) == (2, 2)


def test_renamed_copy_in_another_format_is_a_version(catalog):
    put_all(catalog, ("Lease.docx", LEASE, "2026-02-01"), ("old/rooms.pdf", LEASE, "2026-01-01"))
    assert versions(catalog, "Lease.docx") == ["Lease.docx", "old/rooms.pdf"]


@pytest.mark.parametrize("names", [("Report {}.docx"), ("{} meeting.docx"), ("Minutes 2026-{}-15")])
def test_template_filled_in_with_other_facts_is_no_version(catalog, names):
    texts = [REPORT * (1 + number % 2) + facts(number) for number in range(1, 5)]
    put_all(catalog, *((names.format(f"0{at}"), text) for at, text in enumerate(texts, start=1)))
    assert [versions(catalog, names.format(f"0{at}")) for at in range(1, 5)] == [[]] * 4


def test_names_of_a_series_are_no_versions_unless_the_text_is_the_same(catalog):
    put_all(
        catalog, ("NDA Acme.md", LEASE + " Acme."), ("NDA Globex.md", f"Globex. {LEASE}{ADDED}")
    )
    put_all(catalog, ("Lease Acme.md", REPORT), ("Lease Globex.md", REPORT))
    assert versions(catalog, "NDA Acme.md") == []
    assert len(versions(catalog, "Lease Acme.md")) == 2


def test_japanese_text_is_compared_by_characters(catalog):
    text = "賃貸人は二階の部屋を事務所として賃借人に貸す。家賃は毎月三日までに支払うものとする。"
    put_all(catalog, ("契約.md", text), ("契約 v2.md", text.replace("三日", "五日")))
    assert len(versions(catalog, "契約.md")) == 2


def test_family_is_split_when_the_version_between_its_parts_is_deleted(catalog):
    put_all(catalog, ("Plan v1.md", LEASE), ("Plan v2.md", LEASE + REPORT), ("Plan v3.md", REPORT))
    joined = versions(catalog, "Plan v1.md")
    with catalog.change() as change:
        change.delete_file("Notes", "Plan v2.md")
    assert joined == ["Plan v3.md", "Plan v2.md", "Plan v1.md"]
    assert versions(catalog, "Plan v1.md") == versions(catalog, "Plan v3.md") == []


def test_rewritten_document_leaves_its_family(catalog):
    put_all(catalog, ("a v1.md", LEASE), ("a v2.md", LEASE), ("a v3.md", LEASE))
    put_all(catalog, ("a v3.md", REPORT))
    assert versions(catalog, "a v1.md") == ["a v2.md", "a v1.md"]
    assert versions(catalog, "a v3.md") == []


def test_moved_document_stays_in_its_family(catalog):
    put_all(catalog, ("a v1.md", LEASE), ("b v2.md", LEASE))
    with catalog.change() as change:
        change.move_file(("Notes", "b v2.md"), "Notes", "old/a v0.md", FileState(1, 1))
    assert versions(catalog, "a v1.md") == ["a v1.md", "old/a v0.md"]


def test_removed_folder_leaves_no_versions(catalog):
    put_all(catalog, ("a v1.md", LEASE), ("a v2.md", LEASE))
    catalog.remove_folder("Notes")
    with catalog.connections.reading() as connection:
        for table in ("versions", "version_bands"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)


def test_documents_of_an_older_catalog_get_their_families_later(catalog):
    put_all(catalog, ("a v1.md", LEASE), ("a v2.md", LEASE), with_signatures=False)
    with catalog.connections.writing() as connection:
        connection.execute("DELETE FROM versions")
    assert versions(catalog, "a v1.md") == []
    assert not add_signatures(catalog)
    assert versions(catalog, "a v1.md") == ["a v2.md", "a v1.md"]


def test_newest_versions_are_selected_by_the_filter(catalog):
    put_all(catalog, ("a v1.md", LEASE), ("a v2.md", LEASE), ("b.md", REPORT))
    found = catalog.resolve(SearchFilters(versions=VersionChoice.NEWEST)).numbers.tolist()
    assert sorted(found) == sorted(document_number("Notes", path) for path in ("a v2.md", "b.md"))
