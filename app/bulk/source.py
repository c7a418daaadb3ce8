"""The files of a folder or an object store (fsspec): listing, dividing and fetching.

A source is listed once and divided by a stable hash of the paths, so that each part can be fetched
and indexed on another machine. Names in an object store are hostile input: a name that could lead
out of the target folder is refused. Links are not followed.
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

from twofold.engine.indexing.ignore_rules import IGNORE_FILES, IgnoreRules
from twofold.engine.model.errors import BadRequestError, EngineError
from twofold.engine.model.localized import Message, message, system_reason
from twofold.engine.model.settings import Settings

_MAX_FILES = 1_000_000
_MAX_FOLDERS = 200_000
_MAX_DEPTH = 100
_MAX_NAME_BYTES, _MAX_PATH_BYTES = 255, 1024
_BLOCK = 1 << 20
_MAX_FAILURES_IN_A_ROW = 5  # each file may take several attempts
# The keys under which fsspec file systems report the modification time.
_CHANGED = ("mtime", "LastModified", "last_modified", "updated", "modified", "created")
_MAX_SECONDS = 1 << 33  # in the year 2242
_UNUSABLE = re.compile(r'[\0-\x1f<>:"|?*\\]|[. ]$' if os.name == "nt" else r"\0")


@dataclass(frozen=True, slots=True)
class Problem:
    """A file or part that could not be published completely, and the reason."""

    path: str
    reason: Message


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file of a source: relative path, size in bytes, modification time (µs since 1970)."""

    path: str
    size: int
    changed: int


@dataclass(frozen=True, slots=True)
class Source:
    """A folder or an object store: its URL for fsspec, and the name of its folder."""

    url: str
    name: str

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the path of a folder or a URL.

        Raise BadRequestError for anything else, and for a URL with a password.
        """
        if "://" not in text:
            folder = Path(text).resolve()
            if not folder.is_dir():
                raise BadRequestError(message("The folder {path} does not exist.", path=folder))
            return cls(folder.as_uri(), folder.name or "files")
        try:
            parts = urlsplit(text)
            secret = parts.password
        except ValueError:
            secret = ""
        if secret is not None or "::" in text:
            raise BadRequestError(
                message("This source cannot be read."),
                message("Give a folder, or a URL without a password."),
            )
        name = posixpath.basename(f"{parts.netloc}{parts.path}".rstrip("/"))
        return cls(text, name if _is_usable(name) else parts.scheme)

    def files(
        self, rules: IgnoreRules, max_bytes: int
    ) -> tuple[tuple[SourceFile, ...], tuple[Problem, ...]]:
        """Return the files that can be indexed, and problems of the files that cannot.

        Raise EngineError if a folder cannot be listed; otherwise its files would seem to be
        deleted.
        """
        system, root = self._opened()
        files: list[SourceFile] = []
        problems: list[Problem] = []
        for info, path in self._walk(system, root, rules):
            size, changed = info.get("size"), _changed(info)
            if not isinstance(size, int) or changed is None:
                problems.append(
                    Problem(path, message("The source does not report its size or date."))
                )
            elif size > max_bytes:
                problems.append(Problem(path, message("It is larger than the reading limit.")))
            elif not _leads_below(path):
                problems.append(Problem(repr(path), message("The file name is not allowed.")))
            else:
                files.append(SourceFile(path, size, changed))
            if len(files) + len(problems) > _MAX_FILES:
                raise BadRequestError(
                    message("There are more than {most} files.", most=_MAX_FILES),
                    message("Publish its folders one by one."),
                )
        if not files:
            raise BadRequestError(
                message("There are no files in {source}.", source=self.url),
                message(
                    "To delete what was published: twofold share withdraw ADDRESS --from SOURCE"
                ),
            )
        return tuple(files), tuple(problems)

    def fetch(self, files: Iterable[SourceFile], max_bytes: int, folder: Path) -> list[Problem]:
        """Update a folder to contain exactly these files; only changed files are fetched.

        Return the files that could not be fetched; earlier copies of them are kept. Raise
        EngineError if the source does not answer.
        """
        system, root = self._opened()
        wanted = {file.path: file for file in files}
        _remove_others(folder, wanted)
        problems: list[Problem] = []
        in_a_row = 0
        for file in wanted.values():
            place = folder / file.path
            try:
                if not _is_there(file, place):
                    place.parent.mkdir(parents=True, exist_ok=True)
                    with system.open(posixpath.join(root, file.path), "rb") as remote:
                        _write(remote, place, file, max_bytes)
                in_a_row = 0
            except Exception as error:  # noqa: BLE001 (each file system has its own errors)
                problems.append(Problem(file.path, _reason(error)))
                is_of_file = isinstance(error, (EngineError, FileNotFoundError, PermissionError))
                in_a_row = 0 if is_of_file else in_a_row + 1
                if in_a_row == _MAX_FAILURES_IN_A_ROW:
                    raise EngineError(
                        message(
                            "{source} cannot be read: {why}.", source=self.url, why=_reason(error)
                        ),
                        message("Try again when it can be reached."),
                    ) from None
        return problems

    def _opened(self) -> tuple[Any, str]:
        import fsspec  # noqa: PLC0415 (an optional extra)

        try:
            system, root = fsspec.core.url_to_fs(self.url)
        except (ImportError, ValueError) as error:
            scheme = self.url.partition(":")[0]
            raise BadRequestError(
                message("No installed package can read {scheme}://.", scheme=scheme),
                message("See https://filesystem-spec.readthedocs.io for the package to install."),
            ) from error
        return system, root

    def _walk(
        self,
        system: Any,  # noqa: ANN401 (fsspec has no types)
        root: str,
        rules: IgnoreRules,
    ) -> Iterator[tuple[Mapping[str, Any], str]]:
        """Yield the properties of each file and its path below the root, in a fixed order."""
        system.invalidate_cache()
        pending, met = [""], 0
        while pending:
            place = pending.pop()
            met += 1
            full = posixpath.join(root, place) if place else root
            try:
                listed = sorted(system.ls(full, detail=True), key=_name)
            except Exception as error:  # noqa: BLE001 (as above)
                shown = place or self.url
                raise EngineError(
                    message("{place} cannot be listed: {why}.", place=shown, why=_reason(error)),
                    message("Nothing was changed."),
                ) from None
            for info in listed:
                name = _name(info).rstrip("/").rpartition("/")[2]
                path = f"{place}/{name}" if place else name
                if info.get("islink") or _name(info).rstrip("/") == full.rstrip("/"):
                    continue
                if info.get("type") == "directory":
                    if rules.ignores_folder(name) or f"{full}/{name}" in rules.own_folders:
                        continue
                    if met + len(pending) > _MAX_FOLDERS or path.count("/") > _MAX_DEPTH:
                        raise BadRequestError(message("{place} has too many folders.", place=full))
                    pending.append(path)
                elif info.get("type") == "file" and not _is_passed_over(name, rules):
                    yield info, path


@dataclass(frozen=True, slots=True)
class SourcePart:
    """Files of a source that one worker fetches; none is larger than `max_bytes`."""

    source: Source
    files: tuple[SourceFile, ...]
    max_bytes: int

    def fetch(self, folder: Path) -> list[Problem]:
        """Fetch the files into a folder; see `Source.fetch`."""
        return self.source.fetch(self.files, self.max_bytes, folder)


@dataclass(frozen=True, slots=True)
class DividedSource:
    """A source whose files were listed: its parts, and the files that cannot be published."""

    name: str
    parts: tuple[SourcePart, ...]
    problems: tuple[Problem, ...]


def divide_source(text: str, settings: Settings, parts: int, own: Path) -> DividedSource:
    """List the files of a folder or a URL and divide them into `parts` parts.

    The folder `own`, in which Twofold stores its own files, is left out. Raise BadRequestError if
    `text` is neither a folder nor a usable URL, EngineError if it cannot be listed.
    """
    hidden = settings.flag("indexing.hidden_files")
    rules = IgnoreRules(hidden, own_folders=frozenset({own.resolve().as_posix()}))
    max_bytes = settings.whole("indexing.max_file_mb") * 1_000_000
    source = Source.parse(text)
    files, problems = source.files(rules, max_bytes)
    divided = (SourcePart(source, part, max_bytes) for part in parts_of(files, parts))
    return DividedSource(source.name, tuple(divided), problems)


def parts_of(files: Iterable[SourceFile], parts: int) -> list[tuple[SourceFile, ...]]:
    """Divide files by a hash of their paths. Files with ignore rules are added to every part."""
    divided: list[list[SourceFile]] = [[] for _ in range(parts)]
    for file in files:
        if posixpath.basename(file.path) in IGNORE_FILES:
            for part in divided:
                part.append(file)
        else:
            digest = blake2b(os.fsencode(file.path), digest_size=8).digest()
            divided[int.from_bytes(digest, "big") % parts].append(file)
    return [tuple(part) for part in divided]


def _leads_below(path: str) -> bool:
    is_short = len(os.fsencode(path)) <= _MAX_PATH_BYTES
    return is_short and all(map(_is_usable, path.split("/")))


def _is_usable(name: str) -> bool:
    """Return whether a name is valid for a file and cannot refer to a path outside its folder."""
    too_long = len(os.fsencode(name)) > _MAX_NAME_BYTES
    return not (name in {"", ".", ".."} or "/" in name or too_long or _UNUSABLE.search(name))


def _is_passed_over(name: str, rules: IgnoreRules) -> bool:
    return name not in IGNORE_FILES and rules.ignores_file(name)


def _name(info: Mapping[str, Any]) -> str:
    return str(info["name"])


def _changed(info: Mapping[str, Any]) -> int | None:
    found = next((info[key] for key in _CHANGED if info.get(key) is not None), None)
    with suppress(ValueError, OverflowError):
        if isinstance(found, str):
            found = datetime.fromisoformat(found)
        if isinstance(found, datetime):
            found = found.timestamp()
        if isinstance(found, (int, float)):
            return round(min(max(found, 0), _MAX_SECONDS) * 1e6)
    return None


def _is_there(file: SourceFile, place: Path) -> bool:
    try:
        status = place.lstat()
    except OSError:
        return False
    return (status.st_size, status.st_mtime_ns // 1000) == (file.size, file.changed)


def _write(remote: Any, place: Path, file: SourceFile, max_bytes: int) -> None:  # noqa: ANN401
    """Download a file under a temporary name, set its date, then rename it."""
    beside = place.with_name(f"{blake2b(os.fsencode(file.path), digest_size=8).hexdigest()}.part")
    written = 0
    with beside.open("wb") as local:
        while block := remote.read(_BLOCK):
            written += len(block)
            if written > max_bytes:
                raise EngineError(message("It is larger than the reading limit."))
            local.write(block)
    os.utime(beside, ns=(file.changed * 1000, file.changed * 1000))
    beside.replace(place)


def _remove_others(folder: Path, wanted: Mapping[str, SourceFile]) -> None:
    """Delete the files of `folder` that are not in `wanted`, and folders that become empty."""
    for place, folders, names in os.walk(folder, topdown=False):
        for name in names:
            path = Path(place, name)
            if path.relative_to(folder).as_posix() not in wanted:
                path.unlink()
        for name in folders:
            with suppress(OSError):
                Path(place, name).rmdir()


def _reason(error: Exception) -> Message:
    """Return the reason of an error.

    Messages of libraries are not used, because they may contain a password.
    """
    if isinstance(error, EngineError):
        return error.message
    if isinstance(error, OSError) and error.errno:
        return system_reason(error)
    return Message(type(error).__name__)
