"""Which texts are embedded together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def plan_batches(
    lengths: Sequence[int], *, max_tokens: int, max_texts: int
) -> Iterator[tuple[int, ...]]:
    """Yield batches of indices into `lengths` (tokens a text), texts of like length together.

    A batch holds at most `max_texts` texts and `max_tokens` tokens; a single longer text is alone.
    Deterministic: ascending length, then ascending index.
    """
    batch: list[int] = []
    tokens = 0
    for index in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and (len(batch) == max_texts or tokens + lengths[index] > max_tokens):
            yield tuple(batch)
            batch, tokens = [], 0
        batch.append(index)
        tokens += lengths[index]
    if batch:
        yield tuple(batch)
