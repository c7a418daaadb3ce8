"""The folders with test files that an extraction worker may read."""

import tempfile
from pathlib import Path

_SOURCE = Path(__file__).resolve().parents[2]


def readable_folders():
    return (Path(tempfile.gettempdir()).resolve(), _SOURCE)
