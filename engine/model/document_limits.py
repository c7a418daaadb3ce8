"""Limits for what is stored of a document in addition to its text.

The extraction worker shortens what exceeds them. The process that stores the result rejects longer
values, because a malicious document may have taken over the worker. All lengths are in characters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from itertools import accumulate

from twofold.engine.model.document import Chunk, DocumentMetadata

MAX_HEADINGS = 12
MAX_PATH_LENGTH = 1_000
# A heading, the symbol of a passage, the label of a place.
MAX_LABEL_LENGTH = 300
MAX_TITLE_LENGTH = 500
MAX_AUTHOR_LENGTH = 5_000
MAX_TAGS = 100
MAX_TAG_LENGTH = 100
MAX_TAGS_LENGTH = 2_000
# All other values of the metadata.
MAX_VALUE_LENGTH = 600
MAX_PROPERTIES = 100
# The files that an entry of a reference manager describes.
MAX_FILES = 100
MAX_FILE_LENGTH = 1_000
MAX_PROPERTIES_LENGTH = 20_000
MAX_FILE_TYPE_LENGTH = 50
# The chunker fills passages up to 2,400 characters; the rest is for blank lines in them.
MAX_PASSAGE_LENGTH = 10_000

# The headings, labels and symbols of all passages of a document together may be four times as long
# as its text, plus a constant.
_DETAILS_PER_CHARACTER = 4
_DETAILS_ALWAYS = 50_000
# The same for a file with all embedded documents, including their names and metadata.
_FILE_DETAILS_ALWAYS = 4_000_000

# Token streams of Thai are four times as long as the text, and a letter may expand to a whole
# phrase.
_STREAMS_PER_CHARACTER = 8
_STREAMS_ALWAYS = 10_000

# Passages of a document, or of a file with all embedded documents.
MAX_PASSAGES = 200_000
_PASSAGES_ALWAYS = 20_000
_MEAN_PASSAGE_LENGTH = 50


def max_passages(text_length: int) -> int:
    """Return the maximum number of passages of a document or file with this text length."""
    return min(MAX_PASSAGES, _PASSAGES_ALWAYS + text_length // _MEAN_PASSAGE_LENGTH)


def max_details(text_length: int) -> int:
    """Return the maximum length of the details of all passages of a document."""
    return _DETAILS_ALWAYS + _DETAILS_PER_CHARACTER * text_length


def max_streams(text_length: int) -> int:
    """Return the maximum length of the token streams of a document."""
    return _STREAMS_ALWAYS + _STREAMS_PER_CHARACTER * text_length


def max_file_details(text_length: int) -> int:
    """Return the maximum length of all details, names and metadata of a file with its members."""
    return _FILE_DETAILS_ALWAYS + _DETAILS_PER_CHARACTER * text_length


# --- Heading paths, labels and symbols ---


def is_short_path(path: Sequence[str]) -> bool:
    """Return whether a heading path is within the limits."""
    if len(path) > MAX_HEADINGS:
        return False
    lengths = [len(heading) for heading in path]
    return sum(lengths) <= MAX_PATH_LENGTH and max(lengths, default=0) <= MAX_LABEL_LENGTH


def shortened_path(path: tuple[str, ...], max_length: int = MAX_PATH_LENGTH) -> tuple[str, ...]:
    """Return the innermost headings of a path that fit, each shortened."""
    if max_length >= MAX_PATH_LENGTH and is_short_path(path):
        return path
    innermost = [heading[:MAX_LABEL_LENGTH] for heading in path[-MAX_HEADINGS:]]
    innermost[-1:] = [heading[:max_length] for heading in innermost[-1:]]
    while sum(map(len, innermost)) > max_length:
        del innermost[0]
    return tuple(innermost)


def details_length(chunk: Chunk) -> int:
    """Return the length of the headings, the label and the symbol of a passage."""
    return sum(map(len, chunk.heading_path)) + len(chunk.place_label) + len(chunk.symbol)


def with_short_details(chunks: Sequence[Chunk]) -> tuple[Chunk, ...]:
    """Return the passages of a document with shortened headings, labels and symbols.

    If all details together are too long, those of each passage are limited by its text length.
    """
    short = [_with_short_details(chunk) for chunk in chunks]
    text_length = sum(len(chunk.text) for chunk in short)
    if sum(map(details_length, short)) > max_details(text_length):
        short = [_with_short_details(chunk, len(chunk.text)) for chunk in short]
    return tuple(short)


def _with_short_details(chunk: Chunk, max_length: int = MAX_PATH_LENGTH) -> Chunk:
    path = shortened_path(chunk.heading_path, min(MAX_PATH_LENGTH, 2 * max_length))
    max_label_length = min(MAX_LABEL_LENGTH, max_length)
    label, symbol = chunk.place_label[:max_label_length], chunk.symbol[:max_label_length]
    if (path, label, symbol) == (chunk.heading_path, chunk.place_label, chunk.symbol):
        return chunk
    return replace(chunk, heading_path=path, place_label=label, symbol=symbol)


# --- Metadata ---


_MAX_LENGTHS = {"title": MAX_TITLE_LENGTH, "author": MAX_AUTHOR_LENGTH}
_TEXT_FIELDS = {
    field.name: _MAX_LENGTHS.get(field.name, MAX_VALUE_LENGTH)
    for field in fields(DocumentMetadata)
    if field.name not in {"tags", "trust", "properties", "files"}
}


def shortened_metadata(metadata: DocumentMetadata) -> DocumentMetadata:
    """Return metadata with shortened values. A list of authors is cut after a whole name."""
    if is_short_metadata(metadata):
        return metadata
    values = {
        name: getattr(metadata, name)[:max_length] for name, max_length in _TEXT_FIELDS.items()
    }
    if len(metadata.author) > MAX_AUTHOR_LENGTH:
        names, separator, _ = values["author"].rpartition("; ")
        values["author"] = names if separator else values["author"]
    tags = [tag[:MAX_TAG_LENGTH] for tag in metadata.tags[:MAX_TAGS]]
    lengths = accumulate(map(len, tags))
    fitting = [tag for tag, end in zip(tags, lengths, strict=True) if end <= MAX_TAGS_LENGTH]
    return replace(
        metadata,
        tags=tuple(fitting),
        properties=_fitting(metadata.properties),
        files=_short_files(metadata.files),
        **values,
    )


def _short_files(files: tuple[str, ...]) -> tuple[str, ...]:
    """Leave out long paths, because the beginning of a path is another file."""
    return tuple(path for path in files[:MAX_FILES] if len(path) <= MAX_FILE_LENGTH)


def _fitting(properties: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    short = [(n[:MAX_LABEL_LENGTH], value) for n, value in properties[:MAX_PROPERTIES]]
    ends = accumulate(len(name) + len(value) for name, value in short)
    return tuple(one for one, end in zip(short, ends, strict=True) if end <= MAX_PROPERTIES_LENGTH)


def is_short_metadata(metadata: DocumentMetadata) -> bool:
    """Return whether all values of metadata are within the limits."""
    if any(len(getattr(metadata, name)) > max_length for name, max_length in _TEXT_FIELDS.items()):
        return False
    if _fitting(metadata.properties) != metadata.properties:
        return False
    if _short_files(metadata.files) != metadata.files:
        return False
    lengths = [len(tag) for tag in metadata.tags]
    is_short = max(lengths, default=0) <= MAX_TAG_LENGTH
    return is_short and len(lengths) <= MAX_TAGS and sum(lengths) <= MAX_TAGS_LENGTH


def metadata_length(metadata: DocumentMetadata) -> int:
    """Return the total length of all values of metadata."""
    values = sum(len(getattr(metadata, name)) for name in _TEXT_FIELDS)
    values += sum(len(name) + len(value) for name, value in metadata.properties)
    return values + sum(map(len, (*metadata.tags, *metadata.files)))
