"""What file names say about versions, and which version is the newest."""

import pytest

from twofold.engine.model.version_names import (
    NameRelation,
    Version,
    VersionName,
    newest_first,
    relation,
)


@pytest.mark.parametrize(
    ("older", "newer"),
    [
        ("Lease v2.docx", "Lease v10.docx"),
        ("Lease_v3.docx", "Lease v3_final.docx"),
        ("Lease draft.docx", "Lease.docx"),
        ("Lease final.docx", "Lease signed.pdf"),
        ("Lease.docx", "Lease (2).docx"),
        ("Copy of Lease.docx", "Lease.docx"),
        ("Spec Rev A.doc", "Spec rev. B.doc"),
        ("Vertrag Entwurf.odt", "Vertrag Endfassung.odt"),
        ("Plan 2026-03-01.md", "Plan 20260302.md"),
    ],
)
def test_newer_name_of_the_same_text(older, newer):
    assert relation(VersionName.of(older), VersionName.of(newer)) is NameRelation.SAME
    family = [Version(1, older, "2026-05-01", 5), Version(2, newer, "2026-05-01", 5)]
    assert [one.path for one in newest_first(family)] == [newer, older]


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("Report 2026-01.md", "Report 2026-02.md", NameRelation.SERIES),
        ("Report January.md", "Report February.md", NameRelation.SERIES),
        ("NDA Acme.md", "NDA Globex v2.md", NameRelation.SERIES),
        ("Lease.md", "Lease Acme.md", NameRelation.UNRELATED),
        ("Lease.md", "scan0815.pdf", NameRelation.UNRELATED),
        ("2026-01-01.md", "2026-01-02.md", NameRelation.UNRELATED),
    ],
)
def test_relation_of_other_names(one, other, expected):
    assert relation(VersionName.of(one), VersionName.of(other)) is expected


def test_date_decides_unless_all_names_have_a_version_number():
    numbered = [Version(1, "a v2.md", "2026-01-01", 9), Version(2, "a v1.md", "2026-05-01", 1)]
    assert [one.document for one in newest_first(numbered)] == [1, 2]
    mixed = [*numbered, Version(3, "a.md", "2026-03-01", 1)]
    assert [one.document for one in newest_first(mixed)] == [2, 3, 1]
    dated = [Version(1, "a 2026-07-01.md", "2026-01-01", 1), Version(2, "a.md", "2026-06-01", 9)]
    assert [one.document for one in newest_first(dated)] == [1, 2]
    touched = [Version(1, "a.md", "", 1), Version(2, "b.md", "", 2)]
    assert [one.document for one in newest_first(touched)] == [2, 1]
