"""The address of a shared library: milvus://HOST:PORT/COLLECTION."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlsplit

from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.localized import message

_DEFAULT_PORT = 19530
_COLLECTION = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,199}")


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a shared library; `uri` is its server's URI, or a file of milvus-lite."""

    uri: str
    collection: str
    name: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse 'milvus://HOST:PORT/COLLECTION', or 'milvuss' for TLS. Raise BadRequestError."""
        hint = message("Write it as milvus://HOST:PORT/COLLECTION, or milvuss:// for TLS.")
        try:
            parts = urlsplit(text)
            port = parts.port or _DEFAULT_PORT
        except ValueError as error:
            raise BadRequestError(
                message("'{text}' is not a valid address.", text=text), hint
            ) from error
        if parts.username or parts.password:  # it would be stored in histories and logs
            raise BadRequestError(
                message("An address must not contain a user or password."),
                message("Store them in the system's keyring: twofold share login ADDRESS"),
            )
        collection = parts.path.strip("/")
        is_plain = not (parts.query or parts.fragment)
        if not (
            parts.scheme in {"milvus", "milvuss"}
            and parts.hostname
            and _COLLECTION.fullmatch(collection)
            and is_plain
        ):
            raise BadRequestError(message("'{text}' is not a valid address.", text=text), hint)
        if ":" in parts.hostname:
            raise BadRequestError(
                message("The Milvus client does not support the IPv6 address {text}.", text=text),
                message("Use the host name of the server."),
            )
        scheme, place = "https" if parts.scheme == "milvuss" else "http", f"{parts.hostname}:{port}"
        return cls(f"{scheme}://{place}", collection, f"{parts.scheme}://{place}/{collection}")

    @property
    def host(self) -> str:
        """HOST:PORT, for display."""
        return self.uri.partition("://")[2] or self.uri

    @property
    def server(self) -> str:
        """The scheme, host and port. Credentials for a TLS server must not be sent without TLS."""
        return self.name.rpartition("/")[0]

    @property
    def is_exposed(self) -> bool:
        """Whether the traffic can be read on the network: no TLS, and another computer."""
        name = urlsplit(self.name).hostname or ""
        is_here = name == "localhost" or name.startswith("127.")
        return self.name.startswith("milvus://") and not is_here
