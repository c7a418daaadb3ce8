import pytest

from tests.support.readable_folders import readable_folders
from twofold.engine.extract.process.reader import DocumentReader


@pytest.fixture(scope="module")
def reader(tmp_path_factory):
    """A reader shared by all tests. Its process and thread start before the first test."""
    reader = DocumentReader(folders=readable_folders)
    file = tmp_path_factory.mktemp("first") / "a.md"
    file.write_text("Words.\n", encoding="utf-8")
    assert len(list(reader.read_all([file]))) == 1
    yield reader
    reader.close()
