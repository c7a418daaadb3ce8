"""Small archives, emails and books, created in memory for tests."""

from __future__ import annotations

import io
import tarfile
import zipfile
from collections.abc import Mapping


def zip_of(entries: Mapping[str, str | bytes], *, packed: bool = True) -> bytes:
    """Return a ZIP archive with these entries, in order. `mimetype` is never compressed."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, content in entries.items():
            is_stored = not packed or name == "mimetype"  # as EPUB and OpenDocument require
            method = zipfile.ZIP_STORED if is_stored else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name, (2024, 5, 6, 7, 8, 10)), content, method)
    return file.getvalue()


def with_flag(archive: bytes, flag: int) -> bytes:
    """Return a ZIP archive whose entries all have a general purpose flag set."""
    data = bytearray(archive)
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = data.find(mark)
        while at >= 0:
            data[at + offset] |= flag
            at = data.find(mark, at + 4)
    return bytes(data)


def tar_of(entries: Mapping[str, str | bytes]) -> bytes:
    """Return a TAR archive with these files."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        for name, content in entries.items():
            data = content.encode() if isinstance(content, str) else content
            info = tarfile.TarInfo(name)
            info.size, info.mtime = len(data), 1_715_000_000
            archive.addfile(info, io.BytesIO(data))
    return file.getvalue()


def mail_with(
    attachments: Mapping[str, str], *, subject: str = "Plans", body: str = "See what is attached."
) -> bytes:
    """Return an email with text files attached."""
    parts = [f"Content-Type: text/plain; charset=utf-8\r\n\r\n{body}\r\n"]
    parts += [
        f'Content-Type: text/plain; charset=utf-8\r\nContent-Disposition: attachment; filename="'
        f'{name}"\r\n\r\n{content}\r\n'
        for name, content in attachments.items()
    ]
    joined = "".join(f"--part\r\n{part}" for part in parts)
    return (
        "From: Ada Lovelace <ada@example.org>\r\nTo: Charles <charles@example.org>\r\n"
        f"Subject: {subject}\r\nDate: Tue, 10 Nov 2026 12:00:00 +0000\r\n"
        "Message-ID: <1@example.org>\r\nMIME-Version: 1.0\r\n"
        f'Content-Type: multipart/mixed; boundary="part"\r\n\r\n{joined}--part--\r\n'
    ).encode()


_CONTAINER = """<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="OPS/book.opf" media-type="application/oebps-package+xml"/>
</rootfiles></container>"""


def epub_of(
    chapters: Mapping[str, str],
    *,
    titles: Mapping[str, str] | None = None,
    metadata: str = "<dc:title>A House</dc:title>",
    more: Mapping[str, str | bytes] | None = None,
) -> bytes:
    """Return an EPUB 3 book.

    `chapters` maps file names to XHTML bodies, in reading order. `titles` maps some of them to
    their titles in the table of contents.
    """
    items = "".join(
        f'<item id="c{n}" href="{name}" media-type="application/xhtml+xml"/>'
        for n, name in enumerate(chapters)
    )
    spine = "".join(f'<itemref idref="c{n}"/>' for n in range(len(chapters)))
    links = "".join(f'<li><a href="{k}#x">{v}</a></li>' for k, v in (titles or {}).items())
    package = (
        '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0">'
        f'<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">{metadata}</metadata>'
        f'<manifest>{items}<item id="n" href="nav.xhtml" properties="nav"'
        f' media-type="application/xhtml+xml"/></manifest><spine>{spine}</spine></package>'
    )
    nav = (
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">'
        f'<body><nav epub:type="toc"><ol>{links}</ol></nav></body></html>'
    )
    entries: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": _CONTAINER,
        "OPS/book.opf": package,
        "OPS/nav.xhtml": nav,
    }
    for name, body in chapters.items():
        entries[f"OPS/{name}"] = (
            f'<html xmlns="http://www.w3.org/1999/xhtml"><body>{body}</body></html>'
        )
    return zip_of({**entries, **(more or {})})
