"""Jupyter notebooks (nbformat 3 and 4): Markdown, code and its output, cell by cell."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from twofold.engine.extract.encoding import decode
from twofold.engine.extract.formats.markup.markdown import BlockScanner
from twofold.engine.extract.lines import line_starts
from twofold.engine.extract.text_building import HeadingTrail, TextBuilder
from twofold.engine.model.document import (
    Block,
    BlockKind,
    DocumentMetadata,
    ExtractedText,
    LocatorKind,
)
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import message

# Limit for one output and for all outputs of a cell, in characters.
_MAX_OUTPUT = 2000
_MAX_CELL_LENGTH = 1_000_000
_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_Values = Mapping[str, object]


def extract(data: bytes, file_type: str = "ipynb") -> ExtractedText:
    """Read a notebook; raise DocumentError if it is damaged or not text."""
    decoded = decode(data)
    values = _loaded(decoded.text)
    built = TextBuilder()
    labels: list[str] = []
    trail = HeadingTrail()
    for number, cell in enumerate(_cells(values), start=1):
        for source, blocks in _cell_texts(cell, trail):
            text = f"{source}\n\n"
            built.add_blocks(text, blocks)
            labels += [f"cell {number}"] * len(line_starts(text))
    metadata = _metadata(values, built.blocks)
    notebook = built.by_line(LocatorKind.PARAGRAPH, metadata, file_type, decoded.warnings)
    return replace(notebook, place_labels=tuple(labels) or ("",))


def _loaded(text: str) -> _Values:
    try:
        found = json.loads(text)
    except ValueError as error:
        raise DocumentError(
            FailureReason.DAMAGED,
            message("The notebook is not valid JSON. Open it in Jupyter and save it again."),
        ) from error
    if not isinstance(found, dict):
        raise DocumentError(FailureReason.DAMAGED, message("The file is not a notebook."))
    return found


def _cells(values: _Values) -> Iterator[_Values]:
    sheets = [_mapping(sheet) for sheet in _list(values.get("worksheets"))]
    for holder in (values, *sheets):
        for cell in _list(holder.get("cells")):
            if isinstance(cell, dict):
                yield cell


def _cell_texts(cell: _Values, trail: HeadingTrail) -> Iterator[tuple[str, list[Block]]]:
    """Yield the source of a cell, then its outputs, with their blocks, skipping blank ones."""
    source = _joined(cell.get("source", cell.get("input", "")))[:_MAX_CELL_LENGTH]
    kind = cell.get("cell_type")
    if kind == "heading":
        level = cell.get("level")
        source = f"{'#' * (level if isinstance(level, int) else 1)} {source}"
    if kind in {"markdown", "heading"}:
        if source.strip():
            yield source, list(BlockScanner(source, 0, trail).blocks())
        return
    source_kind = BlockKind.PARAGRAPH if kind == "raw" else BlockKind.CODE
    texts = [(source.rstrip(), source_kind)]
    texts += [(output, BlockKind.CODE) for output in _outputs(cell)]
    for text, text_kind in texts:
        if text:
            yield text, [Block(0, len(text), text_kind, trail.path)]


def _metadata(values: _Values, blocks: list[Block]) -> DocumentMetadata:
    described = _mapping(values.get("metadata"))
    headings = (b.heading_path[-1] for b in blocks if b.heading_path)
    names = (_mapping(author).get("name") for author in _list(described.get("authors")))
    return DocumentMetadata(
        title=_text(described.get("title")) or next(headings, ""),
        author="; ".join(_text(name) for name in names if name),
    )


def _outputs(cell: _Values) -> Iterator[str]:
    """Yield the text output of a cell: streams, plain results, error messages."""
    left = _MAX_OUTPUT
    for found in _list(cell.get("outputs")):
        output = _mapping(found)
        results = _mapping(output.get("data"))
        text = _joined(output.get("text") or results.get("text/plain") or "")
        if output.get("output_type") in {"error", "pyerr"}:
            text = f"{_text(output.get('ename'))}: {_text(output.get('evalue'))}"
        text = _ANSI.sub("", text[: 2 * left]).strip()[:left]
        left -= len(text)
        if text:
            yield text
        if left <= 0:
            return


def _joined(source: object) -> str:
    if isinstance(source, list):
        source = "".join(part for part in source if isinstance(part, str))
    return source.replace("\0", "\ufffd") if isinstance(source, str) else ""


def _text(value: object) -> str:
    return " ".join(value.split())[:500] if isinstance(value, str) else ""


def _mapping(value: object) -> _Values:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []
