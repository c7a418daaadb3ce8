"""What a compound file holds: its streams say it, not its name."""

from __future__ import annotations

from engine.model.errors import DocumentError

_SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def holds(streams: frozenset[str], head: bytes, whole: bytes, *, is_called_so: bool) -> bool:
    """Say whether a file is a compound file with one of these streams (in lower case) at its root.

    Of one that cannot be opened the name decides, so that its own reader says what is wrong.
    """
    if not head.startswith(_SIGNATURE):
        return False
    # Imported when first needed: most files are no compound files.
    from engine.extract.formats.legacy_office.compound_file import CompoundFile  # noqa: PLC0415

    try:
        names = CompoundFile(whole).names()
    except DocumentError:
        return is_called_so
    return any(name.lower() in streams for name in names)
