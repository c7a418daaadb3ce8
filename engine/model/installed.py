"""How this copy of the program was installed, and so how an optional part comes into it."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from twofold.engine.model.message import Message, message


def is_packaged() -> bool:
    """Whether this is the packaged program, which brings its own Python along."""
    return getattr(sys, "frozen", False)


def how_to_add(extra: str) -> Message:
    """Say how a person gets the optional part `extra`, as pyproject.toml names it."""
    if is_packaged():
        return message(
            "The packaged program does not support this part. To use it, install Twofold with "
            "pipx or uv."
        )
    # uv makes environments without pip. Double quotes are understood by the shells of all systems.
    python = f'"{sys.executable}"'
    pip = f"{python} -m pip install" if find_spec("pip") else f"uv pip install --python {python}"
    return message("Run: {command}", command=f'{pip} "twofold[{extra}]"')
