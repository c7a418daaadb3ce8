"""Which document of the library a citation's path names."""

from __future__ import annotations

from engine.model.document import StoredDocument, document_number
from engine.model.errors import BadRequestError
from engine.stores.catalog.catalog import Catalog


def find_document(catalog: Catalog, path: str) -> StoredDocument | None:
    """Return the document at `path`, relative to its folder or with the folder's name in front.

    None when the library has none there. Raises BadRequestError when several folders have one.
    """
    found = _at(catalog, path)
    if len(found) > 1:
        names = ", ".join(f"'{document.folder}/{document.path}'" for document in found)
        raise BadRequestError(
            f"'{path}' is in several folders of the library.", f"Write one of {names}."
        )
    return found[0] if found else None


def _at(catalog: Catalog, path: str) -> list[StoredDocument]:
    numbers: list[int] = []
    for folder in catalog.folders():
        numbers.append(document_number(folder.name, path))
        if path.startswith(f"{folder.name}/"):
            numbers.append(document_number(folder.name, path[len(folder.name) + 1 :]))
    documents = (catalog.document(number) for number in dict.fromkeys(numbers))
    return [document for document in documents if document is not None]
