"""The Tantivy index on disk: its fields, its files, damage found before they are used, its errors.

Of a chunk only terms are indexed; its text stays in the catalog.
"""

from __future__ import annotations

import json
import re
import shutil
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

import tantivy

from twofold.engine.model.disk_errors import disk_error
from twofold.engine.model.document import PassageKind, StoredChunk, StoredDocument, TokenStreams
from twofold.engine.model.errors import EngineError, IndexUnavailableError
from twofold.engine.model.filters import FILTERS
from twofold.engine.model.message import Message, joined, message
from twofold.engine.stores.lexical.analysis import (
    ANALYZER_VERSION,
    encodable,
    normalise,
    normalised_streams,
    stemmer_for,
    text_streams,
    words_analyzer,
)
from twofold.engine.stores.library_files import is_as_described
from twofold.engine.stores.ports import PreTokenised

SCHEMA_VERSION = "6"
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
MARKER = "marker"
GENERATION = "generation"

MARKER_KEY = "generation"
WORDS_TOKENIZER = "twofold_words"
# The filters whose values are kept, by the field that keeps them.
FILTER_FIELDS = {f"filter_{known.word}": known for known in FILTERS if known.of}


def build_schema() -> tantivy.Schema:
    """Return the schema. Numbers are unsigned: delete by query only, never by term."""
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
    """Open or create the index. Tokenizers are not persisted: they are registered here, always.

    Raise IndexUnavailableError for one with other fields.
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
        message("The keyword index was made by another version of Twofold."),
        message("It is rebuilt from the catalog."),
    )


def marker_document(schema: tantivy.Schema, generation: int) -> tantivy.Document:
    """Return the document that says up to which generation of the catalog the index is."""
    fields = {MARKER: [MARKER_KEY, LEXICAL_VERSION], GENERATION: generation}
    return tantivy.Document.from_dict(fields, schema)


def marker_query(schema: tantivy.Schema) -> tantivy.Query:
    """Return the query that finds the marker document."""
    return tantivy.Query.term_query(schema, MARKER, MARKER_KEY, index_option="basic")


NOTHING_PRE_TOKENISED: PreTokenised = {}


class ChunkDocuments:
    """Makes what is indexed of chunks; what those of one document have in common is made once."""

    def __init__(self, schema: tantivy.Schema, ready: PreTokenised = NOTHING_PRE_TOKENISED) -> None:
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
        stems, heading_stems = body.stems, heading.stems
        if chunk.kind is not PassageKind.TEXT:
            # Declared properties are weighed as headings are: less than the text.
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
                    "A passage of {path} cannot be put into the keyword index.",
                    path=repr(document.path),
                ),
                Message(str(error)),
            ) from error

    def _common_fields(self, document: StoredDocument) -> tuple[str, dict[str, object]]:
        """Return the title, normalised, and the fields that all chunks of a document share."""
        known = self._common.get(document.number)
        if known is not None and known[0] is document:
            return known[1:]
        if len(self._common) >= _MOST_DOCUMENTS:
            self._common.clear()
        title = normalise(encodable(document.searched_title))
        fields: dict[str, object] = {
            DOCUMENT: document.number,
            **{
                name: [label(value) for value in known.of(document)]
                for name, known in FILTER_FIELDS.items()
                if known.of
            },
        }
        self._common[document.number] = (document, title, fields)
        return title, fields


_MOST_DOCUMENTS = 1000
_NAME_OF_VALUE = re.compile(r"^[ \t-]*[\w][\w .-]{0,60}:[ \t]", re.MULTILINE)


def declared_words(text: str) -> str:
    """Return the values of a passage of properties without their names ('author: ')."""
    return _NAME_OF_VALUE.sub("", text)


@lru_cache(maxsize=2000)
def _short_streams(normalised: str, stemmer: str) -> TokenStreams:
    return normalised_streams(normalised, stemmer)


def _headings(path: Sequence[str], stemmer: str) -> TokenStreams:
    return _short_streams(normalise(encodable("\n".join(path))), stemmer)


def _each_once(terms: str) -> str:
    """Leave out repetitions: the name of a file mostly says what its title says."""
    return " ".join(dict.fromkeys(terms.split()))


def label(value: str) -> str:
    """Return `value` as a label is indexed and searched: whole, as it is."""
    return encodable(value)


_SEGMENT_FILE = re.compile(r"[0-9a-f]{32}\.")
_MAGIC = 1337
_TAIL_BYTES = 8
_LONGEST_FOOTER = 50_000
_BLOCK = 4 * 1024 * 1024


def check_files(folder: Path) -> None:
    """Read every file of a segment once; IndexUnavailableError when one is damaged.

    Takes about a tenth of a second for 100 MB that were read before. Large files that nothing has
    changed since the last commit are left out.
    """
    segments, described = _segments(folder), folder / "meta.json"
    for path in sorted(folder.iterdir()):
        if not _is_committed(path.name, segments) or is_as_described(path, described):
            continue
        if not _is_sound(path):
            raise IndexUnavailableError(
                message("The keyword index is damaged ({name}).", name=path.name),
                message("It is rebuilt from the catalog."),
            )


def links_to(folder: Path) -> TemporaryDirectory[str]:
    """Return a folder of links to an index that may not be written: Tantivy wants a lock file.

    Where links may not be made, as on Windows, they are copies.
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


def committed_state(folder: Path) -> tuple[int, int, int]:
    """Return what every commit to the index in `folder` changes: it puts a new file in place."""
    status = (folder / "meta.json").stat()
    return status.st_ino, status.st_mtime_ns, status.st_size


def remove_leftovers(folder: Path) -> None:
    """Remove what a killed writer left; call it only where nobody else writes.

    The next writer gives files the same names, and fails when they are there.
    """
    try:
        segments = _segments(folder)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return  # there is no index yet, or a damaged one, which opening it says
    for path in folder.iterdir():
        if _SEGMENT_FILE.match(path.name) and not _is_committed(path.name, segments):
            # Windows keeps what another process still reads; the next opening removes it.
            with suppress(PermissionError):
                path.unlink(missing_ok=True)


def _segments(folder: Path) -> dict[str, int | None]:
    """Return the committed segments, each with the opstamp of its deletions."""
    segments = json.loads((folder / "meta.json").read_bytes())["segments"]
    return {
        segment["segment_id"].replace("-", ""): (segment.get("deletes") or {}).get("opstamp")
        for segment in segments
    }


def _is_committed(name: str, segments: dict[str, int | None]) -> bool:
    segment, *rest = name.split(".")
    if segment not in segments or not rest:
        return False
    return rest[-1] != "del" or rest == [str(segments[segment]), "del"]


def _is_sound(path: Path) -> bool:
    size = path.stat().st_size
    if size < _TAIL_BYTES:
        return False
    with path.open("rb") as file:
        file.seek(size - _TAIL_BYTES)
        tail = file.read(_TAIL_BYTES)
        length, magic = int.from_bytes(tail[:4], "little"), int.from_bytes(tail[4:], "little")
        body = size - _TAIL_BYTES - length
        if magic != _MAGIC or length > _LONGEST_FOOTER or body < 0:
            return False
        file.seek(body)
        expected = _crc_in(file.read(length))
        file.seek(0)
        return expected == _crc_of(file, body)


def _crc_in(footer: bytes) -> int | None:
    try:
        crc = json.loads(footer)["crc"]
    except (ValueError, KeyError, TypeError):
        return None
    return crc if isinstance(crc, int) else None


def _crc_of(file: BinaryIO, length: int) -> int:
    crc, left = 0, length
    while left > 0:
        block = file.read(min(left, _BLOCK))
        if not block:
            break
        crc, left = zlib.crc32(block, crc), left - len(block)
    return crc


# --- Tantivy's exceptions as ours ---


@contextmanager
def translated(problem: Message, hint: Message) -> Iterator[None]:
    """Raise IndexUnavailableError for whatever Tantivy raises (its panics are BaseExceptions)."""
    try:
        yield
    except EngineError:
        raise
    except Exception as error:
        if (disk := disk_error(error)) is not None:
            raise IndexUnavailableError(joined(disk.problem, problem), disk.hint) from error
        raise IndexUnavailableError(
            joined(problem, Message(f"({_first_line(error)})")), hint
        ) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        raise IndexUnavailableError(
            joined(problem, Message(f"({_first_line(error)})")), hint
        ) from error


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0][:200]
