"""The process that reads documents and cuts them into passages: the worker of the application.

`python -P -m engine.indexing.passage_worker MEMORY_MB SECONDS`; see `engine.extract.worker`.
"""

from __future__ import annotations

import sys

from engine.extract.worker import main
from engine.indexing.chunker import chunk

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], chunk))
