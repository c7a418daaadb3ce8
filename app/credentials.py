"""Tokens for shared libraries, in the system's store of passwords alone."""

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
    except KeyringError:  # none on a server without a desktop: the shared library may need none
        return ""


def store_token(server: str, token: str) -> None:
    """Keep the token or USER:PASSWORD for a server; EngineError where that cannot be."""
    try:
        import keyring  # noqa: PLC0415 (an optional extra)
        from keyring.errors import KeyringError  # noqa: PLC0415
    except ImportError as error:
        raise EngineError(
            Message("Shared libraries need libraries that are not installed."),
            how_to_add("milvus"),
        ) from error
    try:
        keyring.set_password(_SERVICE, server, token)
    except KeyringError as error:
        raise EngineError(
            Message("This system has no store of passwords that can be used."),
            Message("The documentation of the Python package keyring says which ones there are."),
        ) from error
