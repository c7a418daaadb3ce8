"""All commands by group, and what they share: environment variables and files.

Help, shell completions, the man page and docs/cli.md are made from these tables and from the
parsers of the commands.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its module in `app.cli`, its group in the overview, and a summary."""

    name: str
    module: str
    group: str
    summary: str


COMMANDS = (
    Command("search", "search", "Search", "search your documents"),
    Command("show", "show", "Search", "print a document or a cited passage"),
    Command("check", "check", "Search", "check a citation, or the quotations of a draft"),
    Command("export", "export", "Search", "write search results with their citations to a file"),
    Command("collection", "collection", "Search", "collect passages, with notes"),
    Command("folder", "folder", "Library", "add, remove, move and list folders"),
    Command("index", "index", "Library", "index what changed in the folders"),
    Command("status", "status", "Library", "show what the library contains"),
    Command("failures", "status", "Library", "list files that could not be indexed"),
    Command("why", "why", "Library", "explain why a file is not indexed or not found"),
    Command("tag", "tag", "Library", "add, remove and list tags of files and folders"),
    Command("trust", "tag", "Library", "set how far files and folders are trusted"),
    Command("backup", "backup", "Library", "save and restore folders, tags, collection, searches"),
    Command("model", "model", "Library", "list, add and choose semantic models"),
    Command("share", "share", "Team", "publish, pull and withdraw shared libraries"),
    Command("mcp", "mcp", "Integration", "let an assistant search (Model Context Protocol)"),
    Command("quick", "quick", "Integration", "open the quick search window"),
    Command("desktop-search", "desktop_search", "Integration", "answer the desktop's search"),
    Command("doctor", "doctor", "Maintenance", "check the installation and the library"),
    Command("bench", "bench", "Maintenance", "measure how fast this library answers"),
    Command("eval", "eval", "Maintenance", "measure search quality on judged queries"),
    Command("help", "", "Help", "show help for a command"),
    Command("version", "", "Help", "print the version"),
)

EXAMPLES = (
    ("twofold folder add ~/Documents/notes", "Add a folder and index it."),
    ("twofold search wet books after a burst pipe", "Search by keywords and by meaning."),
)

# Name, and effect.
ENVIRONMENT = (
    ("TWOFOLD_HOME", "Folder for library, models, settings and logs; ignored if empty."),
    ("NO_COLOR", "If not empty, turns colours off."),
    ("FORCE_COLOR, CLICOLOR_FORCE", "If not empty, turns colours on in pipes; 0 turns them off."),
    ("CLICOLOR", "If 0, turns colours off."),
    ("TERM", "If dumb, turns colours and the progress bar off."),
    ("HF_ENDPOINT", "Server to download models from, instead of https://huggingface.co."),
)

# Path on Linux, and content.
FILES = (
    ("~/.config/twofold/settings.yaml", "Settings, with an explanation of each."),
    ("~/.config/twofold/templates/", "Your export templates."),
    ("~/.local/share/twofold/library/", "The library: catalog, keyword index and vectors."),
    ("~/.local/share/twofold/models/", "Embedding models."),
    ("~/.local/state/twofold/log/", "Logs, without queries and texts."),
    (".gitignore, .twofoldignore", "Rules in your folders for files that are not indexed."),
)
