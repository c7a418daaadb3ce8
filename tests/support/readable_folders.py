"""The folders in which tests make the files that a reader process reads."""

import tempfile
from pathlib import Path

_SOURCE = Path(__file__).resolve().parents[2]


def readable_folders():
    return (Path(tempfile.gettempdir()).resolve(), _SOURCE)
