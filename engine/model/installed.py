"""How the program was installed, and how to install optional parts."""

from __future__ import annotations

import sys
from importlib.util import find_spec

from twofold.engine.model.localized import Message, message


def is_packaged() -> bool:
    """Return whether this is the packaged program, which contains its own Python."""
    return getattr(sys, "frozen", False)


def how_to_add(extra: str) -> Message:
    """Return how to install the optional part `extra`, as named in pyproject.toml."""
    if is_packaged():
        return message(
            "This part is not available in the packaged program. To use it, install Twofold with "
            "pipx or uv."
        )
    # Environments made by uv have no pip. Double quotes work in the shells of all systems.
    python = f'"{sys.executable}"'
    pip = f"{python} -m pip install" if find_spec("pip") else f"uv pip install --python {python}"
    return message("Run: {command}", command=f'{pip} "twofold[{extra}]"')
