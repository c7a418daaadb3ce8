"""Judged sets: documents, queries, and which document answers which query.

The layout is that of BEIR (Thakur et al. 2021, "BEIR: A Heterogeneous Benchmark for Zero-shot
Evaluation of Information Retrieval Models"): corpus.jsonl, queries.jsonl and qrels.tsv. A file
spans.tsv (query-id, corpus-id, start, end; characters of the document's text) may say which
passages of a document answer a query.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from twofold.engine.model.errors import JudgedSetError
from twofold.engine.model.hit import TextSpan
from twofold.engine.model.localized import Message

_LAYOUT = "A judged set is a folder with corpus.jsonl, queries.jsonl and qrels.tsv."


@dataclass(frozen=True, slots=True)
class JudgedDocument:
    """A document of a judged set; the title may be empty."""

    doc_id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class JudgedQuery:
    """A query with the relevance of documents (1 or more) and the spans that answer it."""

    query_id: str
    text: str
    relevance: Mapping[str, int]
    spans: Mapping[str, tuple[TextSpan, ...]]


@dataclass(frozen=True, slots=True)
class JudgedSet:
    """Documents, and the queries with at least one relevant document, in file order."""

    name: str
    corpus: Path
    documents: tuple[JudgedDocument, ...]
    queries: tuple[JudgedQuery, ...]

    @property
    def has_spans(self) -> bool:
        """Whether the answering passages are known."""
        return any(query.spans for query in self.queries)


def read_judged_set(
    folder: Path, corpus: Path | None = None, most_queries: int | None = None
) -> JudgedSet:
    """Read the set in `folder`, with the documents of `corpus` if given.

    Raise JudgedSetError if a file is missing, unreadable or inconsistent with the others.
    """
    source = corpus or folder
    documents = tuple(_documents(source / "corpus.jsonl"))
    queries = tuple(islice(_queries(folder), most_queries))
    known = {document.doc_id for document in documents}
    if not any(known.intersection(query.relevance) for query in queries):
        raise JudgedSetError(
            Message(f"No query of {folder} has a relevant document in {source}."),
            Message("Check that the ids in qrels.tsv match those of the corpus and the queries."),
        )
    name = _name(folder) if corpus is None else f"{_name(folder)} > {_name(corpus)}"
    return JudgedSet(name, source, documents, queries)


def _documents(path: Path) -> Iterator[JudgedDocument]:
    seen: set[str] = set()
    for place, entry in _json_lines(path):
        doc_id = _field(entry, "_id", place)
        if doc_id in seen:
            raise JudgedSetError(Message(f"{place}: the id '{doc_id}' is a duplicate."))
        seen.add(doc_id)
        yield JudgedDocument(doc_id, str(entry.get("title") or ""), _field(entry, "text", place))


def _queries(folder: Path) -> Iterator[JudgedQuery]:
    judged = _judgements(folder)
    spans = _spans(folder / "spans.tsv")
    for place, entry in _json_lines(folder / "queries.jsonl"):
        query_id = _field(entry, "_id", place)
        relevance = judged.pop(query_id, None)
        if relevance is not None:
            text = _field(entry, "text", place)
            yield JudgedQuery(query_id, text, relevance, spans.get(query_id, {}))


def _judgements(folder: Path) -> dict[str, dict[str, int]]:
    """Return the relevant documents of each query, without those judged irrelevant."""
    judged: dict[str, dict[str, int]] = {}
    for place, row in _rows(folder / "qrels.tsv", 3):
        relevance = _number(row[2], place)
        if relevance > 0:
            judged.setdefault(row[0], {})[row[1]] = relevance
    return judged


def _spans(path: Path) -> dict[str, dict[str, tuple[TextSpan, ...]]]:
    spans: dict[str, dict[str, tuple[TextSpan, ...]]] = {}
    if not path.exists():
        return spans
    for place, row in _rows(path, 4):
        span = TextSpan(_number(row[2], place), _number(row[3], place))
        if not 0 <= span.start < span.end:
            raise JudgedSetError(Message(f"{place}: the end of the span is before its start."))
        of_query = spans.setdefault(row[0], {})
        of_query[row[1]] = (*of_query.get(row[1], ()), span)
    return spans


def _name(folder: Path) -> str:
    """Return the set's name from info.json or, without one, the folder's."""
    try:
        name = json.loads((folder / "info.json").read_text(encoding="utf-8"))["name"]
    except (OSError, ValueError, LookupError, TypeError):
        name = None
    return name if isinstance(name, str) and name else folder.resolve().name


def _json_lines(path: Path) -> Iterator[tuple[str, dict[str, object]]]:
    for number, line in _lines(path):
        place = f"{path}, line {number}"
        try:
            entry = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise JudgedSetError(Message(f"{place}: invalid JSON."), Message(_LAYOUT)) from error
        if not isinstance(entry, dict):
            raise JudgedSetError(Message(f"{place}: not a JSON object."), Message(_LAYOUT))
        yield place, entry


def _rows(path: Path, columns: int) -> Iterator[tuple[str, list[str]]]:
    """Yield the rows of a table without the header."""
    for number, line in islice(_lines(path), 1, None):
        row = line.rstrip("\r\n").split("\t")
        place = f"{path}, line {number}"
        if len(row) != columns:
            raise JudgedSetError(
                Message(f"{place}: {len(row)} columns instead of {columns}."), Message(_LAYOUT)
            )
        yield place, row


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the non-blank lines with their numbers."""
    try:
        with path.open(encoding="utf-8-sig", newline="\n") as file:
            for number, line in enumerate(file, start=1):
                if line.strip():
                    yield number, line
    except UnicodeDecodeError as error:
        raise JudgedSetError(Message(f"{path} is not UTF-8 text."), Message(_LAYOUT)) from error
    except OSError as error:
        raise JudgedSetError(
            Message(f"{path}: {error.strerror or error}."), Message(_LAYOUT)
        ) from error


def _field(entry: Mapping[str, object], name: str, place: str) -> str:
    value = entry.get(name)
    if not isinstance(value, str):
        raise JudgedSetError(
            Message(f"{place}: the text field '{name}' is missing."), Message(_LAYOUT)
        )
    return value


def _number(text: str, place: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise JudgedSetError(
            Message(f"{place}: '{text}' is not a whole number."), Message(_LAYOUT)
        ) from error
