"""JSON Canvas (.canvas of Obsidian): its cards become parts of one text, in reading order."""

from __future__ import annotations

import json
from pathlib import PurePosixPath
from typing import Any

from twofold.engine.extract.encoding import decode
from twofold.engine.extract.errors import damaged_error
from twofold.engine.extract.formats.markup.markdown import extract as extract_markdown
from twofold.engine.extract.metadata import tag_list
from twofold.engine.extract.text_building import Composition
from twofold.engine.model.document import DocumentMetadata, ExtractedText

_MAX_NODES = 20_000
_MAX_TEXT = 1_000_000


def extract(data: bytes, file_type: str = "canvas") -> ExtractedText:
    """Read a canvas; raise DocumentError if it is not one."""
    try:
        canvas = json.loads(decode(data).text)
        nodes = canvas.get("nodes", [])
        edges = canvas.get("edges", [])
    except (ValueError, AttributeError, RecursionError) as error:
        raise damaged_error() from error
    text = Composition()
    tags: list[str] = []
    for node in sorted(_objects(nodes), key=_position):
        words = _words(node)
        if not words:
            continue
        card = extract_markdown(words.encode("utf-8", "replace"))
        tags.extend(card.metadata.tags)
        text.add_text(card)
    for edge in _objects(edges):
        text.add_paragraphs(_text(edge, "label"))
    return text.by_line(DocumentMetadata(tags=tag_list(tags)), file_type)


def _objects(values: object) -> list[dict[str, Any]]:
    listed = values[:_MAX_NODES] if isinstance(values, list) else []
    return [value for value in listed if isinstance(value, dict)]


def _position(node: dict[str, Any]) -> tuple[float, float]:
    """Return where a card is: canvases are read from top to bottom, then from left to right."""
    places = [node.get("y"), node.get("x")]
    y, x = (
        float(one) if isinstance(one, int | float) and abs(one) < 1e12 else 0.0 for one in places
    )
    return y, x


def _words(node: dict[str, Any]) -> str:
    match node.get("type"):
        case "text":
            return _text(node, "text")
        case "file":  # only named; the file is a document of its own
            part = _text(node, "subpath").lstrip("#")
            return f"{PurePosixPath(_text(node, 'file')).stem} {part}".strip()
        case "link":
            return _text(node, "url")
        case "group":
            label = " ".join(_text(node, "label").split())
            return f"## {label}" if label else ""
        case _:
            return ""


def _text(node: dict[str, Any], name: str) -> str:
    value = node.get(name, "")
    return value[:_MAX_TEXT] if isinstance(value, str) else ""
