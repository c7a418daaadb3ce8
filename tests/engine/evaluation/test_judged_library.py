"""Judged documents lie in files with safe names that no query can match."""

from engine.evaluation.judged_library import file_name, write_documents
from engine.evaluation.judged_set import JudgedDocument


def test_names_are_safe_unique_and_say_nothing():
    ids = ["../../etc/passwd", "a/b", "A/B", "", "\0", "Geneva_Durben", "x" * 5000, "\ud800"]
    names = [file_name(doc_id, "md") for doc_id in ids]
    assert len(set(names)) == len(ids)
    for name in names:
        stem, extension = name.split(".")
        assert extension == "md"
        assert len(stem) == 16
        assert set(stem) <= set("bcdfghjklmnpqrst")


def test_what_was_there_before_is_gone(tmp_path):
    write_documents(tmp_path, [JudgedDocument("a", "", "old"), JudgedDocument("b", "", "")], "txt")
    write_documents(tmp_path, [JudgedDocument("a", "", "new")], "txt")
    assert [path.read_text() for path in tmp_path.iterdir()] == ["new"]
