"""The extraction worker, which reads untrusted documents and bibliographies.

`python -P -m engine.service.reader_worker MEMORY_MB SECONDS`; see `engine.extract.process.worker`,
which does not import the higher-level packages used here.
"""

from __future__ import annotations

import sys
from pathlib import PurePath

from twofold.engine.extract.process.frames import Header
from twofold.engine.extract.process.worker import main
from twofold.engine.indexing.chunker import chunk
from twofold.engine.model.document import Chunk, TokenStreams


def streams(passage: Chunk) -> TokenStreams:
    """Return the token streams of a passage for the lexical index."""
    from twofold.engine.stores.lexical.token_streams import passage_streams  # noqa: PLC0415  only many files need it

    return passage_streams(passage)


def bibliography(data: bytes, path: PurePath) -> tuple[Header, bytes]:
    """Return the entries of a bibliography."""
    from twofold.engine.extract.bibliography import read_bibliography  # noqa: PLC0415  only exports need it

    return read_bibliography(data, path), b""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], chunk, streams, {"bibliography": bibliography}))
