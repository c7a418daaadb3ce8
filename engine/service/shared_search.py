"""Which shared libraries are searched beside one's own, and what they are searched through."""

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
    """The shared libraries that are searched, and whether the person's own is, too."""

    addresses: tuple[str, ...] = ()
    with_own: bool = True

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Return what the settings choose; without an address it is one's own library."""
        addresses = tuple(dict.fromkeys(settings.text("libraries.shared").split()))
        return cls(addresses, settings.flag("libraries.own") or not addresses)


@dataclass(frozen=True, slots=True)
class SharedAccess:
    """How shared libraries are reached; a search waits for them for `patience` seconds.

    `connect` returns the server of an address; it raises BadRequestError for what is none.
    `on_change` is called, from any thread, when a library can be searched, or no longer can.
    """

    connect: Callable[[str], Server]
    patience: float
    on_change: Callable[[], None] = lambda: None


class SharedSearch:
    """The shared libraries that an open library is searched with; none without `access`."""

    def __init__(self, access: SharedAccess | None, chosen: SharedChoice) -> None:
        self._access = access
        self._chosen = chosen
        self._former: list[SharedLibraries] = []
        self._libraries, self._no_addresses = self._opened()

    @property
    def statuses(self) -> tuple[SharedLibraryStatus, ...]:
        """What is known of each."""
        return (*(one.status for one in self._libraries.every), *self._no_addresses)

    @property
    def model(self) -> str:
        """The fingerprint of the model of the first that answers; '' where none does."""
        found = self._libraries.begin(lambda shard: shard.vectors.fingerprint)()
        return next(iter(found.by_shard.values()), "")

    def choose(self, chosen: SharedChoice) -> bool:
        """Search in these from now on; return whether that is a change.

        Those before stay open until `close_former`, as somebody may be searching in them.
        """
        if chosen == self._chosen:
            return False
        self._chosen = chosen
        self._former.append(self._libraries)
        self._libraries, self._no_addresses = self._opened()
        if self._access is not None:
            self._access.on_change()
        return True

    def beside_own(self, model: str) -> SharedShards | None:
        """Return what is searched beside the library; None where that is nothing.

        `model` is the fingerprint of the model that embeds queries; '' while there is none.
        """
        if not self._libraries.count:
            return None
        return SharedShards(self._libraries, self._chosen.with_own, model)

    def wait_until_open(self) -> None:
        """Wait, for as long as a search does, until it is known which can be searched."""
        self._libraries.wait_until_open()

    def close_former(self) -> None:
        """Close what is searched no longer."""
        while self._former:
            self._former.pop().close()

    def close(self) -> None:
        """Close all connections."""
        self.close_former()
        self._libraries.close()

    def _opened(self) -> tuple[SharedLibraries, tuple[SharedLibraryStatus, ...]]:
        """Return the libraries that are chosen, which open in the background, and what are none."""
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
