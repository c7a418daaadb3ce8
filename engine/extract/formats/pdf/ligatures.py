"""Arabic ligatures in a PDF: glyphs for several letters, which PDFium returns in reverse order.

Lines of right-to-left scripts are drawn from the left, so PDFium reverses their characters. This
also reverses the letters of a ligature, which are already in the right order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from twofold.engine.extract.formats.pdf.page_edits import Edit
from twofold.engine.extract.formats.pdf.page_glyphs import PageGlyphs

# Lam and alef in reverse, and the word for God, which are single glyphs in fonts.
_REVERSED = re.compile("\u0647\u0644\u0644\u0627?|[\u0622\u0623\u0625\u0627\u0671]\u0644")
_MAX_CANDIDATES = 4_000


def ligature_edits(page: PageGlyphs) -> Iterator[Edit]:
    """Yield edits that restore the order of the letters of reversed ligatures."""
    if "\u0644" not in page.text:
        return
    for found in islice(_REVERSED.finditer(page.text), _MAX_CANDIDATES):
        origins = {page.origin(at) for at in range(*found.span())}
        if len(origins) == 1:
            for at, letter in zip(range(*found.span()), reversed(found[0]), strict=True):
                yield Edit(at, at + 1, letter)
