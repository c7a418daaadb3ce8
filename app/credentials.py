"""Tokens for shared libraries, stored only in the password store of the system."""

from __future__ import annotations

from twofold.engine.api import EngineError, Message, how_to_add

_SERVICE = "twofold"


def token_of(server: str) -> str:
    """Return the token or USER:PASSWORD for a server ('milvuss://HOST:PORT'), '' for none."""
    try:
        import keyring  # noqa: PLC0415 (an optional extra)
        from keyring.errors import KeyringError  # noqa: PLC0415
    except ImportError:
        return ""
    try:
        return keyring.get_password(_SERVICE, server) or ""
    except KeyringError:  # a server without a desktop has no store; the library may need no token
        return ""


def store_token(server: str, token: str) -> None:
    """Store the token or USER:PASSWORD for a server; raise EngineError if that fails."""
    try:
        import keyring  # noqa: PLC0415 (an optional extra)
        from keyring.errors import KeyringError  # noqa: PLC0415
    except ImportError as error:
        raise EngineError(
            Message("Shared libraries need Python packages that are not installed."),
            how_to_add("milvus"),
        ) from error
    try:
        keyring.set_password(_SERVICE, server, token)
    except KeyringError as error:
        raise EngineError(
            Message("This system has no usable password store."),
            Message("The documentation of the Python package keyring lists the supported ones."),
        ) from error
