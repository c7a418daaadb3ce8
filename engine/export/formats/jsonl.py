"""Information about the search in the first line, then one passage with its reference per line."""

from __future__ import annotations

from collections.abc import Iterator

from twofold.engine.export.bibliography.csl import csl_item
from twofold.engine.export.contents import Export
from twofold.engine.export.formats.json import passage_as_json
from twofold.engine.export.passages import Step
from twofold.engine.model.wire import as_json_text


def render(export: Export, step: Step) -> str:
    """Return the lines, each with one JSON object."""
    return "".join(f"{line}\n" for line in _lines(export, step))


def _lines(export: Export, step: Step) -> Iterator[str]:
    record = export.record.as_json()
    head = {"schema_version": "passages.v1", "heading": export.heading, **record}
    yield as_json_text(head, indent=None)
    references = {reference.id: csl_item(reference) for reference in export.references}
    for passage in export.passages:
        described = passage_as_json(passage) | {
            "schema_version": "passage.v1",
            "rank": passage.rank,
            "score": passage.score,
            "score_kind": passage.score_kind,
            "reference": references.get(passage.reference_id),
        }
        yield as_json_text(described, indent=None)
        step()
