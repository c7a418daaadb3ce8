"""Judged sets: parsing, error messages, and writing their documents."""

import pytest

from tests.support.judged_files import write_judged_set
from twofold.engine.evaluation.judged_library import file_name, write_documents
from twofold.engine.evaluation.judged_set import JudgedDocument, read_judged_set
from twofold.engine.model.errors import JudgedSetError
from twofold.engine.model.hit import TextSpan


@pytest.fixture
def folder(tmp_path):
    return write_judged_set(
        tmp_path / "set",
        {"a": ("Title", "Text of a"), "b": ("", "Text of b")},
        {"q2": "second", "q1": "first", "q3": "judged irrelevant", "q4": "not judged"},
        {"q1": {"a": 2, "b": 0}, "q2": {"b": 1}, "q3": {"a": 0}},
        spans=[("q1", "a", 0, 4), ("q1", "a", 5, 7)],
    )


def test_documents_and_judged_queries_in_file_order(folder):
    judged = read_judged_set(folder)
    assert judged.name == "set"
    assert judged.documents[0] == JudgedDocument("a", "Title", "Text of a")
    assert [query.query_id for query in judged.queries] == ["q2", "q1"]
    assert judged.queries[1].relevance == {"a": 2}
    assert judged.queries[1].spans == {"a": (TextSpan(0, 4), TextSpan(5, 7))}
    assert judged.has_spans


@pytest.mark.parametrize("name", ["corpus.jsonl", "queries.jsonl", "qrels.tsv"])
def test_a_missing_file_is_named(folder, name):
    (folder / name).unlink()
    with pytest.raises(JudgedSetError, match=name):
        read_judged_set(folder)


@pytest.mark.parametrize(
    ("name", "content", "fragment"),
    [
        ("corpus.jsonl", b"{", "line 1: invalid JSON"),
        ("corpus.jsonl", b"[" * 100_000, "invalid JSON"),
        ("corpus.jsonl", b'\n{"_id": 7, "text": "x"}\n', "line 2: the text field '_id'"),
        ("corpus.jsonl", b'{"_id": "a", "text": ""}\n{"_id": "a", "text": ""}\n', "is a duplicate"),
        ("corpus.jsonl", b'{"_id": "\xff"}\n', "not UTF-8"),
        ("corpus.jsonl", b'{"_id": "z", "text": ""}\n', "No query of"),
        ("qrels.tsv", b"query-id\tcorpus-id\tscore\nq1\ta\tmuch\n", "'much' is not a whole number"),
        (
            "spans.tsv",
            b"query-id\tcorpus-id\tstart\tend\nq1\ta\t7\t3\n",
            "end of the span is before its start",
        ),
    ],
)
def test_errors_are_reported_with_their_position(folder, name, content, fragment):
    (folder / name).write_bytes(content)
    with pytest.raises(JudgedSetError) as caught:
        read_judged_set(folder)
    assert fragment in caught.value.message
    assert "\n" not in caught.value.message


def test_file_names_are_safe_unique_and_meaningless():
    ids = ["../../etc/passwd", "a/b", "A/B", "", "\0", "Geneva_Durben", "x" * 5000, "\ud800"]
    names = [file_name(doc_id, "md") for doc_id in ids]
    assert len(set(names)) == len(ids)
    for name in names:
        stem, extension = name.split(".")
        assert extension == "md"
        assert len(stem) == 16
        assert set(stem) <= set("bcdfghjklmnpqrst")


def test_previous_files_are_deleted(tmp_path):
    write_documents(tmp_path, [JudgedDocument("a", "", "old"), JudgedDocument("b", "", "")], "txt")
    write_documents(tmp_path, [JudgedDocument("a", "", "new")], "txt")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["new"]
