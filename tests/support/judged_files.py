"""Small judged sets in the BEIR format."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path


def write_judged_set(
    folder: Path,
    documents: Mapping[str, tuple[str, str]],
    queries: Mapping[str, str],
    judgements: Mapping[str, Mapping[str, int]],
    spans: Iterable[tuple[str, str, int, int]] = (),
) -> Path:
    """Write a judged set: (title, text) by document id, and each query's relevant documents."""
    folder.mkdir(parents=True, exist_ok=True)
    corpus = [
        {"_id": key, "title": title, "text": text} for key, (title, text) in documents.items()
    ]
    _write_lines(folder / "corpus.jsonl", corpus)
    _write_lines(
        folder / "queries.jsonl", [{"_id": key, "text": text} for key, text in queries.items()]
    )
    _write_table(
        folder / "qrels.tsv",
        ("query-id", "corpus-id", "score"),
        [(query, key, score) for query, of in judgements.items() for key, score in of.items()],
    )
    spans = list(spans)
    if spans:
        _write_table(folder / "spans.tsv", ("query-id", "corpus-id", "start", "end"), spans)
    return folder


def _write_lines(path: Path, entries: Iterable[Mapping[str, str]]) -> None:
    lines = (json.dumps(entry, ensure_ascii=False) for entry in entries)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _write_table(path: Path, heading: tuple[str, ...], rows: Iterable[tuple[object, ...]]) -> None:
    lines = ("\t".join(str(cell) for cell in row) for row in (heading, *rows))
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
