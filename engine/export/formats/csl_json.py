"""One item per document; `note` quotes its passages, `custom` has them for programs.

`custom` is part of CSL-JSON 1.0.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from twofold.engine.export.bibliography.csl import csl_item
from twofold.engine.export.contents import Export
from twofold.engine.export.passages import Step
from twofold.engine.model.wire import json_pieces


def render(export: Export, step: Step) -> str:
    """Return a JSON array with one item per document."""
    return "".join((*json_pieces(_items(export, step)), "\n"))


def _items(export: Export, step: Step) -> Iterator[dict[str, Any]]:
    grouped = export.by_reference()
    record = export.record.as_json()
    for reference in export.references:
        passages = grouped.get(reference.id, [])
        quoted = [
            {"text": p.text, "folder": p.folder, "uri": p.uri, "place": p.place} for p in passages
        ]
        item = csl_item(reference)
        item["note"] = "\n\n".join(passage.in_one_line for passage in passages)
        item["custom"] = {"twofold": {"passages": quoted, "search": record}}
        yield item
        for _ in passages:
            step()
