"""Report phrases that should no longer be used, on lines changed since the base branch.

    python scripts/check_words.py [BASE]

BASE is a commit. The default is the commit at which the current branch left origin/main; on
origin/main itself, it is the parent of the last commit. Uncommitted changes are included. Python
files are checked in comments, docstrings and text; Markdown files outside code. The exit status is
1 when a phrase is found.
"""

from __future__ import annotations

import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_ROOT = Path(__file__).resolve().parent.parent
_EXEMPT = (
    "scripts/check_words.py",
    "tests/app/test_check_words.py",
    "docs/translating.md",
    "resources/",
)
_HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@")
_INLINE_CODE = re.compile(r"`[^`]*`")


class Rule(NamedTuple):
    """A phrase and what to write instead."""

    pattern: re.Pattern[str]
    advice: str


def _rule(pattern: str, advice: str) -> Rule:
    return Rule(re.compile(pattern, re.MULTILINE | re.IGNORECASE), advice)


_SENTENCE = r"(?:^\s*(?:\"{3}|[\"'#*-])?\s*|[.;:(]\s+)"
RULES = (
    _rule(_SENTENCE + r"(?:Say|Tell|Let) (?:whether|which|what|who|how|go of)\b", "Return ..."),
    _rule(
        _SENTENCE + r"(?:Who|Whose|Whom|Whoever|Whatever) [a-z]+s\b",
        "name the subject: 'A user ...'",
    ),
    _rule(r"\b(?:a|the|each|every) person\b", "user"),
    _rule(r"\b(?:is|are|was|were|be|been) (?:told|said|heeded)\b", "is reported, is shown, warns"),
    _rule(r"\banew\b", "again"),
    _rule(r"\bmeanwhile\b", "in the meantime, while ..."),
    _rule(r"\b(?:thereby|therein|whereby)\b", "a new sentence"),
    _rule(r"\bin vain\b", "fails, without result"),
    _rule(r"\b(?:goes|go|went|going) on (?!to\b)", "continues"),
    _rule(r"\b(?:let|lets) go of\b", "releases, closes, removes"),
    _rule(r"\b[a-z_]+_in_words\b", "format_..."),
    _rule(
        r"(?-i:\b_?(?:MOST|LONGEST|LARGEST|FEWEST|LEAST|SMALLEST|SHORTEST)_[A-Z])",
        "MAX_... or MIN_...",
    ),
    _rule(r"\b(?:fold_copies|hydrated?|put aside|puts aside)\b", "see the terms in translating.md"),
)


def changed_lines(base: str) -> dict[str, set[int]]:
    """Return the numbers of the added lines of each file, compared with the commit `base`."""
    lines: dict[str, set[int]] = {}
    name = ""
    diff = _git("diff", "--unified=0", "--no-color", "--no-ext-diff", "--diff-filter=d", base)
    for line in diff.splitlines():
        if line.startswith("+++ "):
            name = line.removeprefix("+++ ").removeprefix("b/")
        elif found := _HUNK.match(line):
            start, count = int(found[1]), int(found[2] or 1)
            lines.setdefault(name, set()).update(range(start, start + count))
    return lines


def python_text(source: str) -> Iterator[tuple[int, str]]:
    """Yield each line of comments, strings and assigned names with its number."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING, tokenize.NAME):
            for offset, line in enumerate(token.string.splitlines()):
                yield token.start[0] + offset, line


def markdown_text(source: str) -> Iterator[tuple[int, str]]:
    """Yield each line outside code blocks with its number, without inline code."""
    is_code = False
    for number, line in enumerate(source.splitlines(), 1):
        if line.startswith("```"):
            is_code = not is_code
        elif not is_code and not line.startswith("    "):
            yield number, _INLINE_CODE.sub("", line)


def problems(name: str, source: str, numbers: set[int]) -> Iterator[str]:
    """Yield a line for each retired phrase in these lines of a file."""
    text = python_text(source) if name.endswith(".py") else markdown_text(source)
    for number, line in text:
        if number in numbers:
            for rule in RULES:
                if found := rule.pattern.search(line):
                    yield f"{name}:{number}: '{found[0].strip()}': {rule.advice}"


def main(arguments: list[str]) -> int:
    """Check the changed lines and return the exit status."""
    found = [
        problem
        for name, numbers in changed_lines(arguments[0] if arguments else _base()).items()
        if name.endswith((".py", ".md")) and not name.startswith(_EXEMPT)
        for problem in problems(name, (_ROOT / name).read_text(encoding="utf-8"), numbers)
    ]
    print("\n".join(found) or "No retired phrase in the changed lines.")
    return 1 if found else 0


def _base() -> str:
    """Return the commit to compare with; the empty tree for a commit without a parent."""
    head = _git("rev-parse", "HEAD")
    for candidate in ("origin/main", "origin/HEAD"):
        base = _git("merge-base", "HEAD", candidate)
        if base and base != head:
            return base
    return _git("rev-parse", "--verify", "-q", "HEAD~1") or head


def _git(*words: str) -> str:
    command = ("git", *words)
    done = subprocess.run(command, cwd=_ROOT, check=False, capture_output=True, text=True)
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
