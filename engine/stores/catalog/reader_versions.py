"""Which documents another version of Twofold read less of than this one does.

What a format gives may grow (charts, margins, notes). Files of such formats are then read once more
at the next look: their passages answer until then, and what is the same is not embedded again.
"""

# ruff: noqa: S608 - statements are put together from our own words only; every value is bound

from __future__ import annotations

import sqlite3

from engine.core.document import FailureReason
from engine.stores.catalog.outbox import meta_text, set_meta_text
from engine.stores.catalog.rows import OLDER_READING

_KEY = "readers"
# Raised together with a change of what formats give; the file types that it concerns.
READERS = 5
_GAINED: dict[int, tuple[str, ...]] = {
    1: ("docx", "odt", "pptx", "odp", "xlsx", "xlsm", "ods"),
    2: ("xls", "docx"),
    3: ("pdf", "epub"),
    4: ("pdf",),
    5: ("zip", "tar", "tgz", "gz"),  # documents of other programs were taken for such
}
# The last of them that reads formats which were none before (.doc, .ppt, .msg).
_NEW_FORMATS = 2


def mark_outdated(connection: sqlite3.Connection) -> int:
    """Mark the files of which more is read now, and what is inside such files; return how many."""
    known = int(meta_text(connection, _KEY) or 0)
    if known >= READERS:
        return 0
    types = [kind for version in range(known + 1, READERS + 1) for kind in _GAINED[version]]
    marks = ", ".join("?" * len(types))
    outdated = connection.execute(
        f"""UPDATE documents SET chunker_version = ? WHERE number IN (
                SELECT coalesce(m.file, d.number) FROM documents d
                LEFT JOIN members m ON m.document = d.number WHERE d.file_type IN ({marks}))""",
        (OLDER_READING, *types),
    ).rowcount
    if known < _NEW_FORMATS:
        outdated += _try_unsupported_again(connection)
    set_meta_text(connection, _KEY, str(READERS))
    return outdated


def _try_unsupported_again(connection: sqlite3.Connection) -> int:
    """Forget files of formats that could not be read, and mark what holds such; return how many."""
    holding = connection.execute(
        """UPDATE documents SET chunker_version = ?1 WHERE chunker_version != ?1 AND number IN (
               SELECT m.file FROM members m JOIN failures f ON f.number = m.document
               WHERE f.reason = ?2)""",
        (OLDER_READING, FailureReason.UNSUPPORTED.value),
    ).rowcount
    files = connection.execute(
        """DELETE FROM failures
           WHERE reason = ? AND number NOT IN (SELECT document FROM members)""",
        (FailureReason.UNSUPPORTED.value,),
    ).rowcount
    return holding + files
