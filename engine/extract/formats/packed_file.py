"""Files packed by gzip, bzip2 or xz."""

from __future__ import annotations

from engine.extract.file_format import Container, Format, holds_only_documents

_STARTS = (b"\x1f\x8b\x08", b"BZh", b"\xfd7zXZ\0")


def looks_like(head: bytes, _whole: bytes, _extension: str) -> bool:
    """Say whether a file begins as one of these does."""
    return head.startswith(_STARTS)


def open_container(data: bytes, name: str) -> Container:
    """Open a packed file: its one entry is the unpacked file."""
    from engine.extract import packed_file  # noqa: PLC0415  imported when first needed

    return packed_file.open_packed(data, name)


FORMATS = (
    Format(
        "Packed file",
        ("gz", "bz2", "xz", "tgz", "tbz2", "txz"),
        looks_like,
        holds_only_documents,
        priority=5,
        is_binary=True,
        open_container=open_container,
    ),
)
