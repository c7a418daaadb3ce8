import pytest
from PySide6.QtCore import QFile, QIODevice

from ui.theme.style_sheet import memory_file


def content_of(path):
    file = QFile(path)
    assert file.open(QIODevice.OpenModeFlag.ReadOnly)
    return bytes(file.readAll())


@pytest.mark.parametrize("content", [b"", b"<svg/>", bytes(range(256)) * 300])
def test_what_is_given_is_read_by_its_path(content):
    name = f"picture-{len(content)}.bin"
    assert content_of(memory_file(name, content)) == content


def test_many_files_stand_side_by_side():
    names = [f"a picture with a rather long name, número {number}.svg" for number in range(40)]
    paths = [memory_file(name, name.encode()) for name in names]
    assert [content_of(path).decode() for path in paths] == names
    assert not QFile.exists(":/twofold/another.svg")
