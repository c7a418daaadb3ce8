"""Shared libraries: signing in to a server, publishing a library there, and copying one."""

from __future__ import annotations

from collections.abc import Callable, Container
from contextlib import closing
from typing import TYPE_CHECKING

from twofold.app.models import known_models
from twofold.app.paths import LibraryPaths

if TYPE_CHECKING:
    from twofold.engine.model.filters import SearchFilters
    from twofold.engine.model.sharing import (
        Copied,
        Published,
        PublishedSource,
        PublishingPlan,
    )
    from twofold.engine.sharing.server import Server


def share_library(
    paths: LibraryPaths,
    address: str,
    name: str,
    step: Callable[[int, int], None] = lambda _done, _of: None,
    *,
    publisher: str = "",
    only: str | None = None,
    keeps_others: bool = False,
    confirm: Callable[[PublishingPlan], None] = lambda _plan: None,
) -> Published:
    """Publish a library as `name`; see `engine.sharing.share.share`.

    `only` are the filters, written as in a query, that published documents must match; '' publishes
    all documents. They are stored (see `published_selection`) unless `confirm` raises an error. If
    `only` is None, the stored filters are used.
    """
    from twofold.engine.model.filters import SearchFilters
    from twofold.engine.sharing.address import Address
    from twofold.engine.sharing.selection import Selections
    from twofold.engine.sharing.share import share
    from twofold.engine.stores.catalog.catalog import Catalog
    from twofold.engine.stores.sync.opening import open_lexical

    filters = None if only is None else filters_of(only) if only else SearchFilters()
    if only is not None:
        confirm = Selections(paths.root).confirmed(Address.parse(address).name, only, confirm)
    with (
        closing(connect(address, bulk=True)) as server,
        closing(Catalog.open(paths.catalog, read_only=True)) as catalog,
        closing(open_lexical(catalog, paths.lexical, [])) as lexical,
    ):
        return share(
            catalog,
            lexical,
            server,
            name,
            step,
            publisher=publisher,
            filters=filters,
            keeps_others=keeps_others,
            confirm=confirm,
        )


def filters_of(text: str) -> SearchFilters:
    """Parse the filters of a query; raise BadRequestError if it contains anything else."""
    from twofold.engine.api import BadRequestError, message
    from twofold.engine.search.query_language import parse

    parsed = parse(text)
    if parsed.clauses or parsed.understood_as or parsed.filters.is_empty:
        raise BadRequestError(
            message("'{text}' does not consist of filters only.", text=text),
            message("Write filters as in a query, without words: tag:public -tag:draft"),
        )
    return parsed.filters


def published_selection(paths: LibraryPaths, address: str) -> str | None:
    """Return the filters with which a library was published at an address, or None."""
    from twofold.engine.sharing.address import Address
    from twofold.engine.sharing.selection import Selections

    return Selections(paths.root).of(Address.parse(address).name)


def checked_address(text: str) -> str:
    """Return the normalized address of a shared library; raise BadRequestError for other text."""
    from twofold.engine.sharing.address import Address

    return Address.parse(text).name


def store_token(address: str, token: str) -> bool:
    """Store the token for the server of an address; return True if its connection has no TLS."""
    from twofold.app import credentials
    from twofold.engine.sharing.address import Address

    parsed = Address.parse(address)
    credentials.store_token(parsed.server, token)
    return parsed.is_exposed


def withdraw_library(paths: LibraryPaths, address: str) -> None:
    """Delete what this library has published at an address."""
    from twofold.engine.sharing.selection import Selections
    from twofold.engine.sharing.share import withdraw
    from twofold.engine.stores.catalog.catalog import Catalog

    with (
        closing(connect(address, bulk=True)) as server,
        closing(Catalog.open(paths.catalog, read_only=True)) as catalog,
    ):
        withdraw(catalog, server)
        Selections(paths.root).keep(server.address.name, "")


def withdraw_parts(address: str, source: str, kept: Container[str] | None) -> PublishedSource:
    """Delete the published parts of a source whose ids are not in `kept`; None keeps all parts.

    Return the number of documents that were published before, and whether filters selected them.
    """
    from twofold.engine.sharing.share import withdraw_parts

    with closing(connect(address, bulk=True)) as server:
        return withdraw_parts(server, source, kept)


def pull_library(paths: LibraryPaths, address: str, step: Callable[[int, int], None]) -> Copied:
    """Copy a shared library into the library at `paths`."""
    from twofold.engine.sharing.copying import pull

    with closing(connect(address, bulk=True)) as server:
        return pull(
            catalog_file=paths.catalog,
            lexical=paths.lexical,
            vectors=paths.vectors,
            lock=paths.lock,
            server=server,
            step=step,
            dimension_of=known_models(paths.models).dimension_of,
        )


def connect(address: str, *, bulk: bool = False) -> Server:
    """Return the server of an address.

    With `bulk`, requests may take longer, and reads include all earlier writes.
    """
    from twofold.app.credentials import token_of
    from twofold.engine.model.localized import message
    from twofold.engine.sharing.address import Address
    from twofold.engine.sharing.server import Server

    parsed = Address.parse(address)
    token = token_of(parsed.server)
    if bulk:
        hint = message("Check the address, and whether the server is running.")
        return Server(parsed, token, seconds=60.0, consistency="Strong", hint=hint)
    return Server(parsed, token, consistency="Bounded")
