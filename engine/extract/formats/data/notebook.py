"""Jupyter notebooks: prose, code and what it printed, cell by cell (nbformat 3 and 4)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from engine.extract.encoding import decode
from engine.extract.errors import document_error
from engine.extract.formats.markdown import BlockScanner
from engine.extract.lines import line_starts
from engine.extract.text_building import HeadingTrail
from engine.model.document import (
    Block,
    BlockKind,
    DocumentMetadata,
    ExtractedText,
    FailureReason,
    PlaceKind,
)

# Characters of one output and of all outputs of a cell that are read.
_LONGEST_OUTPUT = 2000
_LONGEST_CELL = 1_000_000
_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_Values = Mapping[str, object]


def extract(data: bytes, file_type: str = "ipynb") -> ExtractedText:
    """Read a notebook; raise DocumentError when it is damaged or no text."""
    decoded = decode(data)
    notebook = _Notebook(_loaded(decoded.text))
    return notebook.as_text(file_type, decoded.warnings)


def _loaded(text: str) -> _Values:
    try:
        found = json.loads(text)
    except ValueError as error:
        raise document_error(
            FailureReason.DAMAGED, "The notebook is not valid JSON; open and save it again."
        ) from error
    if not isinstance(found, dict):
        raise document_error(FailureReason.DAMAGED, "The file is no notebook.")
    return found


class _Notebook:
    def __init__(self, values: _Values) -> None:
        self._values = values
        self._parts: list[str] = []
        self._length = 0
        self._blocks: list[Block] = []
        self._labels: list[str] = []
        self._trail = HeadingTrail()

    def as_text(self, file_type: str, warnings: tuple[str, ...]) -> ExtractedText:
        for number, cell in enumerate(_cells(self._values), start=1):
            self._add_cell(cell, f"cell {number}")
        text = "".join(self._parts)
        starts = line_starts(text)
        return ExtractedText(
            text=text,
            place_kind=PlaceKind.PARAGRAPH,
            place_starts=starts,
            place_numbers=tuple(range(1, len(starts) + 1)),
            place_labels=tuple(self._labels) or ("",),
            blocks=tuple(self._blocks),
            metadata=self._metadata(),
            file_type=file_type,
            warnings=warnings,
        )

    def _add_cell(self, cell: _Values, label: str) -> None:
        source = _joined(cell.get("source", cell.get("input", "")))[:_LONGEST_CELL]
        kind = cell.get("cell_type")
        if kind == "markdown":
            self._add_markdown(source, label)
        elif kind == "heading":
            level = cell.get("level")
            self._add_markdown(f"{'#' * (level if isinstance(level, int) else 1)} {source}", label)
        else:
            self._add_code(source, label, BlockKind.PARAGRAPH if kind == "raw" else BlockKind.CODE)
            for output in _outputs(cell):
                self._add_code(output, label, BlockKind.CODE)

    def _add_markdown(self, source: str, label: str) -> None:
        scanner = BlockScanner(source, 0, self._trail)
        self._add(source, label, list(scanner.blocks()))

    def _add_code(self, source: str, label: str, kind: BlockKind) -> None:
        source = source.rstrip()
        self._add(source, label, [Block(0, len(source), kind, self._trail.path)])

    def _add(self, source: str, label: str, blocks: list[Block]) -> None:
        if not source.strip():
            return
        piece = f"{source}\n\n"
        for block in blocks:
            self._blocks.append(
                Block(
                    block.start + self._length,
                    block.end + self._length,
                    block.kind,
                    block.heading_path,
                )
            )
        self._labels.extend(label for _ in line_starts(piece))
        self._parts.append(piece)
        self._length += len(piece)

    def _metadata(self) -> DocumentMetadata:
        described = _mapping(self._values.get("metadata"))
        headings = (b.heading_path[-1] for b in self._blocks if b.heading_path)
        names = (_mapping(author).get("name") for author in _list(described.get("authors")))
        return DocumentMetadata(
            title=_text(described.get("title")) or next(headings, ""),
            author="; ".join(_text(name) for name in names if name),
        )


def _cells(values: _Values) -> Iterator[_Values]:
    sheets = [_mapping(sheet) for sheet in _list(values.get("worksheets"))]
    for holder in (values, *sheets):
        for cell in _list(holder.get("cells")):
            if isinstance(cell, dict):
                yield cell


def _outputs(cell: _Values) -> Iterator[str]:
    """Yield the text output of a cell: streams, plain results, error messages."""
    left = _LONGEST_OUTPUT
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
