"""Questions to the user before something that cannot be undone."""

from __future__ import annotations

import sys

from twofold.app.cli.output import as_line, tell
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.message import Message


def can_ask() -> bool:
    """Return whether somebody can answer: standard input and errors are a terminal."""
    return bool(sys.stdin and sys.stdin.isatty() and sys.stderr.isatty())


def is_confirmed(question: str) -> bool:
    """Ask a question that only 'y' or 'yes' confirms; the end of the input does not."""
    print(f"{as_line(question)} [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in {"y", "yes"}


def confirm_loss(loss: str, advice: str) -> None:
    """Ask in a terminal whether to go on all the same. Raise BadRequestError for a no."""
    if can_ask():
        tell(loss)
        if is_confirmed("Publish anyway?"):
            return
        raise BadRequestError(Message("Nothing was published or deleted."))
    raise BadRequestError(Message(f"{loss} Nothing was changed."), Message(advice))
