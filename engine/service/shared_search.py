"""The shared libraries that are searched together with the user's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.settings import Settings
from twofold.engine.model.status import SharedLibraryStatus
from twofold.engine.search.remote import SharedShards
from twofold.engine.sharing.libraries import SharedLibraries
from twofold.engine.sharing.server import Server


@dataclass(frozen=True, slots=True)
class SharedChoice:
    """The shared libraries to search, and whether to search the user's own library too."""

    addresses: tuple[str, ...] = ()
    with_own: bool = True

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Return the choice in the settings. The own library is the default."""
        addresses = tuple(dict.fromkeys(settings.text("libraries.shared").split()))
        return cls(addresses, settings.flag("libraries.own") or not addresses)


@dataclass(frozen=True, slots=True)
class SharedAccess:
    """How to connect to shared libraries. A search waits for them for `patience` seconds.

    `connect` returns the server for an address, and raises BadRequestError for an invalid one.
    `on_change` is called, from any thread, when the availability of a library changes.
    """

    connect: Callable[[str], Server]
    patience: float
    on_change: Callable[[], None] = lambda: None


class SharedSearch:
    """The shared libraries that are searched with an open library; none without `access`."""

    def __init__(self, access: SharedAccess | None, chosen: SharedChoice) -> None:
        self._access = access
        self._chosen = chosen
        self._former: list[SharedLibraries] = []
        self._libraries, self._invalid_addresses = self._opened()

    @property
    def statuses(self) -> tuple[SharedLibraryStatus, ...]:
        """The status of each library."""
        return (*(one.status for one in self._libraries.every), *self._invalid_addresses)

    @property
    def model(self) -> str:
        """The model fingerprint of the first library that responds; '' if none does."""
        found = self._libraries.begin(lambda shard: shard.vectors.fingerprint)()
        return next(iter(found.by_shard.values()), "")

    def choose(self, chosen: SharedChoice) -> bool:
        """Search these libraries from now on. Return whether the choice has changed.

        The previous ones stay open until `close_former`, because a search may still use them.
        """
        if chosen == self._chosen:
            return False
        self._chosen = chosen
        self._former.append(self._libraries)
        self._libraries, self._invalid_addresses = self._opened()
        if self._access is not None:
            self._access.on_change()
        return True

    def beside_own(self, model: str) -> SharedShards | None:
        """Return the shards to search together with the library; None if there are none.

        `model` is the fingerprint of the model that embeds queries; '' if there is none.
        """
        if not self._libraries.count:
            return None
        return SharedShards(self._libraries, self._chosen.with_own, model)

    def wait_until_open(self) -> None:
        """Wait as long as a search would, or until it is known which libraries are available."""
        self._libraries.wait_until_open()

    def close_former(self) -> None:
        """Close libraries that are no longer searched."""
        while self._former:
            self._former.pop().close()

    def close(self) -> None:
        """Close all connections."""
        self.close_former()
        self._libraries.close()

    def _opened(self) -> tuple[SharedLibraries, tuple[SharedLibraryStatus, ...]]:
        """Return the chosen libraries, which open in the background, and the invalid addresses."""
        access, servers = self._access, []
        if access is None:
            return SharedLibraries((), 0.0), ()
        problems: list[SharedLibraryStatus] = []
        for address in self._chosen.addresses:
            try:
                servers.append(access.connect(address))
            except BadRequestError as error:
                problems.append(SharedLibraryStatus(address, problem=error.message))
        libraries = SharedLibraries(servers, access.patience, access.on_change)
        libraries.open()
        return libraries, tuple(problems)
