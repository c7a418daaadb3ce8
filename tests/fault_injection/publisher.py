"""A publisher in a process of its own, in which something is killed in the middle.

    python -m tests.fault_injection.publisher LIBRARY ADDRESS CALL NUMBER PID

publishes a library, and before the NUMBERth call of the server's method CALL ends the process PID
as `kill -9` would, or itself where PID is 0.
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


class DoomedServer(Server):
    """A server of which some calls are counted, before something is killed."""

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
        patch.object(sharing, "connect", DoomedServer),
        patch.object(publishing, "_DOCUMENTS_A_BATCH", 3),
    ):
        sys.exit(
            run_command_line(
                ["--library", sys.argv[1], "share", "publish", sys.argv[2], "--name", "p"]
            )
        )
