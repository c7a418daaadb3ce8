"""Write what is made from the code into the documentation: the settings, and the export formats."""

from __future__ import annotations

import re
from pathlib import Path

from app.settings_document import settings_document
from engine.export.formats.__init__ import formats_table

Path("docs/settings.md").write_text(settings_document(), encoding="utf-8")

EXPORTS = Path("docs/exports.md")
_TABLE = re.compile(r"^\| format \|.*?\n(?=\n)", re.MULTILINE | re.DOTALL)
EXPORTS.write_text(
    _TABLE.sub(lambda _: formats_table(), EXPORTS.read_text(encoding="utf-8")), encoding="utf-8"
)
