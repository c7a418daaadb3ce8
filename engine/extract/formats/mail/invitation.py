"""Invitations in mails (RFC 5545): subject, location and participants."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

_MAX_LENGTH = 200_000
_MAX_LINES = 1000
_CALENDAR_LINE = re.compile(
    r"^(SUMMARY|LOCATION|DESCRIPTION|ORGANIZER|ATTENDEE)"
    r"(?>;(?>CN=(\"[^\"\r\n]*+\"|[^;:\r\n]*+)|[^:;\r\n]*+))*+:([^\r\n]*+)",
    re.MULTILINE,
)
_UNFOLDED = re.compile(r"\r?\n[ \t]")
_ESCAPED = re.compile(r"\\(.)")
_PLAIN_SIGN = {",": ",", ";": ";", "\\": "\\"}


def calendar_lines(source: str, preceding: Sequence[str]) -> str:
    """Return the lines of an invitation (RFC 5545) that are not in the preceding text."""
    source = _UNFOLDED.sub("", source[:_MAX_LENGTH])
    before = " ".join(" ".join(preceding).split())
    lines: dict[str, None] = {}
    for found in islice(_CALENDAR_LINE.finditer(source), _MAX_LINES):
        name, common_name, value = found.groups("")
        shown = value if name in {"SUMMARY", "LOCATION", "DESCRIPTION"} else common_name or value
        shown = " ".join(_ESCAPED.sub(lambda sign: _PLAIN_SIGN.get(sign[1], " "), shown).split())
        shown = shown.strip('"').removeprefix("mailto:").removeprefix("MAILTO:")
        if shown and shown not in before:
            lines[f"{name.capitalize()}: {shown}"] = None
    return "\n".join(lines)
