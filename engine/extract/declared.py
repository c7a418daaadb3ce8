"""The values that a document declares in addition to title, author and dates (`properties`)."""

from __future__ import annotations

import re
from collections.abc import Iterable

_MAX_VALUES = 100
_MAX_LENGTH = 2000
_MAX_NAME = 100
# Values that programs write for internal use.
_INTERNAL = re.compile(
    r"msip_label|contenttypeid|_dlc_|xd_|kso|icv\Z|_new_ms_pid|_ms_pid|sp\w*contenttype|mediaservice"
    r"|appversion|docsecurity|generator|viewport|_templateid|workflow|grammarly|zotero_pref|mendeley"
    r"|_?pid_|hyperlinkbase|linksuptodate|scalecrop|shareddoc|progid|workbookguid|classificationcon"
)
_FLAGS = frozenset({"true", "false", "0", "1"})
_IDENTIFIER = re.compile(r"\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?|0x[0-9a-f]{16,}")


def declared_values(values: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return the names (in lower case) and values (on one line) that are useful to readers.

    Values that programs write for internal use are left out.
    """
    found: dict[tuple[str, str], None] = {}
    for name, value in values:
        words = " ".join(value[: 2 * _MAX_LENGTH].split())[:_MAX_LENGTH]
        key = " ".join(name[:_MAX_NAME].casefold().split())
        folded = words.casefold()
        if not key or not any(map(str.isalnum, words)) or folded in _FLAGS:
            continue
        if _INTERNAL.match(key) or _IDENTIFIER.fullmatch(folded):
            continue
        found[key, words] = None
        if len(found) >= _MAX_VALUES:
            break
    return tuple(found)
