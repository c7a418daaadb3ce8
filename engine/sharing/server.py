"""The server of a shared library: calls that fail in time and in clear words."""

from __future__ import annotations

import json
import logging
import os
import random
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from twofold.engine.model.errors import EngineError, IndexUnavailableError
from twofold.engine.model.installed import how_to_add
from twofold.engine.model.message import EMPTY, Message, message
from twofold.engine.sharing.address import Address

logger = logging.getLogger(__name__)

MAX_ROWS = 16_384  # of one answer, by Milvus' own limit
_MAX_ROWS_IN_ALL = 20_000_000
_ROWS_A_BATCH = 500
# After a failure nothing is asked for so many seconds, twice as many after the next one.
_FIRST_PAUSE, _MAX_PAUSE = 2.0, 15.0
_FIRST_DELAY, _MAX_DELAY = 0.1, 2.0  # seconds before a call is repeated
# A server that is there may take so long: after its start it reads, and may build, its indexes.
_SECONDS_TO_ANSWER = 120.0
_MAX_BYTES = 100_000_000  # of one answer, which is held in memory
_CHANNEL = {
    "grpc.service_config": json.dumps(
        {"methodConfig": [{"name": [{}], "timeout": f"{_SECONDS_TO_ANSWER}s"}]}
    ),
    b"grpc.max_receive_message_length": _MAX_BYTES,
    "grpc.min_reconnect_backoff_ms": 5000,  # in spite of its name, how long connecting may take
    # A server that has stopped is noticed by its silence. Who asks more often, or without a call,
    # is cut off by some servers.
    "grpc.keepalive_time_ms": 40_000,
    "grpc.keepalive_permit_without_calls": 0,
}
# Without a time-out pymilvus itself repeats nothing. These need one: they ask until it is done.
_ASKING_AGAIN = frozenset({"create_collection", "create_index", "load_collection", "flush"})
_NOT_LOADED, _TOO_OFTEN = "101", "8"
_AWAY = frozenset({"UNAVAILABLE", "DEADLINE_EXCEEDED", "CANCELLED", "2", _TOO_OFTEN})
_PRIVILEGE = re.compile(r"Privilege([A-Za-z]{1,40}): permission deny")
# What gRPC says where a server is not who it should be; the first one that it says is meant.
_UNTRUSTED = (
    ("certificate has expired", message("its certificate has expired")),
    ("Hostname Verification Check", message("its certificate is for another name")),
    ("CERTIFICATE_VERIFY_FAILED", message("nobody trusted here has signed its certificate")),
    ("WRONG_VERSION_NUMBER", message("it does not speak TLS")),
)

Row = Mapping[str, Any]


class _AwayError(IndexUnavailableError):
    """The server does not answer."""


class _UntrustedError(_AwayError):
    """The server is not who it should be: nothing was sent, and asking again does not help."""


class _NotLoadedError(IndexUnavailableError):
    """The collection is there, but not in the server's memory."""


class Server:
    """The server of one address. Any thread may use it; the first call connects.

    `token` is 'USER:PASSWORD' or an API key. A server that cannot be reached is asked again with
    back-off for `seconds`; one that was reached has two minutes to answer. After that calls fail at
    once for a while, so that nobody waits again and again for a server that is away. `consistency`
    is Milvus' level for reading: 'Strong' sees all that was written before. Every method raises
    IndexUnavailableError.
    """

    def __init__(
        self, address: Address, token: str = "", *, seconds: float = 5.0, consistency: str = ""
    ) -> None:
        self.address = address
        self._token = token
        self._seconds = seconds
        self._reading = {"consistency_level": consistency} if consistency else {}
        self._client: Any = None
        self._is_closed = False
        self._connecting = threading.Lock()
        self._pause = 0.0
        self._closed_until = 0.0
        self._reason = self._away()
        self._breaking = threading.Lock()
        self._loading = threading.Lock()

    def has(self, collection: str) -> bool:
        """Say whether a collection exists."""
        return bool(self.call("has_collection", collection))

    def query(
        self, collection: str, expression: str, fields: Sequence[str], limit: int = MAX_ROWS
    ) -> list[Row]:
        """Return at most `limit` rows that an expression allows."""
        found = self.call(
            "query",
            collection,
            filter=expression,
            output_fields=[*fields],
            limit=limit,
            **self._reading,
        )
        return [_checked(row) for row in found][:limit]

    def count(self, collection: str, expression: str = "") -> int:
        """Count the rows that an expression allows."""
        found = self.call(
            "query", collection, filter=expression, output_fields=["count(*)"], **self._reading
        )
        return max(0, whole(_checked(found[0]), "count(*)")) if found else 0

    def rows_of(
        self, collection: str, field: str, values: Sequence[Any], fields: Sequence[str]
    ) -> Iterator[Row]:
        """Yield the rows whose `field` is one of `values`, in answers that are not too large."""
        for start in range(0, len(values), _ROWS_A_BATCH):
            some = list(values[start : start + _ROWS_A_BATCH])
            yield from self.query(collection, f"{field} in {literal(some)}", fields)

    def every(self, collection: str, expression: str, fields: Sequence[str]) -> Iterator[Row]:
        """Yield all rows that an expression allows; a server may not go on for ever."""
        batches = self.call(
            "query_iterator",
            collection,
            filter=expression,
            output_fields=[*fields],
            batch_size=1000,
        )
        left = _MAX_ROWS_IN_ALL
        try:
            while batch := self._guarded(batches.next):
                left -= len(batch)
                if left < 0:
                    raise IndexUnavailableError(
                        message("The server returned more rows than a library can have.")
                    )
                yield from map(_checked, batch)
        finally:
            self._guarded(batches.close)

    def search(  # noqa: PLR0917 - one call of Milvus
        self,
        collection: str,
        field: str,
        vector: object,
        limit: int,
        expression: str,
        fields: Sequence[str],
        parameters: Mapping[str, object],
    ) -> list[tuple[float, Row]]:
        """Return score and row of the `limit` best for a vector, best first."""
        found = self.call(
            "search",
            collection,
            data=[vector],
            anns_field=field,
            limit=max(1, min(limit, MAX_ROWS)),
            filter=expression,
            output_fields=[*fields],
            search_params=dict(parameters),
            **self._reading,
        )
        hits = list(found[0]) if found else []
        return [(float(hit["distance"]), _checked(hit["entity"])) for hit in hits][:limit]

    def call(self, name: str, *arguments: object, **options: object) -> Any:  # noqa: ANN401
        """Call a method of the client, in time. What writes may be called twice."""

        def once() -> Any:  # noqa: ANN401
            method = getattr(self._connected(), name)
            if name in _ASKING_AGAIN:
                return method(*arguments, timeout=_SECONDS_TO_ANSWER, **options)
            return method(*arguments, retry_times=0, **options)

        try:
            return self._guarded(once)
        except _NotLoadedError:  # as after a restart of milvus-lite
            return self._loaded_first(once, str(arguments[0]))

    def _loaded_first(self, once: Callable[[], Any], collection: str) -> Any:  # noqa: ANN401
        """Load a collection into the server's memory, then call it.

        One call at a time: loading a collection again makes a search that runs beside it fail.
        """
        with self._loading:
            try:
                return self._guarded(once)
            except _NotLoadedError:
                load = self._connected().load_collection
                self._guarded(lambda: load(collection, timeout=_SECONDS_TO_ANSWER))
                return self._guarded(once)

    def close(self) -> None:
        """Close the connection for good; a call that is under way may fail."""
        self._is_closed = True
        client, self._client = self._client, None
        if client is not None:
            client.close()

    def _connected(self) -> Any:  # noqa: ANN401 - pymilvus has no types
        with self._connecting:
            if self._client is None and not self._is_closed:
                self._client = self._connect()
            client = self._client
        if self._is_closed or client is None:
            self.close()
            raise IndexUnavailableError(message("The shared library is closed."))
        return client

    def _connect(self) -> Any:  # noqa: ANN401
        os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # it writes to the terminal
        try:
            from pymilvus import MilvusClient  # noqa: PLC0415 (a second, and an optional extra)
        except ImportError as error:
            raise IndexUnavailableError(
                message("Shared libraries need libraries that are not installed."),
                how_to_add("milvus"),
            ) from error
        # Its records quote queries, and may quote what is sent to log in.
        logging.getLogger("pymilvus").setLevel(logging.CRITICAL + 1)
        # A connection that is shared is found by host and token: one without TLS would do for
        # an address with it.
        return MilvusClient(
            self.address.uri,
            token=self._token,
            timeout=_SECONDS_TO_ANSWER,
            dedicated=True,
            grpc_options=_CHANNEL,
        )

    def _guarded(self, work: Any) -> Any:  # noqa: ANN401
        """Do what asks the server, again while it is away; close or open the circuit breaker."""
        if time.monotonic() < self._closed_until:
            raise type(self._reason)(self._reason.message, self._reason.hint)
        deadline, delay = time.monotonic() + self._seconds, _FIRST_DELAY
        while True:
            try:
                done = work()
            except EngineError:
                raise
            except Exception as error:
                problem = self._translated(error)
                if not isinstance(problem, _AwayError):
                    raise problem from error
                is_late = time.monotonic() + delay > deadline
                if is_late or isinstance(problem, _UntrustedError):
                    self._break(problem)
                    raise problem from error
                time.sleep(delay * random.uniform(0.5, 1.0))  # noqa: S311 (clients keep apart)
                delay = min(_MAX_DELAY, delay * 2)
            else:
                self._pause = self._closed_until = 0.0
                return done

    def _break(self, problem: _AwayError) -> None:
        """Ask nothing for a while; calls that fail together count as one."""
        with self._breaking:
            if time.monotonic() >= self._closed_until:
                self._pause = min(_MAX_PAUSE, self._pause * 2 or _FIRST_PAUSE)
                self._closed_until, self._reason = time.monotonic() + self._pause, problem

    def _translated(self, error: Exception) -> IndexUnavailableError:
        """Say what went wrong; not in the server's words, which may quote what was asked."""
        code, said = _reported(error)
        host = self.address.host
        logger.info("%s: %s, code %s", host, type(error).__name__, code)
        if code == _NOT_LOADED:
            return _NotLoadedError(message("The shared library is not loaded by its server."))
        if code == "UNAUTHENTICATED" or "auth check failure" in said:
            return IndexUnavailableError(
                message("{host} does not let you in.", host=host),
                message("Log in first: twofold share login ADDRESS"),
            )
        if code == "PERMISSION_DENIED":
            found = _PRIVILEGE.search(said)
            return IndexUnavailableError(
                message("You may not do this on {host}.", host=host),
                message(
                    "Ask who runs the server for the privilege {name}.",
                    name=found[1] if found else "?",
                ),
            )
        for sign, reason in _UNTRUSTED:
            if code == "UNAVAILABLE" and sign in said:
                return _UntrustedError(
                    message("{host} is not trusted: {reason}.", host=host, reason=reason),
                    message("Nothing was sent to it. Check the certificate of the server."),
                )
        if code in _AWAY or "service not ready" in said:
            return self._away()
        return IndexUnavailableError(
            message("{host} cannot answer ({code}).", host=host, code=code),
            message("The log of the server has the details."),
        )

    def _away(self) -> _AwayError:
        return _AwayError(
            message("{host} does not answer.", host=self.address.host),
            message("It is asked again with the next search."),
        )


def _reported(error: BaseException) -> tuple[str, str]:
    """Return the code and the text of what gRPC said, or else of the error.

    pymilvus says that it cannot connect, and why only as the cause; a cause may be its own.
    """
    code = getattr(error, "code", None)
    name, said = str(getattr(code, "name", code)), str(getattr(error, "message", error))
    passed: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in passed:
        passed.add(id(cause))
        if callable(code := getattr(cause, "code", None)):
            return str(code().name), str(getattr(cause, "details", str)())
        cause = cause.__cause__
    return name, said


# --- What a server returns is not trusted ---


def unusable(what: Message = EMPTY) -> IndexUnavailableError:
    """Return the error for an answer that has not the form it must have."""
    return IndexUnavailableError(
        message("The shared library holds something that cannot be read."), what
    )


def _checked(row: object) -> Row:
    if not isinstance(row, Mapping):
        raise unusable()
    return row


def whole(row: Row, field: str) -> int:
    """Return a field that must be a whole number of 64 bits."""
    value = row.get(field)
    if not isinstance(value, int) or isinstance(value, bool) or not -(1 << 63) <= value < 1 << 63:
        raise unusable()
    return value


def text(row: Row, field: str, most: int = 65_535) -> str:
    """Return a field that must be a text of at most so many characters."""
    value = row.get(field)
    if not isinstance(value, str) or len(value) > most:
        raise unusable()
    return value


def texts(row: Row, field: str) -> tuple[str, ...]:
    """Return a field that must be a list of texts."""
    value = row.get(field)
    if not isinstance(value, (list, tuple)) or not all(isinstance(one, str) for one in value):
        raise unusable()
    return tuple(value)


# --- Expressions ---


def literal(value: object) -> str:
    """Write a text, a number or a list of them in an expression."""
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return '"' + escaped.replace("\n", "\\n").replace("\r", "\\r") + '"'
    return str(int(value))  # type: ignore[call-overload]


def like(pattern: str) -> str:
    """Write a pattern of LIKE from texts between stars; what LIKE itself understands is escaped."""
    return literal(re.sub(r"([\\%_])", r"\\\1", pattern).replace("*", "%"))
