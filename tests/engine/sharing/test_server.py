"""Servers that reject requests, are impostors, or send invalid data, over real gRPC and TLS.

The certificates were created with openssl: `ca.pem` signed `localhost.pem`, `another.pem` (for
db.example.org) and `expired.pem`. `self.pem` is self-signed. All use the same key, which is only
for tests, and are valid until 2125.
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
# gRPC loads trusted certificates once per process, so the test uses a separate process.
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
    """Yield the port of a gRPC server, and a list of the called methods with their metadata."""
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
    """Return a handler that rejects every call. Connecting succeeds unless authentication fails."""

    def answer(method, call):
        import grpc  # noqa: PLC0415 (as above)

        if method == "Connect" and code != "UNAUTHENTICATED":
            return b""
        return call.abort(grpc.StatusCode[code], text)

    return answer


def sending(data):
    return lambda method, _call: data if method != "Connect" else b""


def asked(*uris):
    """Return the result and the duration for each server, and all output."""
    environment = os.environ | {"GRPC_DEFAULT_SSL_ROOTS_FILE_PATH": str(CERTIFICATES / "ca.pem")}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps([(uri, TOKEN) for uri in uris]),
        env=environment, capture_output=True, text=True, check=True, timeout=120,
    )  # fmt: skip
    reported = [json.loads(line) for line in done.stdout.splitlines()]
    return reported, done.stdout + done.stderr


def test_rejection_is_reported_and_the_token_is_not_disclosed():
    denied = refusing("PERMISSION_DENIED", "PrivilegeDescribeCollection: permission deny to anna")
    with (
        answering(refusing("UNAUTHENTICATED", f"auth check failure: {TOKEN}"), "localhost.pem") as (
            stranger, at_stranger,
        ),
        answering(denied, "localhost.pem") as (reader, at_reader),
    ):  # fmt: skip
        reported, printed = asked(f"https://localhost:{stranger}", f"https://localhost:{reader}")
    assert reported[0][0].startswith(f"localhost:{stranger} rejected your login.")
    assert reported[1][0] == (
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
def test_server_with_a_wrong_certificate_receives_nothing(certificate, reason):
    with answering(refusing("UNAUTHENTICATED", ""), certificate) as (port, called):
        reported, printed = asked(f"https://localhost:{port}")
    assert reported[0][0].startswith(f"localhost:{port} is not trusted: {reason}.")
    assert not called
    assert "very-secret" not in printed


def test_connection_without_tls_is_never_reused_for_a_tls_address():
    with answering(sending(b"")) as (port, called):
        reported, _ = asked(f"http://localhost:{port}", f"https://localhost:{port}")
        assert "does not speak TLS" in reported[1][0]
    assert [method for method, _ in called] == ["Connect", "DescribeCollection"]


def test_silent_or_invalid_server_costs_little_time_and_memory():
    with (
        socket.create_server(("127.0.0.1", 0)) as silent,
        answering(sending(b"\xff\xff")) as (nonsense, _),
        answering(sending(bytes(200_000))) as (much, _),
    ):
        ports = (silent.getsockname()[1], nonsense, much)
        reported, _ = asked(*(f"http://127.0.0.1:{port}" for port in ports))
    (nothing, seconds), (rubbish, _), (flood, _) = reported
    assert "does not respond" in nothing
    assert seconds < 30
    assert "returned an error (INTERNAL)" in rubbish
    assert "returned an error (RESOURCE_EXHAUSTED)" in flood
