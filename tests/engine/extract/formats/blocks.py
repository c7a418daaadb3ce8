"""Helpers for tests that check the blocks of a document."""

from twofold.engine.model.document import LocatorKind


def lines(extracted):
    """Return (kind, text) of every block, in order."""
    return [(b.kind.value, extracted.text[b.start : b.end]) for b in extracted.blocks]


def blocks(extracted):
    """Return (kind, text, heading path) of every block, in order."""
    return [(b.kind, extracted.text[b.start : b.end], b.heading_path) for b in extracted.blocks]


def texts(extracted):
    return [text for _, text in lines(extracted)]


def check_places(extracted):
    """Assert that every line has its own locator, numbered from 1."""
    assert extracted.place_kind is LocatorKind.PARAGRAPH
    starts = [block.start for block in extracted.blocks]
    assert list(extracted.place_starts) == starts or not starts
    assert list(extracted.place_numbers) == list(range(1, len(starts) + 1)) or not starts
