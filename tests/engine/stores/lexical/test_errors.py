import pytest

from engine.model.errors import IndexUnavailableError
from engine.stores.lexical.integrity import translated


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ("An IO error occurred: 'No space left on device (os error 28)'", "Free some space;"),
        ("An IO error occurred: 'There is not enough space (os error 112)'", "Free some space;"),
        (
            "'An index writer was killed.. encountered an error (io::Error most likely)'",
            "Free some",
        ),
        ("An IO error occurred: 'No message of desired type (os error 282)'", "As before."),
    ],
)
def test_a_full_disk_says_what_helps(said, hint):
    with pytest.raises(IndexUnavailableError) as failure, translated("It fails.", "As before."):
        raise ValueError(said)
    assert failure.value.hint.startswith(hint)
