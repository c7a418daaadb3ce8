"""Takes screenshots of a search in two libraries, one of them shared: docs/images/shared-*.png.

The runbooks and the code of the sample library are published on a server on this computer. All
other documents are in the user's own library.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from photographer import Photographer
from PySide6.QtWidgets import QApplication

from tests.engine.sharing.milvus import LiteServer
from twofold.engine.api import Settings

_PORT = 19530
_PUBLISHED = ("Runbooks", "Code")
_SHOWN = "Namespace stuck in Terminating"


def photograph_shared(application: QApplication, scratch: Path, images: Path, source: Path) -> None:
    """Take the screenshots: results, list of libraries, export dialog, unavailable server."""
    with _published(scratch, source) as (server, address):
        settings = Settings.from_mapping({"libraries.shared": address})
        camera = Photographer(application, scratch, images, settings=settings)
        try:
            _photograph(camera, server)
        finally:
            camera.close()


def _photograph(camera: Photographer, server: LiteServer) -> None:
    window, switch = camera.window, camera.window.switch
    camera.wait(lambda: camera.status.model.ready and camera.status.shared)
    camera.search(_SHOWN)
    camera.keep("shared-light")
    switch.open()
    camera.keep("shared-switch-light")
    camera.close_dialogs()
    camera.show_export()
    camera.settle()
    camera.show_end_of_export()
    camera.keep("shared-export-light")
    camera.close_dialogs()
    server.kill()
    camera.search()
    camera.wait(lambda: "does not respond" in window.search.pane.messages.text)
    switch.open()
    camera.keep("shared-away-light")
    camera.close_dialogs()


@contextmanager
def _published(scratch: Path, source: Path) -> Iterator[tuple[LiteServer, str]]:
    """Divide `source` into two libraries below `scratch`, and publish one of them as 'handbook'.

    Yield the running server and the address of the shared library.
    """
    own, shared = scratch / "Museum", scratch / "Operations"
    shutil.copytree(source, own)
    for name in _PUBLISHED:
        shutil.move(own / name, shared / name)
    _twofold(scratch / "library", "folder", "add", str(own))
    _twofold(scratch / "published", "folder", "add", str(shared))
    server, address = LiteServer(scratch / "milvus"), f"milvus://127.0.0.1:{_PORT}/handbook"
    server.port = _PORT
    server.start()
    try:
        _twofold(scratch / "published", "share", "publish", address, "--name", "operations")
        yield server, address
    finally:
        server.kill()


def _twofold(library: Path, *words: str) -> None:
    command = [sys.executable, "-m", "twofold", "--library", str(library), *words]
    subprocess.run(command, check=True, cwd=Path(__file__).parent.parent)
