from pathlib import Path

from app.paths import default_paths, sample_library


def test_twofold_home_moves_every_place(tmp_path):
    paths = default_paths({"TWOFOLD_HOME": str(tmp_path)})
    places = [
        paths.library.root,
        paths.library.models,
        paths.library.catalog,
        paths.library.lexical,
        paths.library.vectors,
        paths.library.lock,
        paths.settings_file,
        paths.logs,
    ]
    assert all(place.is_relative_to(tmp_path) for place in places)
    assert len(set(places)) == len(places)


def test_without_twofold_home_the_systems_places_are_used():
    paths = default_paths({})
    assert paths.settings_file.name == "settings.yaml"
    assert "twofold" in paths.settings_file.parts
    assert paths.library.catalog.is_relative_to(paths.library.root)


def test_another_library_shares_models_and_settings(tmp_path):
    paths = default_paths({"TWOFOLD_HOME": str(tmp_path)})
    other = paths.with_library(Path("/elsewhere"))
    assert other.library.catalog == Path("/elsewhere/catalog.sqlite")
    assert other.library.models == paths.library.models
    assert other.settings_file == paths.settings_file


def test_the_sample_library_holds_several_formats():
    folder = sample_library()
    assert folder is not None
    assert {"md", "txt", "html", "pdf"} <= {path.suffix[1:] for path in folder.rglob("*.*")}
