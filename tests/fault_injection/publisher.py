"""A publisher in a separate process, which kills a process while publishing.

    python -m tests.fault_injection.publisher LIBRARY ADDRESS CALL NUMBER PID

Publishes a library. Before the NUMBERth call of the server's method CALL, it kills the process PID
as `kill -9` would, or itself if PID is 0.
"""

import os
import signal
import sys
from unittest.mock import patch

from twofold.app import sharing
from twofold.app.cli.command_line import run_command_line
from twofold.engine.sharing import publishing
from twofold.engine.sharing.address import Address
from twofold.engine.sharing.server import Server


class KillingServer(Server):
    """A server connection that counts calls of a method and kills a process before the last one."""

    def __init__(self, address: str, **_options) -> None:
        super().__init__(Address.parse(address), seconds=1.0, consistency="Strong")
        self._left = int(sys.argv[4])

    def call(self, name, *arguments, **options):
        self._left -= name == sys.argv[3]
        if name == sys.argv[3] and not self._left:
            os.kill(int(sys.argv[5]) or os.getpid(), signal.SIGKILL)
        return super().call(name, *arguments, **options)


if __name__ == "__main__":
    with (
        patch.object(sharing, "connect", KillingServer),
        patch.object(publishing, "_DOCUMENTS_A_BATCH", 3),
    ):
        sys.exit(
            run_command_line(
                ["--library", sys.argv[1], "share", "publish", sys.argv[2], "--name", "p"]
            )
        )
