"""The versions of a passage's document, and what changed in the passage since the previous one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from twofold.engine.citations.similar_passage import find_similar
from twofold.engine.model.citation import Locator
from twofold.engine.model.document import StoredChunk, StoredDocument, as_id, as_number
from twofold.engine.model.hit import TextSpan
from twofold.engine.model.versions import (
    ChangeKind,
    DocumentVersion,
    TextChange,
    VersionHistory,
)
from twofold.engine.stores.catalog.catalog import Catalog

# Reading and comparing takes a few milliseconds for each version.
_MAX_COMPARED = 12
_MAX_LISTED = 100
# A word with the white space after it, so that the parts add up to the text.
_TOKEN = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]|\w+\s*|\W\s*")
_MAX_TOKENS = 4000


def version_history(catalog: Catalog, chunk_id: str, other: str = "") -> VersionHistory:
    """Return the history of a passage; empty if it is gone or its document has no other version.

    With the ID of another version, the passage is only compared with this one.
    """
    number = as_number(chunk_id)
    stored = catalog.chunks([number]).get(number)
    family = catalog.versions_of(stored.document.number)[:_MAX_LISTED] if stored else ()
    if stored is None or stored.document.number not in family:
        return VersionHistory()
    documents = catalog.documents(family)
    shown = family.index(stored.document.number)
    versions = {one: _version(documents[one], stored) for one in family if one in documents}
    if other and (number := as_number(other)) in versions:
        text, place = _corresponding(catalog.document_chunks(number), stored.chunk.text)
        versions[number] = _version(documents[number], stored, place)
        texts = (text or "", stored.chunk.text)
        is_newer = family.index(number) < shown
        found = () if text is None else word_changes(*(reversed(texts) if is_newer else texts))
        return VersionHistory(tuple(versions.values()), None, versions[number], found)
    unchanged, compared = stored.document.number, None
    changes: tuple[TextChange, ...] = ()
    for older in family[shown + 1 : shown + 1 + _MAX_COMPARED]:
        if older not in versions:
            continue
        text, place = _corresponding(catalog.document_chunks(older), stored.chunk.text)
        versions[older] = _version(documents[older], stored, place)
        if text is None or _squeezed(text) != _squeezed(stored.chunk.text):
            compared = older
            changes = () if text is None else word_changes(text, stored.chunk.text)
            break
        unchanged = older
    return VersionHistory(
        tuple(versions.values()),
        versions[unchanged],
        None if compared is None else versions[compared],
        changes,
    )


def word_changes(before: str, after: str) -> tuple[TextChange, ...]:
    """Return the differences between two texts, word by word; white space is not compared."""
    old, new = _tokens(before), _tokens(after)
    compared = [token.strip() for token in old], [token.strip() for token in new]
    matcher = SequenceMatcher(None, *compared, autojunk=False)
    changes: list[TextChange] = []
    for tag, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        if tag == "equal":
            changes.append(TextChange(ChangeKind.SAME, "".join(new[new_start:new_end])))
            continue
        changes += _parts(ChangeKind.REMOVED, old[old_start:old_end])
        changes += _parts(ChangeKind.ADDED, new[new_start:new_end])
    return tuple(changes)


def _parts(kind: ChangeKind, tokens: Sequence[str]) -> Iterator[TextChange]:
    if tokens:
        yield TextChange(kind, "".join(tokens))


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text)[:_MAX_TOKENS]


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def _corresponding(
    chunks: Sequence[StoredChunk], passage: str
) -> tuple[str | None, Locator | None]:
    """Return the most similar part of another version, and its place; None if there is none.

    Passages may be cut in other places there, so the whole text is compared.
    """
    starts, texts, length = [], [], 0
    for one in chunks:
        starts.append(length)
        texts.append(one.chunk.text)
        length += len(one.chunk.text) + 1
    text = "\n".join(texts)
    squeezed = passage.strip()
    at = text.find(squeezed) if squeezed else -1
    span = TextSpan(at, at + len(squeezed)) if at >= 0 else None
    if span is None:
        found = find_similar(text, passage)
        span = _whole_words(text, found.span) if found else None
    if span is None:
        return None, None
    inside = [one for one, start in zip(chunks, starts, strict=True) if start <= span.start]
    chunk = (inside or chunks)[-1].chunk
    place = Locator(chunk.place_kind, chunk.place_start, chunk.place_end, chunk.region)
    return text[span.start : span.end], place


def _whole_words(text: str, span: TextSpan) -> TextSpan:
    """Extend a span of words by the punctuation that follows."""
    end = span.end
    while end < len(text) and not text[end].isalnum() and not text[end].isspace():
        end += 1
    return TextSpan(span.start, end)


def _version(
    document: StoredDocument, stored: StoredChunk, place: Locator | None = None
) -> DocumentVersion:
    is_shown = document.number == stored.document.number
    if is_shown:
        chunk = stored.chunk
        place = Locator(chunk.place_kind, chunk.place_start, chunk.place_end, chunk.region)
    return DocumentVersion(
        doc_id=as_id(document.number),
        title=document.title,
        folder=document.folder,
        path=document.path,
        absolute_path=document.absolute_path,
        date=document.date,
        locator=place,
        is_shown=is_shown,
    )
