"""The backup of user data: folders, tags, trust and collections.

The file is written next to the catalog, and into backups. A backup may come from an untrusted
source. When it is read, every field of every entry is checked before any of it is used.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any, TypeVar

from twofold.engine.model.citation import CollectedPassage
from twofold.engine.model.errors import BadRequestError
from twofold.engine.model.filters import TrustLevel
from twofold.engine.model.folder_rules import FolderRules
from twofold.engine.model.localized import EMPTY, Message, message

FORMAT = "twofold.personal.v1"
# Enough for 10,000 collected passages of 1,300 characters with 700 of metadata, and 50,000 tags.
# Parsing the worst JSON of this size takes 700 MB.
MAX_COPY_BYTES = 32 * 1024 * 1024
_MAX_NAME_LENGTH = 300
MAX_COLLECTION_NAME = 100
_MAX_PLACE = 2**31 - 1
_NO_PASSAGE = message("it is not a passage")
_MAX_SHOWN_LENGTH = 60

Entry = TypeVar("Entry")
OnBad = Callable[[Message], None]


@dataclass(frozen=True, slots=True)
class CopiedFolder:
    """A folder of the library; the fields are those of `Folder` in the catalog."""

    name: str
    root: str
    rules: FolderRules = field(default_factory=FolderRules)

    def overlaps(self, root: str) -> bool:
        """Return whether this folder is equal to, inside or around `root`."""
        one, other = Path(self.root), Path(root)
        return one.is_relative_to(other) or other.is_relative_to(one)


@dataclass(frozen=True, slots=True)
class PersonalCopy:
    """The content of a backup. `tags` and `trust` are pairs of a library path and its value.

    `collection` has the passages of all collections, and `collections` the names of all but the
    default one.
    """

    folders: tuple[CopiedFolder, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    trust: tuple[tuple[str, TrustLevel], ...] = ()
    collection: tuple[CollectedPassage, ...] = ()
    collections: tuple[str, ...] = ()


class _BadEntryError(ValueError):
    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.reason = reason


def read_copy(text: str) -> PersonalCopy:
    """Read the copy in a backup. Raise BadRequestError naming the first invalid entry."""

    def refuse(sentence: Message) -> None:
        raise BadRequestError(sentence, message("Nothing was restored."))

    try:
        raw = json.loads(text) if len(text) <= MAX_COPY_BYTES else None
    except (ValueError, RecursionError):
        raw = None
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise BadRequestError(message("This is not a backup of Twofold."))
    return copy_of(raw, refuse)


def copy_of(raw: Mapping[str, Any], on_bad: OnBad) -> PersonalCopy:
    """Read a copy. Leave out invalid entries and pass a sentence about each to `on_bad`."""
    folders = _read(raw, "folders", _folder, on_bad)
    return PersonalCopy(
        _without_overlaps(folders, on_bad),
        _read(raw, "tags", _tag, on_bad),
        _read(raw, "trust", _trust, on_bad),
        _read(raw, "collection", _collected, on_bad),
        _read(raw, "collections", lambda row: _collection_name(row.get("name")), on_bad),
    )


def refused(section: str, number: int, name: object, reason: Message) -> Message:
    """Return the sentence about an invalid entry of a copy. Entries are counted from 1."""
    shown = name[:_MAX_SHOWN_LENGTH] if isinstance(name, str) else ""
    return message(
        "The backup cannot be used: in '{section}', entry {number}{name}: {reason}.",
        section=section,
        number=number,
        name=Message(f" ({shown})" if shown else ""),
        reason=reason,
    )


def rules_of(value: object) -> FolderRules:
    """Read the rules of a folder. Raise ValueError unless they are lists of patterns."""
    if not isinstance(value, dict):
        raise _BadEntryError(message("the rules are not lists of patterns"))
    return FolderRules(_patterns(value.get("include", [])), _patterns(value.get("exclude", [])))


def _patterns(value: object) -> tuple[str, ...]:
    if not (isinstance(value, list) and all(isinstance(one, str) for one in value)):
        raise _BadEntryError(message("the rules are not lists of patterns"))
    return tuple(value)


def collected_of(
    identity: object, note: object, values: object, collection: object = ""
) -> CollectedPassage:
    """Read a passage of the collection. Raise ValueError if it is invalid."""
    from twofold.engine.model.codec import decoded  # noqa: PLC0415 (not needed to search)

    if not (isinstance(values, dict) and isinstance(identity, str) and identity):
        raise _BadEntryError(_NO_PASSAGE)
    name = _collection_name(collection) if collection else ""
    fields = {**values, "id": identity, "note": note, "collection": name}
    try:
        passage = decoded(CollectedPassage, fields, ignores_unknown=True)
    except ValueError as error:
        raise _BadEntryError(_NO_PASSAGE) from error
    place, path = passage.place, passage.path
    is_usable = (
        isinstance(fields.get("tags", []), list)
        and 0 <= place.start <= place.end <= _MAX_PLACE
        and all(abs(edge) <= _MAX_PLACE for edge in place.box or ())
        and not (path.startswith("/") or "\0" in path or ".." in re.split(r"[/\\]", path))
    )
    if not is_usable:
        raise _BadEntryError(_NO_PASSAGE)
    return passage


def _read(
    raw: Mapping[str, Any], section: str, read: Callable[[Any], Entry], on_bad: OnBad
) -> tuple[Entry, ...]:
    rows = raw.get(section, [])
    if not isinstance(rows, list):
        on_bad(refused(section, 1, "", message("it is not a list")))
        return ()
    found: list[Entry] = []
    for number, row in enumerate(rows, start=1):
        try:
            found.append(read(row if isinstance(row, dict) else {}))
        except _BadEntryError as error:
            on_bad(refused(section, number, _name_of(row), error.reason))
    return tuple(found)


def _name_of(row: object) -> object:
    return (row.get("name") or row.get("place") or row.get("id")) if isinstance(row, dict) else ""


def _text(row: Mapping[str, Any], field: str) -> str:
    value = row.get(field)
    if not (isinstance(value, str) and value) or "\0" in value:
        raise _BadEntryError(message("'{field}' must be a non-empty text", field=field))
    return value


def _folder(row: Mapping[str, Any]) -> CopiedFolder:
    name = _text(row, "name")
    if "/" in name or not name.strip() or len(name) > _MAX_NAME_LENGTH:
        raise _BadEntryError(message("the name is empty, too long, or contains '/'"))
    return CopiedFolder(name, _root(_text(row, "root")), rules_of(row.get("rules")))


def _root(written: str) -> str:
    """Return an absolute path. A path of another system becomes a path that does not exist."""
    path = Path(written)
    if os.name != "nt" and not path.is_absolute() and PureWindowsPath(written).is_absolute():
        path = Path("/") / written.replace("/", "\\")
    elif os.name == "nt" and PurePosixPath(written).is_absolute():
        path = path.absolute()
    if not path.is_absolute() or ".." in path.parts:
        raise _BadEntryError(
            message("'{root}' is not an absolute path", root=written[:_MAX_SHOWN_LENGTH])
        )
    if is_whole_system(path):
        raise _BadEntryError(
            message("'{root}' is the whole file system", root=written[:_MAX_SHOWN_LENGTH])
        )
    return str(path)


def is_whole_system(path: Path) -> bool:
    """Return whether a path is '/' or a whole drive."""
    return path == Path(path.anchor)


def _tag(row: Mapping[str, Any]) -> tuple[str, str]:
    return _text(row, "place"), _text(row, "tag")


def _trust(row: Mapping[str, Any]) -> tuple[str, TrustLevel]:
    place, level = _text(row, "place"), row.get("level")
    levels = tuple(TrustLevel)
    if type(level) is not int or not 0 <= level < len(levels):
        raise _BadEntryError(message("the trust level is unknown"))
    return place, levels[level]


def _collected(row: Mapping[str, Any]) -> CollectedPassage:
    return collected_of(
        row.get("id"), row.get("note"), row.get("passage"), row.get("collection", "")
    )


def _collection_name(name: object) -> str:
    if isinstance(name, str) and is_collection_name(name):
        return name
    raise _BadEntryError(message("it is not the name of a collection"))


def is_collection_name(name: str) -> bool:
    """Return whether a collection can have this name: one line of at most 100 characters."""
    return name.isprintable() and 0 < len(name) <= MAX_COLLECTION_NAME and name == name.strip()


def _without_overlaps(folders: Iterable[CopiedFolder], on_bad: OnBad) -> tuple[CopiedFolder, ...]:
    accepted: list[CopiedFolder] = []
    for number, folder in enumerate(folders, start=1):
        if problem := overlap_problem(folder, accepted):
            on_bad(refused("folders", number, folder.name, problem))
        else:
            accepted.append(folder)
    return tuple(accepted)


def overlap_problem(folder: CopiedFolder, others: Iterable[CopiedFolder]) -> Message:
    """Return why a folder cannot be in a library together with others; '' if it can."""
    for other in others:
        if folder.name == other.name:
            return message("another folder has the same name")
        if folder.overlaps(other.root):
            return message("it is inside or around the folder '{other}'", other=other.name)
    return EMPTY
