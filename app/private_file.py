"""Files that only the person they belong to may read, replaced as a whole."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def replace_private_file(path: Path, content: bytes) -> None:
    """Write a file under its name once all of it is on the disk; OSError when that cannot be.

    Where the name is a link, what it leads to is replaced: some keep such files elsewhere.
    """
    target = path.resolve()
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # mkstemp makes a file that nobody else can read
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.stem}-")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        temporary.replace(target)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise
