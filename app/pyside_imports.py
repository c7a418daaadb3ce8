"""What importing PySide makes dearer for everything that is imported after it."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module

_LOOKS_INTO_A_MODULE = "_mod_uses_pyside"


def leave_sources_unread() -> None:
    """Keep PySide from reading the source of each module that is imported from now on.

    It looks there for its own name, as a module may ask for another spelling of Qt's names ("from
    __feature__ import snake_case"). None here does; reading 370 files takes a twentieth of the
    start, and they stay in memory. PySide has no setting for it: where a later version goes about
    it in another way, nothing is gained and nothing lost.
    """
    import_module("PySide6.QtCore")  # which makes the other one
    with suppress(ImportError):
        feature = import_module("shibokensupport.feature")
        if hasattr(feature, _LOOKS_INTO_A_MODULE):
            setattr(feature, _LOOKS_INTO_A_MODULE, lambda _module: False)
