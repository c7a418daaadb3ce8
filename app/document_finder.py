"""Find a document of the library by a path as a user or an assistant writes it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path, PurePosixPath

from twofold.app.blocking_client import Asker
from twofold.engine.api import (
    BadRequestError,
    Hit,
    Message,
    SearchFilters,
    SearchFinished,
    SearchMode,
    SearchRequest,
)
from twofold.engine.model.path_patterns import exact_pattern

_WORD = re.compile(r"\w+")
_MAX_SHOWN = 100
_MAX_CANDIDATES = 20
_MAX_SUGGESTIONS = 3


def find_document(path: str, client: Asker) -> Hit:
    """Return the first passage of a document.

    `path` is absolute, relative to a library folder, or begins with the folder's name. Raise
    BadRequestError, with similar paths, if it is not indexed or in several folders.
    """
    found = {f"{hit.library} {name_of(hit)}".strip(): hit for hit in _with_path(path, client)}
    if len(found) > 1:
        raise BadRequestError(
            Message(f"'{_shown(path)}' is in several folders of the library."),
            Message(f"Choose from: {', '.join(found)}."),
        )
    if found:
        return next(iter(found.values()))
    similar = similar_paths(path, client)
    names = " or ".join(f"'{name}'" for name in similar)
    raise BadRequestError(
        Message(f"'{_shown(path)}' is not an indexed document."),
        Message(f"Did you mean {names}?" if similar else "To find out why: twofold why FILE"),
    )


def name_of(hit: Hit) -> str:
    """Return the path of a document in the library, with its folder."""
    return f"{hit.folder}/{hit.doc_path}" if hit.folder else hit.doc_path


def similar_paths(path: str, client: Asker) -> Sequence[str]:
    """Return the paths of indexed documents that `path` may have meant, the most similar first."""
    name = PurePosixPath(path).name
    words = " ".join(_WORD.findall(PurePosixPath(path).stem))
    candidates = _listed(f"**/{exact_pattern(name)}", client)
    if not candidates and words:
        request = SearchRequest(
            words, mode=SearchMode.LEXICAL, limit=_MAX_CANDIDATES, group_by_document=True
        )
        candidates = client.ask(request, SearchFinished).response.hits
    names = list(dict.fromkeys(name_of(hit) for hit in candidates))
    close = get_close_matches(path, names, _MAX_SUGGESTIONS, cutoff=0.4)
    return close or names[:_MAX_SUGGESTIONS]


def _with_path(path: str, client: Asker) -> Iterator[Hit]:
    """Yield the first passage of each document to which `path` may refer."""
    for folder, inside in _places(path, client):
        for hit in _listed(exact_pattern(inside), client, folder):
            if hit.doc_path == inside:
                yield hit


def _places(path: str, client: Asker) -> Iterator[tuple[str, str]]:
    """Yield each folder ('' for any), and the path in it, to which `path` may refer."""
    if Path(path).is_absolute():
        for folder in client.present_status().folders:
            if Path(path).is_relative_to(folder.root):
                yield folder.name, Path(path).relative_to(folder.root).as_posix()
        return
    yield "", path
    first, _, rest = path.partition("/")
    if rest:
        yield first, rest


def _listed(pattern: str, client: Asker, folder: str = "") -> Sequence[Hit]:
    """Return the first passage of each document whose path matches a pattern."""
    filters = SearchFilters(folders=(folder,) if folder else (), path_glob=pattern)
    request = SearchRequest("", limit=_MAX_CANDIDATES, filters=filters)
    return client.ask(request, SearchFinished).response.hits


def _shown(path: str) -> str:
    return path if len(path) <= _MAX_SHOWN else f"{path[:_MAX_SHOWN]}..."
