"""Links from a file that is saved to the documents it quotes.

A citation is relative to its library folder, so as a link it leads somewhere only from there.
"""

from __future__ import annotations

import os
from pathlib import Path

from engine.model.citation import Place, format_uri


def link_to(absolute_path: str, path: str, place: Place, beside: Path) -> str:
    """Return the link to a place from a file `beside` the document: a relative URI reference.

    On another drive it is a file URI. Of a document inside a file (`path` names it there), the link
    leads to the file. Links are resolved by name, so links on the disk are not followed here.
    """
    document = Path(absolute_path)
    try:
        relative = Path(os.path.relpath(document, beside.parent))
        whole = format_uri(relative.as_posix(), place)
    except ValueError:  # Windows has no way from one drive to another
        whole = f"{document.as_uri()}#{place.fragment}"
    is_inside = not f"/{document.as_posix()}".endswith(f"/{path}")
    return whole.partition("#")[0] if is_inside else whole
