"""Take screenshots of the window with the sample library, light and dark: docs/images/*.png.

With a folder (make screenshots ALL=FOLDER), screenshots of every main state are saved there
instead, in both themes and several sizes. Set QT_SCALE_FACTOR=2 to take them at twice the
resolution.

This needs fonts for Chinese, Japanese and Korean (Debian: fonts-noto-cjk) and milvus-lite.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from every_state import photograph_all
from photographer import NARROW, SIZE, Photographer
from platformdirs import user_data_path
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from shared_library import photograph_shared

from twofold.app.paths import sample_library

_IMAGES = Path(__file__).parent.parent / "docs" / "images"


def photograph(camera: Photographer, documents: Path) -> None:
    """Take the screenshots for the documentation."""
    camera.wait(lambda: camera.status.model.ready)
    camera.keep("welcome-light")
    camera.read(documents)
    camera.search()
    camera.keep("window-light")
    camera.show_table()
    camera.keep("explain-table-light")
    camera.show_table()
    camera.filter_by_date()
    camera.keep("filters-light")
    camera.filter_alone()
    camera.keep("listed-light")
    camera.window.search.clear_filters()
    camera.window.undo_bar.settle()
    camera.ask("a recipe for chocolate cake")
    camera.keep("empty-light")
    camera.window.search.answers.show_weak(wanted=True)
    camera.wait_for_sentences()
    camera.keep("weak-light")
    camera.search()
    camera.show_export()
    camera.keep("export-light")
    camera.close_dialogs()
    camera.window.show_library()
    camera.keep("library-light")
    camera.window.resize(NARROW)
    camera.search()
    camera.keep("narrow-light")
    camera.window.resize(SIZE)
    camera.search()
    camera.theme.use("dark", camera.application)
    camera.keep("window-dark")


def _home_in(folder: Path) -> Path:
    """Use a new home folder, so that screenshots show no path of this computer.

    The models are still read from the usual data folder.
    """
    os.environ.setdefault("XDG_DATA_HOME", str(user_data_path()))
    home = folder / "anna"
    (home / "Documents").mkdir(parents=True)
    os.environ["HOME"] = str(home)
    return home


def main() -> int:
    """Take all screenshots."""
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)
    application = QApplication(sys.argv)
    source = sample_library()
    if source is None:
        raise FileNotFoundError("resources/sample_library is missing")
    with tempfile.TemporaryDirectory() as folder:
        documents = _home_in(Path(folder)) / "Documents" / "Museum"
        shutil.copytree(source, documents)
        images = Path(sys.argv[1]) if len(sys.argv) > 1 else _IMAGES
        camera = Photographer(application, Path(folder), images)
        take = photograph_all if len(sys.argv) > 1 else photograph
        try:
            take(camera, documents)
        finally:
            camera.close()
        photograph_shared(application, Path(folder) / "shared", images, source)
    return 0


if __name__ == "__main__":
    sys.exit(main())
