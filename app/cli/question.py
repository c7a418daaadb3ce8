"""Questions to the user before a step that cannot be undone."""

from __future__ import annotations

import sys

from twofold.app.cli.output import as_line, warn
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.localized import Message


def can_ask() -> bool:
    """Return whether the user can answer: standard input and standard error are a terminal."""
    return bool(sys.stdin and sys.stdin.isatty() and sys.stderr.isatty())


def is_confirmed(question: str) -> bool:
    """Ask a question and return whether the answer is 'y' or 'yes'."""
    print(f"{as_line(question)} [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in {"y", "yes"}


def confirm_loss(loss: str, advice: str) -> None:
    """Ask on a terminal whether to publish despite a loss; raise BadRequestError otherwise."""
    if can_ask():
        warn(loss)
        if is_confirmed("Publish anyway?"):
            return
        raise BadRequestError(Message("Nothing was published or deleted."))
    raise BadRequestError(Message(f"{loss} Nothing was changed."), Message(advice))
