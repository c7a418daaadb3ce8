import pytest

from twofold.app.output_file import check_overwriting, write_output
from twofold.engine.api import BadRequestError


def test_a_file_created_after_the_check_is_not_overwritten(tmp_path):
    file = tmp_path / "report.zip"
    check_overwriting(file, force=False)
    file.write_text("of another program")
    with pytest.raises(BadRequestError, match="already exists"):
        write_output(file, b"ours", overwrite=False)
    assert file.read_text() == "of another program"
    write_output(file, b"ours", overwrite=True)
    assert file.read_bytes() == b"ours"


@pytest.mark.parametrize("overwrite", [False, True])
def test_an_incomplete_file_is_deleted(tmp_path, overwrite):
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            write_output(tmp_path / "report.zip", b"longer than ten bytes", overwrite=overwrite)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert list(tmp_path.iterdir()) == []


def test_no_folder_is_created_for_a_file(tmp_path):
    for overwrite in (False, True):
        with pytest.raises(FileNotFoundError):
            write_output(tmp_path / "none" / "a.json", b"", overwrite=overwrite)
    assert list(tmp_path.iterdir()) == []
