"""A server that refuses, is not who it should be, or answers with anything: over real gRPC and TLS.

The certificates were made with openssl: `ca.pem` signed `localhost.pem`, `another.pem` (for
db.example.org) and `expired.pem`; `self.pem` is nobody's. All have the one key, which is for tests
alone, and are valid until 2125.
"""

import base64
import json
import os
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.engine.sharing.milvus import needs_milvus

pytestmark = needs_milvus

CERTIFICATES = Path(__file__).with_name("certificates")
TOKEN = "anna:very-secret"
# gRPC reads once in a process whom it trusts, so what is tried runs in one of its own.
PROGRAM = """
import json, logging, sys, time
logging.basicConfig(level=logging.DEBUG)
from twofold.engine.model.errors import EngineError
from twofold.engine.sharing import server
server._CHANNEL[b"grpc.max_receive_message_length"] = 100_000
for uri, token in json.load(sys.stdin):
    began = time.monotonic()
    address = server.Address(uri, "team", uri + "/team")
    asked = server.Server(address, token, seconds=1.5)
    try:
        said = str(asked.has("team"))
    except EngineError as error:
        said = f"{error.message} {error.hint}"
    print(json.dumps([said, time.monotonic() - began]), flush=True)
    if said != "True":
        asked.close()
"""


@contextmanager
def answering(answer, certificate=""):
    """Yield the port of a gRPC server, and the methods that were called with their metadata."""
    import grpc  # noqa: PLC0415 (comes with pymilvus)

    called = []

    class Handler(grpc.GenericRpcHandler):
        def service(self, details):
            method = details.method.rpartition("/")[2]
            called.append((method, dict(details.invocation_metadata).get("authorization")))
            return grpc.unary_unary_rpc_method_handler(lambda _, call: answer(method, call))

    server = grpc.server(ThreadPoolExecutor(4))
    server.add_generic_rpc_handlers((Handler(),))
    if certificate:
        key, chain = (CERTIFICATES / name for name in ("server.key", certificate))
        credentials = grpc.ssl_server_credentials([(key.read_bytes(), chain.read_bytes())])
        port = server.add_secure_port("127.0.0.1:0", credentials)
    else:
        port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        yield port, called
    finally:
        server.stop(0)


def refusing(code, text):
    """Refuse so what is asked; one without a right is greeted first."""

    def answer(method, call):
        import grpc  # noqa: PLC0415 (as above)

        if method == "Connect" and code != "UNAUTHENTICATED":
            return b""
        return call.abort(grpc.StatusCode[code], text)

    return answer


def sending(data):
    return lambda method, _call: data if method != "Connect" else b""


def asked(*uris):
    """Return what is said of each server, the seconds that took, and all that was printed."""
    environment = os.environ | {"GRPC_DEFAULT_SSL_ROOTS_FILE_PATH": str(CERTIFICATES / "ca.pem")}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps([(uri, TOKEN) for uri in uris]),
        env=environment, capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip
    said = [json.loads(line) for line in done.stdout.splitlines()]
    return said, done.stdout + done.stderr


def test_a_refusal_is_said_as_what_it_is_and_the_token_is_told_to_nobody_else():
    denied = refusing("PERMISSION_DENIED", "PrivilegeDescribeCollection: permission deny to anna")
    with (
        answering(refusing("UNAUTHENTICATED", f"auth check failure: {TOKEN}"), "localhost.pem") as (
            stranger, at_stranger,
        ),
        answering(denied, "localhost.pem") as (reader, at_reader),
    ):  # fmt: skip
        said, printed = asked(f"https://localhost:{stranger}", f"https://localhost:{reader}")
    assert said[0][0].startswith(f"localhost:{stranger} rejected your login.")
    assert said[1][0] == (
        f"You do not have permission to do this on localhost:{reader}. "
        "Ask the administrator of the server for the privilege DescribeCollection."
    )
    assert [method for method, _ in at_stranger] == ["Connect"]  # not repeated
    assert [method for method, _ in at_reader] == ["Connect", "DescribeCollection"]
    sent = base64.b64encode(TOKEN.encode()).decode()
    assert {token for _, token in at_stranger} == {sent}
    assert "very-secret" not in printed
    assert sent not in printed


@pytest.mark.parametrize(
    ("certificate", "reason"),
    [
        ("self.pem", "its certificate is not signed by a trusted authority"),
        ("another.pem", "its certificate is for another name"),
        ("expired.pem", "its certificate has expired"),
        ("", "it does not speak TLS"),
    ],
)
def test_a_server_that_is_not_who_it_should_be_gets_nothing(certificate, reason):
    with answering(refusing("UNAUTHENTICATED", ""), certificate) as (port, called):
        said, printed = asked(f"https://localhost:{port}")
    assert said[0][0].startswith(f"localhost:{port} is not trusted: {reason}.")
    assert not called
    assert "very-secret" not in printed


def test_a_connection_without_tls_never_serves_an_address_with_it():
    with answering(sending(b"")) as (port, called):
        said, _ = asked(f"http://localhost:{port}", f"https://localhost:{port}")
        assert "does not speak TLS" in said[1][0]
    assert [method for method, _ in called] == ["Connect", "DescribeCollection"]


def test_a_server_that_keeps_silent_or_talks_nonsense_costs_neither_time_nor_memory():
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        answering(sending(b"\xff\xff")) as (nonsense, _),
        answering(sending(bytes(200_000))) as (much, _),
    ):
        ports = (silent.getsockname()[1], nonsense, much)
        said, _ = asked(*(f"http://127.0.0.1:{port}" for port in ports))
    (nothing, seconds), (rubbish, _), (flood, _) = said
    assert "does not respond" in nothing
    assert seconds < 30
    assert "returned an error (INTERNAL)" in rubbish
    assert "returned an error (RESOURCE_EXHAUSTED)" in flood
