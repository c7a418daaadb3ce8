"""PySide does not read the source of everything that is imported after it."""

import subprocess
import sys

LOOK = """
import linecache
from app.pyside_imports import leave_sources_unread
leave_sources_unread()
import ui.theme
from PySide6.QtCore import QObject
print(QObject().objectName() == "", any("ui" in name for name in linecache.cache))
"""


def test_no_source_is_read_for_an_import():
    """When a new PySide fails here, see how it looks for its feature switches now."""
    done = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "False"]
    assert done.stderr == ""
