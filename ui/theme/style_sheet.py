"""The style sheet of a theme, made from resources/styles/window.qss."""

from __future__ import annotations

import re
import struct
from collections.abc import Mapping
from functools import cache

from PySide6.QtCore import QResource
from PySide6.QtGui import QColor

from ui.theme.icons import icon_svg
from ui.theme.resource_files import STYLES

_ROOT = "/twofold"
_VERSION = 1
_DIRECTORY, _PLAIN = 2, 0
_ANY_TERRITORY, _ANY_LANGUAGE = 0, 1
_HEADER = struct.Struct(">4s4I")
_NODE = struct.Struct(">IHII")
_FILE_NODE = struct.Struct(">IHHHI")


@cache  # also what keeps the bytes alive: Qt reads them where they lie
def _register(name: str, content: bytes) -> bytes:
    packed = _pack(name, content)
    if not QResource.registerResourceData(packed, _ROOT):
        raise ValueError(f"Qt does not take '{name}' as a resource.")
    return packed


def memory_file(name: str, content: bytes) -> str:
    """Return a path below ':/' under which Qt reads `content`, until the process ends.

    The same `name` must always come with the same `content`.
    """
    _register(name, content)
    return f":{_ROOT}/{name}"


def _pack(name: str, content: bytes) -> bytes:
    """Return a directory with one file, as rcc writes it (format 1: QtCore, qresource.cpp)."""
    letters = name.encode("utf-16-be")
    names = struct.pack(">HI", len(letters) // 2, _hash(letters)) + letters
    data = struct.pack(">I", len(content)) + content
    tree = _NODE.pack(0, _DIRECTORY, 1, 1)
    tree += _FILE_NODE.pack(0, _PLAIN, _ANY_TERRITORY, _ANY_LANGUAGE, 0)
    names_at = _HEADER.size + len(tree)
    data_at = names_at + len(names)
    header = _HEADER.pack(b"qres", _VERSION, _HEADER.size, data_at, names_at)
    return header + tree + names + data


def _hash(letters: bytes) -> int:
    """Return the hash by which Qt finds a name (`qt_hash`, of UTF-16 units)."""
    value = 0
    for (unit,) in struct.iter_unpack(">H", letters):
        value = (value << 4) + unit
        value ^= (value & 0xF0000000) >> 23
        value &= 0x0FFFFFFF
    return value


_COLOUR = re.compile(r"@([a-z][a-z0-9_]*)(?:/([0-9]+))?")
_ICON = re.compile(r"icon\(([a-z-]+), ([a-z0-9_]+)\)")


def make_style_sheet(tokens: Mapping[str, QColor], *, high_contrast: bool = False) -> str:
    """Return the style sheet with colours for '@token' and pictures for 'icon(name, token)'.

    '@token/60' is the colour at 60 % opacity. Style sheets read pictures from files only; the
    recoloured ones are files in memory.
    """
    names = ("window.qss", "contrast.qss") if high_contrast else ("window.qss",)
    template = "\n".join((STYLES / name).read_text(encoding="utf-8") for name in names)

    with_icons = _ICON.sub(lambda found: _picture(found[1], tokens[found[2]]), template)
    return _COLOUR.sub(lambda found: _css(tokens[found[1]], found[2]), with_icons)


def _picture(name: str, colour: QColor) -> str:
    svg = icon_svg(name, colour).encode()
    return f'url("{memory_file(f"{name}-{colour.name()[1:]}.svg", svg)}")'


def _css(colour: QColor, percent: str | None) -> str:
    alpha = round(255 * int(percent) / 100) if percent else colour.alpha()
    return f"rgba({colour.red()}, {colour.green()}, {colour.blue()}, {alpha})"
