"""The process that reads documents and cuts them into passages: the worker of the application.

`python -P -m engine.indexing.passage_worker MEMORY_MB SECONDS`; see `engine.extract.worker`.
"""

from __future__ import annotations

import sys

from engine.core.document import Chunk, Streams
from engine.extract.worker import main
from engine.indexing.chunker import chunk


def streams(passage: Chunk) -> Streams:
    """Return what the lexical index takes of a passage."""
    from engine.stores.streams import passage_streams  # noqa: PLC0415  only many files need it

    return passage_streams(passage)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], chunk, streams))
