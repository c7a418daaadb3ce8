"""Signatures of documents for `stores.catalog.families`, also for documents indexed earlier."""

from __future__ import annotations

from collections.abc import Iterable

from twofold.engine.model.document import Chunk, PassageKind
from twofold.engine.ranking.signatures import signature_of
from twofold.engine.stores.catalog.catalog import Catalog

_BATCH = 50


# Replies quote the earlier messages, which are not older versions of them.
_MESSAGES = frozenset({"eml", "msg", "emlx", "mbox"})


def document_signature(chunks: Iterable[Chunk], file_type: str = "") -> bytes:
    """Return the signature of a document's text; b'' for messages, or if it has hardly any text.

    Source code is left out, because files with the same licence are not versions of one text.
    """
    if file_type.lower() in _MESSAGES:
        return b""
    return signature_of(
        chunk.text for chunk in chunks if chunk.kind is PassageKind.TEXT and not chunk.is_code
    )


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
