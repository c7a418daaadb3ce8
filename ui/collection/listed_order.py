"""The passages put aside in another order than they were listed in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.api import CollectionListed


def in_order(listed: CollectionListed, ids: Sequence[str]) -> CollectionListed:
    """Return the passages with these ids, in this order, each with what became of it."""
    places = {passage.id: place for place, passage in enumerate(listed.passages)}
    order = [places[one] for one in ids]
    return replace(
        listed,
        passages=tuple(listed.passages[place] for place in order),
        checks=tuple(listed.checks[place] for place in order) if listed.checks else (),
    )
