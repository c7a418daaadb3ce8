"""The exit codes of every command. Help, man page and documentation list them from here."""

from __future__ import annotations

DONE = 0
FAILED = 1
USAGE = 2
INTERRUPTED = 130

EXIT_CODES = {
    DONE: "Done.",
    FAILED: "The command failed, or the answer is no: a search found nothing, a citation or "
    "quotation does not hold, a file is not indexed, doctor found a problem.",
    USAGE: "Bad usage: an unknown command, option, name or file, or a bad value, also in the "
    "settings file. Nothing was changed.",
    INTERRUPTED: "Interrupted by Ctrl+C, SIGTERM or SIGHUP. Finished work is kept.",
}
