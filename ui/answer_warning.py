"""What the bar above the hits says of an answer."""

from __future__ import annotations

from collections.abc import Callable

from engine.api import SearchResponse
from ui.widgets.messages import Message, MessageBar


def warning_of(response: SearchResponse, awaited: str, missing: Callable[[], Message]) -> Message:
    """Return the first of what there is to say: `awaited` of meaning, of likeness, what went wrong.

    `missing` tells of words that no passage holds, and is asked last.
    """
    if awaited:
        return Message(awaited, is_warning=False)
    if response.request.like and not response.warnings:
        return Message(response.trace.understood_as, is_warning=False)
    if response.warnings:
        first, *others = response.warnings
        return Message(first, " ".join(others))
    return missing()


class AnswerWarning:
    """Shows one message about the answer, and takes it back when there is another answer."""

    def __init__(self, messages: MessageBar) -> None:
        self._messages = messages
        self._shown = Message("")

    def show(self, message: Message) -> None:
        """Show this, or nothing, in place of what was said of the answer before."""
        if message != self._shown:
            self._messages.replace(self._shown, message)
            self._shown = message
