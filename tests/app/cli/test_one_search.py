"""A command's single search returns the same answer as an open engine, with fewer imports."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from twofold.app.cli.context import Context
from twofold.app.compose import search_once
from twofold.app.paths import default_paths
from twofold.engine.api import SearchFinished, SearchMode, SearchRequest, SearchResponse, Settings

_ROOT = Path(__file__).parents[3]
_NOT_FOR_KEYWORDS = (
    "numpy", "llama_cpp", "usearch", "numkong", "PySide6", "pypdfium2", "lxml", "pathspec",
    "watchfiles", "jinja2", "httpx", "platform",
    *(
        f"twofold.engine.{name}"
        for name in (
            "indexing", "extract", "export", "citations", "api", "model.events", "model.export",
            "model.evaluation", "model.requests", "model.status",
            "processes.children",
        )
    ),
)  # fmt: skip


def _without_times(response: SearchResponse) -> SearchResponse:
    return replace(response, trace=replace(response.trace, stage_ms={}))


@pytest.mark.parametrize("mode", list(SearchMode))
def test_a_single_search_gives_the_results_of_an_engine(indexed, mode):
    context = Context(default_paths())
    for query in ("memory limit", "memory type:md lang:de", "tomatoes -water", "E-4471", "zzzqqq"):
        request = SearchRequest(query, mode=mode)
        once = search_once(context.paths.library, Settings(), request)
        with context.open_client() as client:
            opened = client.ask(request, SearchFinished).response
        assert once is not None
        assert _without_times(once) == _without_times(opened)


def test_complex_searches_need_an_engine(indexed, home, twofold):
    library = default_paths().library
    assert search_once(library, Settings(), SearchRequest("memory", rerank=True)) is None
    assert search_once(replace(library, root=home / "none"), Settings(), SearchRequest("x")) is None
    assert not (home / "none").exists()


def _run_without_importing(unwanted: tuple[str, ...], *words: str) -> str:
    """Run a command in a separate process that must not import these modules. Return its output."""
    program = (
        "import sys\n"
        "from twofold.app.__main__ import main\n"
        f"assert main({list(words)}) == 0\n"
        f"unwanted = [name for name in {unwanted} if name in sys.modules]\n"
        "sys.exit(f'imported: {unwanted}' if unwanted else 0)"
    )
    finished = subprocess.run(
        [sys.executable, "-c", program], cwd=_ROOT, capture_output=True, text=True, check=False
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


def test_a_keyword_search_imports_no_model_no_numpy_and_no_indexer(indexed):
    printed = _run_without_importing(
        _NOT_FOR_KEYWORDS, "search", "--mode", "lexical", "memory limit"
    )
    assert "Memory limits" in printed


def test_indexing_for_keywords_imports_nothing_of_vectors(home, tmp_path):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "pension.md").write_text("# Pension\n\nApply in May.\n")
    unwanted = (
        "usearch",
        "numkong",
        "twofold.engine.stores.vectors",
        "twofold.engine.sharing.shard",
    )
    printed = _run_without_importing(
        unwanted, "folder", "add", "--no-vectors", str(tmp_path / "notes")
    )
    assert "1 document" in printed
