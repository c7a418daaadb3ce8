"""What the lexical index holds of a chunk. Text itself stays in the catalog."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import PurePosixPath

import tantivy

from engine.model.document import StoredChunk, StoredDocument, Streams
from engine.model.errors import IndexUnavailableError
from engine.stores.lexical.analysis import (
    ANALYZER_VERSION,
    encodable,
    normalise,
    stemmer_for,
    streams_of,
    text_streams,
    words_analyzer,
)
from engine.stores.ports import ReadyStreams

SCHEMA_VERSION = "3"
LEXICAL_VERSION = f"tantivy-{SCHEMA_VERSION}.{ANALYZER_VERSION}"

# Field names. The words stream keeps positions, the stems stream only frequencies. All languages
# share one field of stems: BM25 measures a passage against the mean length over all passages, so a
# field that only some passages have would rate their words too low.
CHUNK = "cid"
DOCUMENT = "doc"
BODY = "body"
HEADLINE = "headline"
STEM = "stem"
TITLE = "title"
HEADING = "heading"
STEMMER = "stemmer"
LANG = "lang"
TAG = "tag"
DIRS = "dirs"
FILE_TYPE = "ext"
TRUST = "trust"
MARKER = "marker"
GENERATION = "generation"

MARKER_KEY = "generation"
WORDS_TOKENIZER = "twofold_words"
_LABELS = (STEMMER, LANG, TAG, DIRS, FILE_TYPE, TRUST)


def build_schema() -> tantivy.Schema:
    """Return the schema. Numbers are unsigned: delete by query only, never by term."""
    builder = tantivy.SchemaBuilder()
    for number in (CHUNK, DOCUMENT):
        builder.add_unsigned_field(number, indexed=True, fast=True)
    for words in (BODY, HEADLINE):
        builder.add_text_field(words, tokenizer_name=WORDS_TOKENIZER)
    for stems in (STEM, TITLE, HEADING):
        builder.add_text_field(stems, tokenizer_name="whitespace", index_option="freq")
    for label in _LABELS:
        builder.add_text_field(label, tokenizer_name="raw", index_option="basic")
    builder.add_text_field(MARKER, tokenizer_name="raw", index_option="basic", stored=True)
    builder.add_unsigned_field(GENERATION, stored=True)
    return builder.build()


def open_index(folder: str, schema: tantivy.Schema) -> tantivy.Index:
    """Open or create the index. Tokenizers are not persisted: they are registered here, always."""
    index = tantivy.Index(schema, path=folder, reuse=True)
    index.register_tokenizer(WORDS_TOKENIZER, words_analyzer())
    index.config_reader(reload_policy="manual")
    return index


def marker_document(schema: tantivy.Schema, generation: int) -> tantivy.Document:
    """Return the document that says up to which generation of the catalog the index is."""
    fields = {MARKER: [MARKER_KEY, LEXICAL_VERSION], GENERATION: generation}
    return tantivy.Document.from_dict(fields, schema)


def marker_query(schema: tantivy.Schema) -> tantivy.Query:
    """Return the query that finds the marker document."""
    return tantivy.Query.term_query(schema, MARKER, MARKER_KEY, index_option="basic")


NOTHING_READY: ReadyStreams = {}


class ChunkDocuments:
    """Makes what is indexed of chunks; what those of one document have in common is made once."""

    def __init__(self, schema: tantivy.Schema, ready: ReadyStreams = NOTHING_READY) -> None:
        self._schema = schema
        self._ready = ready
        self._common: dict[int, tuple[StoredDocument, str, dict[str, object]]] = {}

    def of(self, stored: StoredChunk) -> tantivy.Document:
        """Return what is indexed of a chunk; raise IndexUnavailableError when it cannot be."""
        chunk, document = stored.chunk, stored.document
        title_words, common = self._common_fields(document)
        stemmer = stemmer_for(chunk.lang or document.lang, is_code=chunk.is_code)
        body = self._ready.get((stemmer, chunk.text)) or text_streams(chunk.text, stemmer)
        title = _short_streams(title_words, stemmer)
        heading = _headings(chunk.heading_path, stemmer)
        fields = {
            **common,
            CHUNK: stored.number,
            BODY: body.words,
            HEADLINE: f"{title.words} {heading.words}",
            STEM: body.stems,
            TITLE: title.stems,
            HEADING: heading.stems,
            STEMMER: stemmer,
        }
        try:
            return tantivy.Document.from_dict(fields, self._schema)
        except ValueError as error:
            raise IndexUnavailableError(
                f"A passage of {document.path!r} cannot be put into the keyword index.", str(error)
            ) from error

    def _common_fields(self, document: StoredDocument) -> tuple[str, dict[str, object]]:
        """Return the title, normalised, and the fields that all chunks of a document share."""
        known = self._common.get(document.number)
        if known is not None and known[0] is document:
            return known[1:]
        if len(self._common) >= _MOST_DOCUMENTS:
            self._common.clear()
        title = normalise(encodable(title_text(document)))
        fields: dict[str, object] = {
            DOCUMENT: document.number,
            LANG: label(document.lang),
            TAG: [label(tag) for tag in document.tags],
            DIRS: list(directories(document)),
            FILE_TYPE: label(document.file_type),
            TRUST: document.trust.value,
        }
        self._common[document.number] = (document, title, fields)
        return title, fields


_MOST_DOCUMENTS = 1000


@lru_cache(maxsize=2000)
def _short_streams(normalised: str, stemmer: str) -> Streams:
    return streams_of(normalised, stemmer)


def _headings(path: Sequence[str], stemmer: str) -> Streams:
    return _short_streams(normalise(encodable("\n".join(path))), stemmer)


def title_text(document: StoredDocument) -> str:
    """Return a document's title and, unless it says the same, its file name without extension."""
    name = PurePosixPath(document.path).stem
    return name if document.title in (name, "") else f"{document.title}\n{name}"


def directories(document: StoredDocument) -> Iterator[str]:
    """Yield the library folder and every directory above the document: 'Notes', 'Notes/2026'."""
    above = document.folder
    yield label(above)
    for part in PurePosixPath(document.path).parts[:-1]:
        above = f"{above}/{part}"
        yield label(above)


def label(value: str) -> str:
    """Return `value` as a label is indexed and searched: whole, as it is."""
    return encodable(value)
