"""Explaining whether and why a file is or would be indexed."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from twofold.engine.extract.unreadable_kinds import IWORK_NAME
from twofold.engine.indexing.crawl import is_document_folder, problem_of
from twofold.engine.indexing.described_files import LibraryFiles
from twofold.engine.indexing.ignore_rules import DirectoryRules, IgnoreRules
from twofold.engine.model.absence import AbsenceCause
from twofold.engine.model.coverage import NAME_ONLY_REASONS, FileVerdict
from twofold.engine.model.document import document_number
from twofold.engine.model.failure import WAITING_FOR_OCR, FailureReason
from twofold.engine.model.localized import EMPTY, Message, message
from twofold.engine.stores.catalog.catalog import Catalog
from twofold.engine.stores.library_folder import Folder, as_spelled, folder_of, is_present

# The requested file or folder, at the beginning of a sentence.
_IT = message("It")
_UNKNOWN = message(
    "It is not in any folder of the library. Add its folder with: twofold folder add PATH"
)


def explain_file(catalog: Catalog, names: IgnoreRules, path: Path, max_bytes: int) -> FileVerdict:
    """Return whether a file is indexed or would be indexed by the next scan, and why.

    `path` is absolute, or written as in search results: 'Notes/2026/plan.md'.
    """
    path, folder = _located(catalog, path)
    if folder is None:
        return FileVerdict(str(path), False, False, _UNKNOWN, AbsenceCause.OUTSIDE)
    relative = path.relative_to(folder.root).as_posix()
    known = catalog.files.known(folder.name, relative).get(relative)
    indexed = known is not None and known.has_text
    if not is_present(folder):  # its drive may not even answer
        why = message(
            "The folder '{name}' is not available at the moment. Its index entries are kept.",
            name=folder.name,
        )
        return FileVerdict(str(path), indexed, indexed, why, AbsenceCause.UNAVAILABLE)
    place = f"{folder.name}/{relative}"
    failed = next((one for one in catalog.failures.every() if one.path == place), None)
    failure = (
        message("It could not be indexed: {detail}", detail=failed.detail)
        if failed is not None
        else EMPTY
    )
    document = catalog.document(document_number(folder.name, relative))
    if document is not None and document.member and not document.not_read:
        why = message(
            "It is indexed as an embedded document of '{file_path}'.", file_path=document.file_path
        )
        return FileVerdict(str(path), indexed=True, wanted=True, why=why)
    file = next((above for above in path.parents if above.is_file()), None)
    if file is not None:
        why = failure or message(
            "'{name}' contains no indexed document with this name.", name=file.name
        )
        cause = AbsenceCause.FAILED if failure else AbsenceCause.NO_FILE
        return FileVerdict(str(path), False, bool(failure), why, cause)
    excluded = _excluded(folder, relative, names) or _undescribed(catalog, folder, relative)
    if excluded:
        return FileVerdict(str(path), indexed, False, excluded.why, excluded.cause)
    included = _explain_included(path.lstat(), failure, max_bytes, is_known=known is not None)
    cause = _cause_of(failed.reason) if failed is not None else included.cause
    return FileVerdict(str(path), indexed, True, included.why, cause)


@dataclass(frozen=True, slots=True)
class _Explanation:
    """A sentence and its cause."""

    why: Message
    cause: AbsenceCause


def _cause_of(reason: FailureReason) -> AbsenceCause:
    if reason in WAITING_FOR_OCR:
        return AbsenceCause.WAITING_FOR_OCR
    if reason is FailureReason.IN_CLOUD:
        return AbsenceCause.IN_CLOUD
    if reason is FailureReason.TOO_LARGE:
        return AbsenceCause.TOO_LARGE
    return AbsenceCause.WITHOUT_TEXT if reason in NAME_ONLY_REASONS else AbsenceCause.FAILED


def _located(catalog: Catalog, path: Path) -> tuple[Path, Folder | None]:
    """Return the absolute path as the file system spells it, and the folder that contains it."""
    folders = catalog.folders()
    named = {folder.name: folder.root for folder in folders}
    if not path.is_absolute() and path.parts and path.parts[0] in named:
        path = Path(named[path.parts[0]], *path.parts[1:])
    path = Path(os.path.normpath(path.absolute()))
    found = folder_of(folders, path)
    if found is None or is_present(found[0]):
        path = as_spelled(path)
        found = folder_of(folders, path)
    return path, found[0] if found else None


def _excluded(folder: Folder, relative: str, names: IgnoreRules) -> _Explanation | None:
    """Descend to the file as a scan does; return why a scan does not reach it, or None."""
    rules = DirectoryRules.of_folder(Path(folder.root), names, folder.rules)
    parts = [] if relative == "." else relative.split("/")
    for number, name in enumerate(parts, start=1):
        place = "/".join(parts[:number])
        try:
            mode = (Path(folder.root) / place).lstat().st_mode
        except OSError as error:
            return _explain_unreachable(place, error)
        what = _IT if number == len(parts) else message("The folder '{place}'", place=place)
        if stat.S_ISLNK(mode):
            why = message("{what} is a symbolic link, which is not followed.", what=what)
            return _Explanation(why, AbsenceCause.LINK)
        verdict = rules.verdict(name, is_directory=stat.S_ISDIR(mode))
        if not verdict.wanted:
            is_hidden = name.startswith(".") and not names.hidden_files
            why = message("{what} is excluded: {why}.", what=what, why=verdict.why)
            return _Explanation(why, AbsenceCause.HIDDEN if is_hidden else AbsenceCause.EXCLUDED)
        if stat.S_ISDIR(mode):
            rules = rules.enter(name)
            if is_document_folder(Path(folder.root) / place):
                return _explain_document_folder(what, rules)
        elif not stat.S_ISREG(mode):
            why = message("{what} is not a regular file.", what=what)
            return _Explanation(why, AbsenceCause.EXCLUDED)
    return None


def _undescribed(catalog: Catalog, folder: Folder, relative: str) -> _Explanation | None:
    """Return why a file next to a reference library is excluded, or None."""
    why = LibraryFiles(catalog.files.described(folder.name)).why_excluded(relative)
    if not why:
        return None
    excluded = message("{what} is excluded: {why}.", what=_IT, why=why)
    return _Explanation(excluded, AbsenceCause.EXCLUDED)


def _explain_document_folder(what: Message, rules: DirectoryRules) -> _Explanation:
    verdict = rules.own_verdict()
    if not verdict.wanted:
        why = message("{what} is excluded: {why}.", what=what, why=verdict.why)
        return _Explanation(why, AbsenceCause.EXCLUDED)
    name = IWORK_NAME
    why = message("{what} is {name}. Twofold cannot read this format yet.", what=what, name=name)
    return _Explanation(why, AbsenceCause.WITHOUT_TEXT)


def _explain_unreachable(place: str, error: OSError) -> _Explanation:
    """Return why a file cannot be examined: its folder is not accessible, or it does not exist."""
    if isinstance(error, PermissionError):
        why = message("No permission to open the folder that contains it.")
        return _Explanation(why, AbsenceCause.FAILED)
    if isinstance(error, FileNotFoundError):
        return _Explanation(message("There is no file with this name."), AbsenceCause.NO_FILE)
    return _Explanation(problem_of(place, error).detail, AbsenceCause.FAILED)


def _explain_included(
    status: os.stat_result, failure: Message, max_bytes: int, *, is_known: bool
) -> _Explanation:
    """Return the explanation for a file or folder that the rules include."""
    if stat.S_ISDIR(status.st_mode):
        why = message("It is a folder. Its files are indexed unless a rule excludes them.")
        return _Explanation(why, AbsenceCause.NO_FILE)
    if failure:
        return _Explanation(failure, AbsenceCause.FAILED)
    if is_known:
        return _Explanation(message("It is indexed."), AbsenceCause.INDEXED)
    if status.st_size > max_bytes:
        why = message(
            "It is larger than the setting indexing.max_file_mb allows. Raise the setting to "
            "index it."
        )
        return _Explanation(why, AbsenceCause.TOO_LARGE)
    return _Explanation(message("It will be indexed at the next scan."), AbsenceCause.WAITING)
