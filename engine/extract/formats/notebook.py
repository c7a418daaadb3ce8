"""Jupyter notebooks."""

from __future__ import annotations

from engine.extract.file_format import Format
from engine.model.document import ExtractedText

_EXTENSIONS = frozenset({"ipynb", "json", ""})


def looks_like(head: bytes, whole: bytes, extension: str) -> bool:
    """Say whether a file is a notebook: JSON that holds cells and names its notebook format."""
    if extension not in _EXTENSIONS or head.lstrip()[:1] != b"{":
        return False
    return b'"nbformat"' in whole and (b'"cells"' in whole or b'"worksheets"' in whole)


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a notebook, its cells named as places."""
    from engine.extract.formats.data import notebook  # noqa: PLC0415  imported when first needed

    return notebook.extract(data, file_type)


FORMATS = (Format("Jupyter notebook", ("ipynb",), looks_like, extract, priority=5, needs_all=True),)
