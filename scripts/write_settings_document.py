"""Write docs/settings.md from the settings in the code."""

from __future__ import annotations

from pathlib import Path

from app.settings_document import settings_document

Path("docs/settings.md").write_text(settings_document(), encoding="utf-8")
