from pathlib import Path

import pytest

from twofold.engine.stores.catalog.catalog import Catalog


@pytest.fixture
def catalog(tmp_path):
    """An open catalog with one folder."""
    opened = Catalog.open(tmp_path / "catalog.sqlite")
    opened.add_folder(Path("/home/ada/Notes"))
    yield opened
    opened.close()
