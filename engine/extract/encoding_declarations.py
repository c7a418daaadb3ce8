"""The encoding a file names itself: in an XML declaration, HTML, TeX or a comment for editors."""

from __future__ import annotations

import re

_DECLARATIONS = (
    re.compile(
        rb"<(?:meta|\?xml)[^>]{0,300}?(?:charset|encoding)\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE
    ),
    # In the first two lines (PEP 263, Emacs).
    re.compile(rb"\A[^\r\n]{0,200}(?:[\r\n]+[^\r\n]{0,200}?)?coding[:=][ \t]*([\w.-]+)"),
    re.compile(rb"\\usepackage\[(\w+)\]\{inputenc\}"),
)
_HEAD_BYTES = 8192
_TEX_NAMES = {
    "latin1": "iso-8859-1", "latin2": "iso-8859-2", "latin9": "iso-8859-15", "ansinew": "cp1252",
    "applemac": "mac_roman", "utf8x": "utf-8",
}  # fmt: skip


def declared_encoding(data: bytes) -> str:
    """Return the name of the encoding that stands in the first bytes of a file, or ''."""
    head = data[:_HEAD_BYTES]
    for pattern in _DECLARATIONS:
        if found := pattern.search(head):
            name = found[1].decode("ascii", "replace").lower()
            return _TEX_NAMES.get(name, name)
    return ""
