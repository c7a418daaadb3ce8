"""Starting child processes without a window of their own."""

from __future__ import annotations

import subprocess

# Windows opens a console for each child of a program that has none; other systems know no such
# flag, and 0 is what they accept.
NO_WINDOW: int = getattr(subprocess, "CREATE_NO_WINDOW", 0)
