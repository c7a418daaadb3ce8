"""The Tantivy index on disk: fields, documents, damage, and translation of errors.

Only the terms of a chunk are indexed; its text is stored in the catalog.
"""

from __future__ import annotations

import re
import shutil
import string
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

import tantivy

from twofold.engine.model.disk_errors import disk_error
from twofold.engine.model.document import PassageKind, StoredChunk, StoredDocument, TokenStreams
from twofold.engine.model.errors import EngineError, IndexUnavailableError
from twofold.engine.model.filters import FILTERS
from twofold.engine.model.localized import Message, joined, message
from twofold.engine.stores.lexical.analysis import (
    ANALYZER_VERSION,
    encodable,
    normalise,
    stemmer_for,
    words_analyzer,
)
from twofold.engine.stores.lexical.token_streams import normalised_streams, text_streams
from twofold.engine.stores.ports import PreTokenised

SCHEMA_VERSION = "6"
LEXICAL_VERSION = f"tantivy-{SCHEMA_VERSION}.{ANALYZER_VERSION}"

# Field names. The words stream has positions, the stems stream only frequencies. All languages
# share one field of stems: BM25 compares the length of a passage with the mean over all passages,
# so a field that only some passages have would give their words too low scores.
CHUNK = "cid"
DOCUMENT = "doc"
BODY = "body"
HEADLINE = "headline"
STEM = "stem"
TITLE = "title"
HEADING = "heading"
STEMMER = "stemmer"
MARKER = "marker"
GENERATION = "generation"

MARKER_KEY = "generation"
WORDS_TOKENIZER = "twofold_words"
# The filters whose values are indexed, by field name.
FILTER_FIELDS = {f"filter_{known.word}": known for known in FILTERS if known.of}


def build_schema() -> tantivy.Schema:
    """Return the schema of the index.

    Numbers are unsigned fields. Documents must be deleted by query, because deleting by term does
    not work for them.
    """
    builder = tantivy.SchemaBuilder()
    for number in (CHUNK, DOCUMENT):
        builder.add_unsigned_field(number, indexed=True, fast=True)
    for words in (BODY, HEADLINE):
        builder.add_text_field(words, tokenizer_name=WORDS_TOKENIZER)
    for stems in (STEM, TITLE, HEADING):
        builder.add_text_field(stems, tokenizer_name="whitespace", index_option="freq")
    for name in (STEMMER, *FILTER_FIELDS):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    builder.add_text_field(MARKER, tokenizer_name="raw", index_option="basic", stored=True)
    builder.add_unsigned_field(GENERATION, stored=True)
    return builder.build()


def open_index(folder: str, schema: tantivy.Schema) -> tantivy.Index:
    """Open or create the index. Tokenizers are not persisted, so they are registered here.

    Raise IndexUnavailableError if it has other fields.
    """
    try:
        index = tantivy.Index(schema, path=folder, reuse=True)
    except ValueError as error:
        if "Schema" in str(error):  # a "Schema error" of Tantivy
            raise other_version() from error
        raise
    index.register_tokenizer(WORDS_TOKENIZER, words_analyzer())
    index.config_reader(reload_policy="manual")
    return index


def other_version() -> IndexUnavailableError:
    """Return the error for an index of another version."""
    return IndexUnavailableError(
        message("The keyword index was created by another version of Twofold."),
        message("It will be rebuilt automatically."),
    )


def marker_document(schema: tantivy.Schema, generation: int) -> tantivy.Document:
    """Return the marker document for the index.

    It contains the generation of the catalog that the index has reached.
    """
    fields = {MARKER: [MARKER_KEY, LEXICAL_VERSION], GENERATION: generation}
    return tantivy.Document.from_dict(fields, schema)


def marker_query(schema: tantivy.Schema) -> tantivy.Query:
    """Return the query that finds the marker document."""
    return tantivy.Query.term_query(schema, MARKER, MARKER_KEY, index_option="basic")


NOTHING_PRE_TOKENISED: PreTokenised = {}
_MAX_DOCUMENTS = 1000


class ChunkDocuments:
    """Builds the index documents of chunks; fields shared by a document's chunks are cached."""

    def __init__(self, schema: tantivy.Schema, ready: PreTokenised = NOTHING_PRE_TOKENISED) -> None:
        self._schema = schema
        self._ready = ready
        self._common = lru_cache(_MAX_DOCUMENTS)(_common_fields)

    def of(self, stored: StoredChunk) -> tantivy.Document:
        """Return the index document of a chunk. Raise IndexUnavailableError if that fails."""
        chunk, document = stored.chunk, stored.document
        title_words, common = self._common(document)
        stemmer = stemmer_for(chunk.lang or document.lang, is_code=chunk.is_code)
        body = self._ready.get((stemmer, chunk.text)) or text_streams(chunk.text, stemmer)
        title = _short_streams(title_words, stemmer)
        heading = _headings(chunk.heading_path, stemmer)
        stems, heading_stems = body.stems, heading.stems
        if chunk.kind is not PassageKind.TEXT:
            # Declared properties have the weight of headings, which is less than that of the text.
            stems, heading_stems = "", text_streams(declared_words(chunk.text), stemmer).stems
        fields = {
            **common,
            CHUNK: stored.number,
            BODY: body.words,
            HEADLINE: f"{title.words} {heading.words}",
            STEM: stems,
            TITLE: _each_once(title.stems),
            HEADING: heading_stems,
            STEMMER: stemmer,
        }
        try:
            return tantivy.Document.from_dict(fields, self._schema)
        except ValueError as error:
            raise IndexUnavailableError(
                message(
                    "A passage of {path} cannot be added to the keyword index.",
                    path=repr(document.path),
                ),
                Message(str(error)),
            ) from error


def _common_fields(document: StoredDocument) -> tuple[str, dict[str, object]]:
    """Return the normalised title, and the fields shared by all chunks of a document."""
    title = normalise(encodable(document.searched_title))
    fields: dict[str, object] = {
        DOCUMENT: document.number,
        **{
            name: [label(value) for value in known.of(document)]
            for name, known in FILTER_FIELDS.items()
            if known.of
        },
    }
    return title, fields


_NAME_OF_VALUE = re.compile(r"^[ \t-]*[\w][\w .-]{0,60}:[ \t]", re.MULTILINE)


def declared_words(text: str) -> str:
    """Return the values of a properties passage without their names (such as 'author: ')."""
    return _NAME_OF_VALUE.sub("", text)


@lru_cache(maxsize=2000)
def _short_streams(normalised: str, stemmer: str) -> TokenStreams:
    return normalised_streams(normalised, stemmer)


def _headings(path: Sequence[str], stemmer: str) -> TokenStreams:
    return _short_streams(normalise(encodable("\n".join(path))), stemmer)


def _each_once(terms: str) -> str:
    """Remove repetitions, because the file name often repeats the title."""
    return " ".join(dict.fromkeys(terms.split()))


def label(value: str) -> str:
    """Return `value` as a label, which is indexed and matched as a whole."""
    return encodable(value)


def links_to(folder: Path) -> TemporaryDirectory[str]:
    """Return a folder of links to a read-only index, because Tantivy needs a lock file.

    Where links are not possible, as on Windows, the files are copied.
    """
    links = TemporaryDirectory(prefix="twofold-", ignore_cleanup_errors=True)
    for file in folder.iterdir():
        if not file.name.endswith(".lock"):
            link = Path(links.name) / file.name
            try:
                link.symlink_to(file.absolute())
            except OSError:
                shutil.copyfile(file, link)
    return links


def committed_state(folder: Path) -> tuple[int, frozenset[str]]:
    """Return a value that changes with every commit to the index in `folder`."""
    return folder.stat().st_mtime_ns, frozenset(path.name for path in folder.iterdir())


# --- Damage ---
#
# Tantivy detects missing and truncated files when it opens the index. Changed bytes inside a file
# are detected by the first query that reads them.

_SUSPECT = "suspect"
_LOOKED_UP = (*string.ascii_lowercase, *string.digits)


def check_by_queries(searcher: tantivy.Searcher) -> None:
    """Look up terms in every field and count the documents, which takes a few milliseconds.

    Raise IndexUnavailableError, or an exception of Tantivy, if the index is damaged.
    """
    for field in (BODY, HEADLINE, STEM, TITLE, HEADING, STEMMER, *FILTER_FIELDS):
        for term in _LOOKED_UP:
            searcher.doc_freq(field, term)
    every = searcher.search(tantivy.Query.all_query(), limit=1, count=True)
    if every.count != searcher.num_docs:  # type: ignore[attr-defined]
        raise damaged()


def damaged() -> IndexUnavailableError:
    """Return the error for an index that failed to answer a query."""
    return IndexUnavailableError(
        message("The keyword index is damaged."), message("It will be rebuilt automatically.")
    )


def suspect_mark(folder: Path) -> Path:
    """Return the file which records that a search has found damage. The writer then rebuilds."""
    return folder / _SUSPECT


# --- Translation of Tantivy's exceptions ---


@contextmanager
def translated(problem: Message, hint: Message, folder: Path | None = None) -> Iterator[None]:
    """Translate all exceptions of Tantivy to IndexUnavailableError, including panics.

    Panics are BaseExceptions. If the files in `folder` are damaged, that is recorded.
    """
    try:
        yield
    except EngineError:
        raise
    except BaseException as error:
        is_panic = type(error).__name__ == "PanicException"
        if not (is_panic or isinstance(error, Exception)):
            raise
        if (disk := disk_error(error)) is not None:
            raise IndexUnavailableError(joined(disk.problem, problem), disk.hint) from error
        if folder is not None and (is_panic or _names_damage(str(error))):
            with suppress(OSError):
                suspect_mark(folder).touch()
        raise IndexUnavailableError(
            joined(problem, Message(f"({_first_line(error)})")), hint
        ) from error


def _names_damage(error: str) -> bool:
    """Return whether an error of Tantivy is about the content of its files."""
    return "Data corrupted" in error or ("IO error" in error and "os error" not in error)


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]
