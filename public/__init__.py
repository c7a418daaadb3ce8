"""Twofold: desktop search over your own documents, by keywords and by meaning.

    import twofold

    with twofold.open_library() as library:
        for hit in library.search("memory limit").hits:
            print(hit.rank, hit.title, hit.citation.uri)

`__all__` lists the public interface; docs/python.md describes it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from twofold.engine.api import (
        CheckedCitation,
        EngineError,
        ExportFormat,
        Hit,
        LibraryStatus,
        SearchFilters,
        SearchMode,
        SearchRequest,
        SearchResponse,
        Settings,
    )
    from twofold.library import Library, Passage, as_json, explain, open_library

__all__ = [
    "CheckedCitation",
    "EngineError",
    "ExportFormat",
    "Hit",
    "Library",
    "LibraryStatus",
    "Passage",
    "SearchFilters",
    "SearchMode",
    "SearchRequest",
    "SearchResponse",
    "Settings",
    "as_json",
    "explain",
    "open_library",
]

_OF_LIBRARY = {"Library", "Passage", "as_json", "explain", "open_library"}


def __getattr__(name: str) -> Any:  # noqa: ANN401 (PEP 562)
    """Import a name on first use, as every command and child process imports this module."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = "twofold.library" if name in _OF_LIBRARY else "twofold.engine.api"
    return getattr(import_module(module), name)
