"""`twofold status`: what the library holds and how far indexing is."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from app.cli.command import DONE, Context
from app.cli.output import count, say, say_json
from app.cli.session import Session
from engine.api import LibraryStatus

if TYPE_CHECKING:
    from app.cli.command import Commands


def add_command(commands: Commands) -> None:
    """Add `status` to the command line."""
    parser = commands.add_parser("status", help="what the library holds, and how far indexing is")
    parser.add_argument("--json", action="store_true", help="as JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Print the state of the library."""
    with Session(context) as session:
        status = session.status()
    if arguments.json:
        say_json(status_as_json(status))
    else:
        _say_status(status, context)
    return DONE


def status_as_json(status: LibraryStatus) -> dict[str, object]:
    """Return the object that scripts read; its keys stay."""
    return {
        "documents": {
            "indexed": status.documents_indexed,
            "failed": status.documents_failed,
            "pending": status.documents_pending,
        },
        "chunks": status.chunks,
        "vectors": {"ready": status.vectors_ready, "pending": status.vectors_pending},
        "model": {
            "name": status.model.name,
            "dimension": status.model.dimension,
            "fingerprint": status.model.fingerprint,
            "ready": status.model.ready,
            "problem": status.model.problem,
        },
        "index_version": status.index_version,
        "sandbox_warning": status.sandbox_warning,
        "size_bytes": status.size_bytes,
        "folders": [
            {
                "name": folder.name,
                "root": folder.root,
                "documents": folder.documents,
                "failed": folder.failed,
                "pending": folder.pending,
                "chunks": folder.chunks,
                "vectors": folder.vectors,
                "available": folder.available,
            }
            for folder in status.folders
        ],
    }


def summary(status: LibraryStatus) -> str:
    """Return the library in one line."""
    parts = [
        count(status.documents_indexed, "document"),
        count(status.chunks, "passage"),
        f"{status.vectors_ready:,} searchable by meaning",
    ]
    if status.documents_pending:
        parts.append(f"{status.documents_pending:,} waiting")
    parts.append(f"{status.documents_failed:,} not indexed")
    return ", ".join(parts)


def _say_status(status: LibraryStatus, context: Context) -> None:
    say(f"Library   {context.paths.library.root} ({status.size_bytes / 1e6:,.1f} MB)")
    for folder in status.folders:
        away = "" if folder.available else "  (not available now)"
        say(f"Folder    {folder.name}: {count(folder.documents, 'document')}, {folder.root}{away}")
    if not status.folders:
        say("Folder    none yet; add one with: twofold index PATH")
    state = status.model.problem or ("ready" if status.model.ready else "not loaded")
    say(f"Model     {status.model.name} ({status.model.dimension} dimensions): {state}")
    say(f"Indexes   {status.index_version}")
    if status.sandbox_warning:
        say(f"Sandbox   {status.sandbox_warning}")
    say(summary(status))
