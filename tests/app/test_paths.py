import os
import subprocess
import sys
from pathlib import Path

import pytest

from twofold.app.paths import default_paths, own_command


def test_twofold_home_moves_all_paths(tmp_path):
    paths = default_paths({"TWOFOLD_HOME": str(tmp_path)})
    library = paths.library
    places = [
        library.root, library.models, library.catalog, library.lexical, library.vectors,
        library.lock, paths.settings_file, paths.logs,
    ]  # fmt: skip
    assert all(place.is_relative_to(tmp_path) for place in places)
    assert len(set(places)) == len(places)
    usual = default_paths({})
    assert (usual.settings_file.name, usual.settings_file.parent.name) == (
        "settings.yaml",
        "twofold",
    )
    assert usual.library.catalog.is_relative_to(usual.library.root)


def test_another_library_shares_models_and_settings(tmp_path):
    paths = default_paths({"TWOFOLD_HOME": str(tmp_path)})
    other = paths.with_library(Path("/elsewhere"))
    assert other.library.catalog == Path("/elsewhere/catalog.sqlite")
    assert other.library.models == paths.library.models
    assert other.settings_file == paths.settings_file


def test_a_blank_twofold_home_is_ignored(monkeypatch):
    for blank in ("", "  "):
        assert default_paths({"TWOFOLD_HOME": blank}) == default_paths({})
    monkeypatch.setattr("twofold.app.paths.is_packaged", lambda: True)
    monkeypatch.setenv("APPIMAGE", "")
    assert own_command() == [sys.executable]


@pytest.mark.parametrize("home", ["home", None])
def test_with_twofold_home_nothing_is_written_elsewhere(tmp_path, home):
    for name in ("home", "portable"):
        (tmp_path / name).mkdir()
    environment = {name: value for name, value in os.environ.items() if "XDG" not in name}
    environment.pop("HOME", None)
    if home is not None:
        environment["HOME"] = str(tmp_path / home)
    done = subprocess.run(
        [sys.executable, "-m", "twofold", "status"],
        cwd=Path(__file__).parents[2],
        env=environment | {"TWOFOLD_HOME": str(tmp_path / "portable")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"There is no library at {tmp_path / 'portable' / 'library'}" in done.stderr
    assert {path.name for path in (tmp_path / "portable").iterdir()} == {"logs", "settings.yaml"}
    assert list((tmp_path / "home").iterdir()) == []
