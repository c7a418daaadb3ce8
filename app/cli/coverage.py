"""`twofold status --coverage`: the state of every file on the disk."""

from __future__ import annotations

from twofold.app.cli.context import Context
from twofold.app.cli.exit_codes import DONE
from twofold.app.cli.output import count, say, say_json, tell
from twofold.engine.api import (
    CoverageList,
    CoverageReported,
    CoverageState,
    FolderCoverage,
    ReportCoverage,
)

_LABELS = {
    CoverageState.SEARCHABLE: "searchable",
    CoverageState.NAME_ONLY: "found by name only",
    CoverageState.EXCLUDED: "excluded by a rule",
    CoverageState.FAILED: "failed",
    CoverageState.WAITING: "waiting to be read",
}


def say_coverage(listed: CoverageState | None, context: Context, *, as_json: bool) -> int:
    """Print the numbers of each folder, or its files in one state; return the exit code."""
    with context.open_client(loads_model=False) as client:
        folders = client.ask(ReportCoverage(), CoverageReported).folders
    if as_json:
        say_json([_as_json(folder, listed) for folder in folders])
        return DONE
    for folder in folders:
        if listed is None:
            _say_numbers(folder)
        else:
            _say_list(folder.lists[listed])
    if not folders:
        tell("The library has no folder yet. To add one: twofold folder add PATH")
    return DONE


def _say_numbers(folder: FolderCoverage) -> None:
    say(f"{folder.name}  {folder.root}")
    if not folder.available:
        say("    The folder is not available now, so its files cannot be counted.")
        return
    say(f"    {count(folder.files, 'file')} on the disk")
    for state, label in _LABELS.items():
        say(f"    {folder.lists[state].files:>9,} {label}")
    if folder.documents_inside:
        inside = count(folder.documents_inside, "searchable document")
        say(f"    {inside} inside these files")
    for one in folder.closed:
        say(f"    Not counted: {one.path} ({one.why})")
    say(f"    Last complete scan: {folder.scanned_at or 'none yet'}")


def _say_list(listed: CoverageList) -> None:
    for one in listed.entries:
        files = f"  ({count(one.files, 'file')})" if one.path.endswith("/") else ""
        say(f"{one.path}{files}")
        if one.why:
            say(f"    {one.why}")
    rest = listed.files - sum(one.files for one in listed.entries)
    if rest:
        say(f"... and {count(rest, 'more file')}")


def _as_json(folder: FolderCoverage, listed: CoverageState | None) -> dict[str, object]:
    described: dict[str, object] = {
        "name": folder.name,
        "root": folder.root,
        "available": folder.available,
        "scanned_at": folder.scanned_at or None,
        "files": folder.files,
        **{state.name.lower(): folder.lists[state].files for state in CoverageState},
        "documents_inside": folder.documents_inside,
        "closed": [one.path for one in folder.closed],
    }
    if listed is not None:
        described["list"] = [
            {"path": one.path, "why": str(one.why), "files": one.files}
            for one in folder.lists[listed].entries
        ]
    return described
