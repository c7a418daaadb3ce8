"""Helper for tests of rejected documents."""

import pytest

from twofold.engine.model.errors import DocumentError


def reason_of(read, *arguments) -> str:
    """Return the reason why `read(*arguments)` rejects a document."""
    with pytest.raises(DocumentError) as refusal:
        read(*arguments)
    assert refusal.value.message.endswith(".")
    return refusal.value.reason
