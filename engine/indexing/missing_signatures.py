"""Adding the signatures of documents that have none, without reading their files again."""

from __future__ import annotations

from twofold.engine.ranking.signatures import document_signature
from twofold.engine.stores.catalog.catalog import Catalog

_BATCH = 50


def add_signatures(catalog: Catalog) -> bool:
    """Add signatures of a few documents without one. Return whether there may be more.

    They were indexed by an earlier version, or are in a folder that was added again.
    """
    missing = catalog.documents_without_signature(_BATCH)
    if missing:
        with catalog.change() as change:
            change.put_signatures(
                {
                    number: (
                        path,
                        document_signature(
                            (one.chunk for one in catalog.document_chunks(number)), file_type
                        ),
                    )
                    for number, (path, file_type) in missing.items()
                }
            )
    return len(missing) == _BATCH
