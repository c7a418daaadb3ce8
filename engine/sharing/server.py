"""The server of a shared library: calls with timeouts and clear errors."""

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
from twofold.engine.model.localized import EMPTY, Message, message
from twofold.engine.sharing.address import Address

logger = logging.getLogger(__name__)

MAX_ROWS = 16_384  # of one response, Milvus' own limit
_MAX_ROWS_IN_ALL = 20_000_000
_ROWS_A_BATCH = 500
# After a failure there are no requests for this many seconds, twice as many after the next one.
_FIRST_PAUSE, _MAX_PAUSE = 2.0, 15.0
_FIRST_DELAY, _MAX_DELAY = 0.1, 2.0  # seconds before a call is repeated
# The maximum time of a server that is reachable: after its start it loads, and may build, its
# indexes.
_SECONDS_TO_ANSWER = 120.0
_SECONDS_TO_CONNECT = 10.0
_SEARCHES_AGAIN = message("The next search will try again.")
_MAX_BYTES = 100_000_000  # of one response, which is held in memory
_CHANNEL = {
    "grpc.service_config": json.dumps(
        {"methodConfig": [{"name": [{}], "timeout": f"{_SECONDS_TO_ANSWER}s"}]}
    ),
    b"grpc.max_receive_message_length": _MAX_BYTES,
    "grpc.min_reconnect_backoff_ms": 5000,  # despite its name, the maximum time to connect
    # A stopped server is detected by its silence. More frequent pings, or pings without a call,
    # would make some servers close the connection.
    "grpc.keepalive_time_ms": 40_000,
    "grpc.keepalive_permit_without_calls": 0,
}
# Without a timeout, pymilvus itself repeats nothing. These calls need one, because they poll until
# they are done.
_POLLING_CALLS = frozenset({"create_collection", "create_index", "load_collection", "flush"})
_NOT_LOADED, _TOO_OFTEN = "101", "8"
_UNREACHABLE = frozenset({"UNAVAILABLE", "DEADLINE_EXCEEDED", "CANCELLED", "2", _TOO_OFTEN})
_PRIVILEGE = re.compile(r"Privilege([A-Za-z]{1,40}): permission deny")
# gRPC's messages about servers that cannot be trusted; the first match counts.
_UNTRUSTED = (
    ("certificate has expired", message("its certificate has expired")),
    ("Hostname Verification Check", message("its certificate is for another name")),
    ("CERTIFICATE_VERIFY_FAILED", message("its certificate is not signed by a trusted authority")),
    ("WRONG_VERSION_NUMBER", message("it does not speak TLS")),
)

Row = Mapping[str, Any]


class _UnreachableError(IndexUnavailableError):
    """The server does not respond."""


class _UntrustedError(_UnreachableError):
    """The server is not trusted. Nothing was sent, and retrying does not help."""


class _NotLoadedError(IndexUnavailableError):
    """The collection exists, but is not loaded into the server's memory."""


class Server:
    """The server of one address. Thread-safe; the first call connects.

    `token` is 'USER:PASSWORD' or an API key. An unreachable server is retried with back-off for
    `seconds`, but not longer than 10 seconds if it has never answered; a reachable one has two
    minutes to respond. After that, calls fail immediately for a
    while, so that users do not wait repeatedly for an unreachable server. `consistency` is Milvus'
    level for reading: 'Strong' sees everything written before. All methods raise
    IndexUnavailableError.
    """

    def __init__(
        self,
        address: Address,
        token: str = "",
        *,
        seconds: float = 5.0,
        consistency: str = "",
        hint: Message = _SEARCHES_AGAIN,
    ) -> None:
        """`hint` tells what to do if the server does not respond."""
        self.address = address
        self._token = token
        self._seconds = seconds
        self._hint = hint
        self._has_answered = False
        self._reading = {"consistency_level": consistency} if consistency else {}
        self._client: Any = None
        self._is_closed = False
        self._connecting = threading.Lock()
        self._pause = 0.0
        self._closed_until = 0.0
        self._reason = self._unreachable()
        self._breaking = threading.Lock()
        self._loading = threading.Lock()

    def has(self, collection: str) -> bool:
        """Return whether a collection exists."""
        return bool(self.call("has_collection", collection))

    def query(
        self, collection: str, expression: str, fields: Sequence[str], limit: int = MAX_ROWS
    ) -> list[Row]:
        """Return at most `limit` rows that match an expression."""
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
        """Count the rows that match an expression."""
        found = self.call(
            "query", collection, filter=expression, output_fields=["count(*)"], **self._reading
        )
        return max(0, whole(_checked(found[0]), "count(*)")) if found else 0

    def rows_of(
        self, collection: str, field: str, values: Sequence[Any], fields: Sequence[str]
    ) -> Iterator[Row]:
        """Yield the rows whose `field` is one of `values`, in several requests of limited size."""
        for start in range(0, len(values), _ROWS_A_BATCH):
            some = list(values[start : start + _ROWS_A_BATCH])
            yield from self.query(collection, f"{field} in {literal(some)}", fields)

    def every(self, collection: str, expression: str, fields: Sequence[str]) -> Iterator[Row]:
        """Yield all rows that match an expression, up to a limit against malicious servers."""
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
        """Return score and row of the `limit` best matches of a vector, best first."""
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
        """Call a method of the client with a timeout. Writing calls may be repeated."""

        def once() -> Any:  # noqa: ANN401
            method = getattr(self._connected(), name)
            if name in _POLLING_CALLS:
                return method(*arguments, timeout=_SECONDS_TO_ANSWER, **options)
            return method(*arguments, retry_times=0, **options)

        try:
            return self._guarded(once)
        except _NotLoadedError:  # after a restart of milvus-lite
            return self._loaded_first(once, str(arguments[0]))

    def _loaded_first(self, once: Callable[[], Any], collection: str) -> Any:  # noqa: ANN401
        """Load a collection into the server's memory, then repeat the call.

        Only one thread does this at a time, because loading a collection again makes parallel
        searches fail.
        """
        with self._loading:
            try:
                return self._guarded(once)
            except _NotLoadedError:
                load = self._connected().load_collection
                self._guarded(lambda: load(collection, timeout=_SECONDS_TO_ANSWER))
                return self._guarded(once)

    def close(self) -> None:
        """Close the connection for good. Calls in progress may fail."""
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
        os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # gRPC writes to the terminal
        try:
            from pymilvus import MilvusClient  # noqa: PLC0415 (takes a second; an optional extra)
        except ImportError as error:
            raise IndexUnavailableError(
                message("Shared libraries need Python packages that are not installed."),
                how_to_add("milvus"),
            ) from error
        # pymilvus shares connections by host and token, so a connection without TLS might be used
        # for an address with it.
        logging.getLogger("pymilvus").setLevel(logging.CRITICAL + 1)
        # pymilvus shares connections by host and token, so a connection without TLS might be used
        # for an address with it.
        return MilvusClient(
            self.address.uri,
            token=self._token,
            timeout=_SECONDS_TO_ANSWER,
            dedicated=True,
            grpc_options=_CHANNEL,
        )

    def _guarded(self, work: Any) -> Any:  # noqa: ANN401
        """Call the server, retrying while it is unreachable; open or close the circuit breaker."""
        if time.monotonic() < self._closed_until:
            raise type(self._reason)(self._reason.message, self._reason.hint)
        seconds = self._seconds if self._has_answered else min(self._seconds, _SECONDS_TO_CONNECT)
        deadline, delay = time.monotonic() + seconds, _FIRST_DELAY
        while True:
            try:
                done = work()
            except EngineError:
                raise
            except Exception as error:
                problem = self._translated(error)
                if not isinstance(problem, _UnreachableError):
                    raise problem from error
                is_late = time.monotonic() + delay > deadline
                if is_late or isinstance(problem, _UntrustedError):
                    self._break(problem)
                    raise problem from error
                time.sleep(delay * random.uniform(0.5, 1.0))  # noqa: S311 (spreads the retries)
                delay = min(_MAX_DELAY, delay * 2)
            else:
                self._pause = self._closed_until = 0.0
                self._has_answered = True
                return done

    def _break(self, problem: _UnreachableError) -> None:
        """Open the circuit breaker for a while. Calls that fail together count as one failure."""
        with self._breaking:
            if time.monotonic() >= self._closed_until:
                self._pause = min(_MAX_PAUSE, self._pause * 2 or _FIRST_PAUSE)
                self._closed_until, self._reason = time.monotonic() + self._pause, problem

    def _translated(self, error: Exception) -> IndexUnavailableError:
        """Translate an error without the server's message, which may quote the query."""
        code, said = _reported(error)
        host = self.address.host
        logger.info("%s: %s, code %s", host, type(error).__name__, code)
        if code == _NOT_LOADED:
            return _NotLoadedError(message("The shared library is not loaded by its server."))
        if code == "UNAUTHENTICATED" or "auth check failure" in said:
            return IndexUnavailableError(
                message("{host} rejected your login.", host=host),
                message("Log in first: twofold share login ADDRESS"),
            )
        if code == "PERMISSION_DENIED":
            found = _PRIVILEGE.search(said)
            return IndexUnavailableError(
                message("You do not have permission to do this on {host}.", host=host),
                message(
                    "Ask the administrator of the server for the privilege {name}.",
                    name=found[1] if found else "?",
                ),
            )
        for sign, reason in _UNTRUSTED:
            if code == "UNAVAILABLE" and sign in said:
                return _UntrustedError(
                    message("{host} is not trusted: {reason}.", host=host, reason=reason),
                    message("Nothing was sent to it. Check the certificate of the server."),
                )
        if code in _UNREACHABLE or "service not ready" in said:
            return self._unreachable()
        return IndexUnavailableError(
            message("{host} returned an error ({code}).", host=host, code=code),
            message("See the log of the server for details."),
        )

    def _unreachable(self) -> _UnreachableError:
        return _UnreachableError(
            message("{host} does not respond.", host=self.address.host), self._hint
        )


def _reported(error: BaseException) -> tuple[str, str]:
    """Return the code and text of a gRPC error, or of the exception itself.

    pymilvus reports the reason of a connection error only in the cause, and causes may be cyclic.
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


# --- Responses of a server are not trusted ---


def unusable(what: Message = EMPTY) -> IndexUnavailableError:
    """Return the error for an invalid response."""
    return IndexUnavailableError(message("The shared library contains invalid data."), what)


def _checked(row: object) -> Row:
    if not isinstance(row, Mapping):
        raise unusable()
    return row


def whole(row: Row, field: str) -> int:
    """Return a field that must be a 64-bit integer."""
    value = row.get(field)
    if not isinstance(value, int) or isinstance(value, bool) or not -(1 << 63) <= value < 1 << 63:
        raise unusable()
    return value


def text(row: Row, field: str, most: int = 65_535) -> str:
    """Return a field that must be a text of at most `most` characters."""
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
    """Format a text, a number or a list of them for an expression."""
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return '"' + escaped.replace("\n", "\\n").replace("\r", "\\r") + '"'
    return str(int(value))  # type: ignore[call-overload]


def like(pattern: str) -> str:
    """Format a LIKE pattern in which stars are wildcards; other special characters are escaped."""
    return literal(re.sub(r"([\\%_])", r"\\\1", pattern).replace("*", "%"))
