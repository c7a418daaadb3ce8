"""How a document is refused."""

import pytest

from twofold.engine.model.errors import DocumentError


def reason_of(read, *arguments) -> str:
    """Return the reason for which `read(*arguments)` refuses a document, in a sentence."""
    with pytest.raises(DocumentError) as refusal:
        read(*arguments)
    assert refusal.value.message.endswith(".")
    return refusal.value.reason
