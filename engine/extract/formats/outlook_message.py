"""Messages as Outlook saves them: .msg."""

from __future__ import annotations

from engine.extract.file_format import Container, Format, own_text
from engine.extract.formats.legacy_office.kind import holds
from engine.model.document import ExtractedText

_FILE_TYPES = ("msg", "oft")
_STREAMS = frozenset({"__properties_version1.0"})


def looks_like(head: bytes, whole: bytes, extension: str) -> bool:
    """Say whether a file is a compound file that holds a message."""
    return holds(_STREAMS, head, whole, is_called_so=extension in _FILE_TYPES)


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a message, a line of its text a place."""
    return own_text(open_container(data, f"mail.{file_type}"))


def open_container(data: bytes, _name: str) -> Container:
    """Open a message; its entries are what is attached."""
    from engine.extract.formats.legacy_office import outlook_message  # noqa: PLC0415  imported when first needed

    return outlook_message.open_message(data)


FORMATS = (
    Format(
        "Outlook message",
        _FILE_TYPES,
        looks_like,
        extract,
        priority=5,
        is_binary=True,
        open_container=open_container,
    ),
)
