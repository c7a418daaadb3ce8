"""docs/python.md: the example runs as printed, and the library works as documented."""

from __future__ import annotations

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import twofold

_PAGE = Path(__file__).parents[3] / "docs" / "python.md"


def test_the_example_runs_in_a_project_with_packages_of_the_same_names(indexed, tmp_path):
    page = _PAGE.read_text(encoding="utf-8")
    example = re.search(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert example is not None
    (tmp_path / "example.py").write_text(example[1], encoding="utf-8")
    for name in ("app", "engine", "ui", "resources"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise AssertionError", encoding="utf-8")

    done = subprocess.run(
        [sys.executable, "example.py"], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stderr
    printed = done.stdout.splitlines()
    assert printed[0].startswith("1 Memory limits ")
    assert [line.split()[0] for line in printed[1:3]] == ["lexical", "vector"]
    assert any(re.match(r"Query +memory limit", line) for line in printed)
    assert printed[-1] == "exact"
    assert "Memory limits" in (tmp_path / "found.bib").read_text(encoding="utf-8")


def test_exactly_the_public_names_exist():
    assert all(getattr(twofold, name) is not None for name in twofold.__all__)
    with pytest.raises(AttributeError, match="no attribute 'serach'"):
        _ = twofold.serach


def test_searches_of_several_threads_are_all_answered(indexed):
    queries = ["memory", "tomatoes", "limit", "water"] * 4
    with twofold.open_library() as library, ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda query: library.search(query, mode="keyword"), queries))
        assert [response.request.query for response in found] == queries
        alone = library.search("memory", mode="keyword")
    assert [hit.chunk_id for hit in found[0].hits] == [hit.chunk_id for hit in alone.hits]


def test_a_closed_library_raises_an_error(indexed):
    library = twofold.open_library()
    library.close()
    with pytest.raises(twofold.EngineError, match="not open"):
        library.search("memory")


@pytest.mark.usefixtures("indexed")
def test_a_folder_without_a_library_cannot_be_opened(tmp_path, caplog):
    with pytest.raises(twofold.EngineError, match="There is no library at"):
        twofold.open_library(tmp_path / "elsewhere")
    assert not (tmp_path / "elsewhere").exists()
    assert caplog.records == []


def test_a_bad_request_is_one_sentence(indexed):
    with twofold.open_library() as library, pytest.raises(twofold.EngineError) as reported:
        library.read("no such passage")
    assert reported.value.message


def test_an_unknown_mode_or_format_is_reported_with_those_that_exist(indexed):
    with twofold.open_library() as library:
        with pytest.raises(twofold.EngineError) as reported:
            library.search("memory", mode="zz")
        assert "hybrid, lexical, vector" in reported.value.hint
        found = library.search("memory", mode="lexical")
        with pytest.raises(twofold.EngineError) as reported:
            library.export(found, "zz")
        assert "bibtex" in reported.value.hint
