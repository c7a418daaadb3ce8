"""The content of an export: hits of a search, or a collection."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Protocol

from twofold.engine.api import (
    ExportCollection,
    ExportFormat,
    ExportHits,
    Hit,
    SearchResponse,
)
from twofold.ui.collection.collection_controller import collection_title
from twofold.ui.i18n.translation import tr

_MAX_WORDS = 6
_MAX_STEM = 60


class ExportSource(Protocol):
    """The passages that an export dialog offers, all or only the selected ones."""

    @property
    def title(self) -> str:
        """The title of the dialog."""

    @property
    def stem(self) -> str:
        """The default file name without its extension."""

    @property
    def hits(self) -> tuple[Hit, ...]:
        """The hits; () for a collection, whose passages the engine checks itself."""

    @property
    def has_notes(self) -> bool:
        """Whether the passages have the user's notes."""

    @property
    def rows(self) -> int:
        """The number of passages that the user sees."""

    def count(self, *, selected: bool) -> int:
        """Return how many passages are exported."""

    def request(
        self,
        form: ExportFormat,
        *,
        selected: bool,
        limit: int | None,
        memo: bool,
        options: dict[str, Any],
    ) -> ExportHits | ExportCollection:
        """Return the request for an export of at most `limit` passages."""


@dataclass(frozen=True, slots=True)
class HitSource:
    """Hits of a search; `chosen` are the ids of the selected ones, `rows` counts all rows."""

    response: SearchResponse
    chosen: tuple[str, ...]
    rows: int

    @property
    def title(self) -> str:
        """The title of the dialog."""
        return tr("Export passages")

    @property
    def stem(self) -> str:
        """The first words of the query."""
        return _stem_of(self.response.request.query) or "passages"

    @property
    def hits(self) -> tuple[Hit, ...]:
        """The hits."""
        return self.response.hits

    @property
    def has_notes(self) -> bool:
        """Hits have none."""
        return False

    def count(self, *, selected: bool) -> int:
        """Return how many passages are exported."""
        return len(self.chosen if selected else self.hits)

    def request(
        self,
        form: ExportFormat,
        *,
        selected: bool,
        limit: int | None,
        memo: bool,  # noqa: ARG002 - hits have no notes
        options: dict[str, Any],
    ) -> ExportHits:
        """Return the request for an export of at most `limit` passages."""
        ids = self.chosen if selected else tuple(hit.chunk_id for hit in self.hits)
        return ExportHits(form, self.response, ids[:limit], **options)


@dataclass(frozen=True, slots=True)
class CollectionSource:
    """A collection with `rows` passages."""

    name: str
    rows: int

    @property
    def title(self) -> str:
        """The title of the dialog."""
        return tr("Export collection")

    @property
    def stem(self) -> str:
        """The first words of the name."""
        return _stem_of(collection_title(self.name)) or "collection"

    @property
    def hits(self) -> tuple[Hit, ...]:
        """No hits."""
        return ()

    @property
    def has_notes(self) -> bool:
        """Passages of a collection may have notes."""
        return True

    def count(self, *, selected: bool) -> int:  # noqa: ARG002 - it is always the whole collection
        """Return how many passages are exported."""
        return self.rows

    def request(
        self,
        form: ExportFormat,
        *,
        selected: bool,  # noqa: ARG002 - as above
        limit: int | None,
        memo: bool,
        options: dict[str, Any],
    ) -> ExportCollection:
        """Return the request for an export of at most `limit` passages."""
        return ExportCollection(form, self.name, limit, memo, **options)


def _stem_of(text: str) -> str:
    """Return a file name that is valid on every system."""
    return "-".join(re.findall(r"\w+", text)[:_MAX_WORDS])[:_MAX_STEM].lower()
