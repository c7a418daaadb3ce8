"""Write the files that desktops and shells use into a folder `share`.

    .venv/bin/python packaging/desktop_files.py dist/share [PROGRAM]

With PROGRAM, all entries start it by its path, for sessions that do not search its folder.
The man page and the completions for bash, zsh and fish are made from the parsers of the commands,
the icons from the drawing. Desktop entries, AppStream metadata and the search provider are copied.
All packages for Linux contain them.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import man_page
import shtab
from PySide6.QtGui import QGuiApplication, QIcon

from twofold.app.cli.command_line import build_whole_parser
from twofold.app.cli.command_table import COMMANDS

_HERE = Path(__file__).resolve().parent
_ICON = _HERE.parent / "resources" / "icons" / "app-mark.svg"
_SERVICE = "dbus-1/services/org.twofold.twofold.SearchProvider.service"
_SERVICE_MENU = "kio/servicemenus/twofold.desktop"
_COPIES = {
    _HERE / "twofold.desktop": "applications/twofold.desktop",
    _HERE / "search-provider.ini": "gnome-shell/search-providers/org.twofold.twofold.ini",
    _HERE / "dolphin.desktop": _SERVICE_MENU,
    _HERE / "krunner.desktop": "krunner/dbusplugins/twofold.desktop",
    _HERE / "org.twofold.twofold.metainfo.xml": "metainfo/org.twofold.twofold.metainfo.xml",
    _HERE / "search-provider.service": _SERVICE,
    _ICON: "icons/hicolor/scalable/apps/twofold.svg",
}
_PROGRAM = re.compile(r"(?<=^Exec=)\S+", re.MULTILINE)
_ICON_SIZES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
_COMPLETIONS = {
    "bash": "bash-completion/completions/twofold",
    "zsh": "zsh/site-functions/_twofold",
    "fish": "fish/vendor_completions.d/twofold.fish",
}
_FOLDERS = {"DIR", "FOLDER"}
_FILES = {"FILE", "PATH"}


def main(share: Path, program: str = "") -> None:
    """Write all files below `share`, which start `program` or the one of the system."""
    parser = build_whole_parser()
    _add_help(parser)
    for action in _actions(parser):
        metavar = str(action.metavar or "")
        if metavar in _FOLDERS:
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        elif metavar in _FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
    for shell, name in _COMPLETIONS.items():
        _write(share / name, shtab.complete(parser, shell=shell, root_prefix="twofold"))
    _write(share / "man" / "man1" / "twofold.1", man_page.man_page())
    for source, name in _COPIES.items():
        (share / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, share / name)
    if program:
        path = _quoted(str(Path(program).absolute()))
        for name in _COPIES.values():
            if name.endswith((".desktop", ".service")):
                entry = (share / name).read_text(encoding="utf-8")
                _write(share / name, _PROGRAM.sub(lambda _: path, entry))
    (share / _SERVICE_MENU).chmod(0o755)  # Dolphin requires this in the user's own folder
    _write_icons(share / "icons" / "hicolor")


def _quoted(path: str) -> str:
    """Return a path as the program in `Exec=` of a desktop entry or D-Bus service."""
    if re.search(r'[\\"`$%\n]', path):
        raise SystemExit(f"A desktop entry cannot start a program with this path: {path}")
    return path if re.fullmatch(r"[\w/.+-]+", path) else f'"{path}"'


def _add_help(parser: argparse.ArgumentParser) -> None:
    """Add `help` and `version`, which the program handles before parsing, for completion."""
    for action in _actions(parser):
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            action.help = "command"  # else shtab skips the commands
            for command in COMMANDS:
                if not command.module:
                    shown = action.add_parser(command.name, help=command.summary)
                    if command.name == "help":
                        names = [one.name for one in COMMANDS]
                        shown.add_argument("command", nargs="?", choices=names)
            return


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in parser._actions:  # noqa: SLF001 (argparse has no public list of its options)
        yield action
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for child in action.choices.values():
                yield from _actions(child)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _write_icons(folder: Path) -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QGuiApplication([])
    icon = QIcon(str(_ICON))
    for size in _ICON_SIZES:
        path = folder / f"{size}x{size}" / "apps" / "twofold.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not icon.pixmap(size).save(str(path)):
            raise OSError(f"The icon cannot be written: {path}")
    application.quit()


if __name__ == "__main__":
    main(Path(sys.argv[1]), *sys.argv[2:])
