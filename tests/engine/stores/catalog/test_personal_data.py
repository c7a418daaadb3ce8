"""The copy of what a person said, when it holds something else."""

import json

import pytest

from engine.stores.catalog.connections import copy_beside
from engine.stores.catalog.personal import FORMAT
from engine.stores.sync.indexes import open_catalog


@pytest.mark.parametrize(
    "odd",
    [
        {"tags": 5},
        {"tags": [{"place": 5, "tag": [1]}]},
        {"trust": [{"place": "a", "level": 10**30}]},
        {"folders": [{"name": {}, "root": "x", "rules": {}}]},
        {"collection": [5]},
        {"collection": [{"id": {}, "position": [], "note": {}, "passage": 5}]},
    ],
)
def test_a_copy_that_holds_something_else_does_not_keep_the_library_shut(
    tmp_path, odd, expected_log
):
    expected_log.append("the copy of folders and tags holds something else")
    path = tmp_path / "catalog.sqlite"
    copy_beside(path).write_text(json.dumps({"format": FORMAT, **odd}), encoding="utf-8")
    catalog, _ = open_catalog(path)
    try:
        assert catalog.folders() == ()
        kept = json.loads((tmp_path / "personal.unreadable.json").read_text(encoding="utf-8"))
        assert kept == {"format": FORMAT, **odd}
    finally:
        catalog.close()


@pytest.mark.parametrize("text", ["{half of", "[]", '{"format": "twofold.personal.v9"}'])
def test_a_copy_that_cannot_be_understood_is_kept_and_not_written_over(
    tmp_path, text, expected_log
):
    expected_log.append("holds something else; it is kept as")
    path = tmp_path / "catalog.sqlite"
    copy_beside(path).write_text(text, encoding="utf-8")
    catalog, _ = open_catalog(path)
    catalog.close()
    assert (tmp_path / "personal.unreadable.json").read_text(encoding="utf-8") == text
    path.unlink()
    copy_beside(path).write_text("another", encoding="utf-8")
    open_catalog(path)[0].close()
    assert (tmp_path / "personal.unreadable.json").read_text(encoding="utf-8") == text
    assert (tmp_path / "personal.unreadable-2.json").read_text(encoding="utf-8") == "another"
