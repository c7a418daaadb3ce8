"""TAR archives."""

from __future__ import annotations

from engine.extract.file_format import Container, Format, holds_only_documents

_MAGIC = slice(257, 262)


def looks_like(head: bytes, _whole: bytes, extension: str) -> bool:
    """Say whether a file begins as a POSIX or GNU archive does; older ones have no mark."""
    return head[_MAGIC] == b"ustar" or extension == "tar"


def open_container(data: bytes, _name: str) -> Container:
    """Open an archive, a file in it an entry."""
    from engine.extract import tar_archive  # noqa: PLC0415  imported when first needed

    return tar_archive.open_tar(data)


FORMATS = (
    Format(
        "TAR archive",
        ("tar",),
        looks_like,
        holds_only_documents,
        priority=5,
        is_binary=True,
        open_container=open_container,
    ),
)
