"""How much an assistant must read until it can cite an answer: python -m bench.bench_assistant DIR.

DIR is the folder rust-book/src of "The Rust Programming Language". Its questions and the words that
answer them are in assistant_tasks.jsonl. The assistant of this benchmark searches once and looks
for the answer in the passages found. If no passage contains it, it reads around the first ones, at
most five. It cites the lines with the answer. A task is solved if these lines of the file contain
it. Characters are those of the results of all tools: as text, as JSON, and both as they are sent.

Other search tools can be measured by passing an object like `Twofold` to `measure`.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote

from twofold.app.blocking_client import BlockingClient
from twofold.app.cli.assistant.tools import LibraryTools, Result
from twofold.app.paths import LibraryPaths, default_paths
from twofold.engine.api import AddFolder, RequestDone, Settings

_TASKS = Path(__file__).with_name("assistant_tasks.jsonl")
_MAX_READ = 5
_NUMBERED = re.compile(r"^[> ]?(\d+)(?:\||:) ?", re.MULTILINE)
_LINES = re.compile(r"#L(\d+)(?:-L(\d+))?\Z")


@dataclass(frozen=True, slots=True)
class Task:
    """A question, keywords for tools without natural language, and the words of its answer."""

    question: str
    keywords: str
    answer: str


@dataclass(frozen=True, slots=True)
class Sent:
    """The number of characters of results: of the text, of the JSON, and of both as sent."""

    text: int = 0
    json: int = 0
    both: int = 0

    def __add__(self, other: Sent) -> Sent:
        """Return the sums."""
        return Sent(self.text + other.text, self.json + other.json, self.both + other.both)


@dataclass(frozen=True, slots=True)
class Found:
    """A passage found, the file and lines it cites, and what to pass to `read`."""

    text: str
    path: str
    lines: tuple[int, int]
    source: str


class Tools(Protocol):
    """The tools of a search program."""

    def search(self, task: Task) -> tuple[Sequence[Found], Sent]:
        """Return the passages found, best first."""
        ...

    def read(self, found: Found) -> tuple[str, Sent]:
        """Return the numbered lines around a passage."""
        ...


@dataclass(frozen=True, slots=True)
class Twofold:
    """The tools of `twofold mcp`. With `mode`, the keywords are searched in this mode."""

    tools: LibraryTools
    mode: str = ""

    def search(self, task: Task) -> tuple[Sequence[Found], Sent]:
        """Return the passages found, best first."""
        query = (
            {"query": task.keywords, "mode": self.mode} if self.mode else {"query": task.question}
        )
        result = self.tools.call("search", query)
        assert result.structured is not None
        return [_found(hit) for hit in result.structured["hits"]], _sent(result)

    def read(self, found: Found) -> tuple[str, Sent]:
        """Return the numbered lines around a passage."""
        result = self.tools.call("read", {"source": found.source})
        return result.text, _sent(result)


def _found(hit: dict[str, str]) -> Found:
    path, _, _ = hit["citation"].partition("#")
    lines = _LINES.search(hit["citation"])
    first, last = (lines[1], lines[2] or lines[1]) if lines else ("0", "0")
    return Found(hit["snippet"], unquote(path), (int(first), int(last)), hit["id"])


def _as_sent(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _sent(result: Result) -> Sent:
    text = len(_as_sent(result.text))
    if result.structured is None:
        return Sent(text, text, text)
    structured = len(_as_sent(result.structured))
    return Sent(text, structured, text + structured)


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether a task was solved, how many passages were read, and what was sent until then."""

    task: Task
    is_solved: bool
    read: int
    sent: Sent


def measure(tools: Tools, folder: Path) -> Iterator[Outcome]:
    """Yield the outcome of each task."""
    for line in _TASKS.read_text(encoding="utf-8").splitlines():
        yield _solve(Task(**json.loads(line)), tools, folder)


def _solve(task: Task, tools: Tools, folder: Path) -> Outcome:
    hits, sent = tools.search(task)
    for hit in hits:
        lines = _lines_with(task.answer, hit.text) or hit.lines
        if re.search(task.answer, _plain(hit.text)) and _resolves(hit.path, lines, task, folder):
            return Outcome(task, is_solved=True, read=0, sent=sent)
    for number, hit in enumerate(hits[:_MAX_READ], start=1):
        text, more = tools.read(hit)
        sent += more
        lines = _lines_with(task.answer, text)
        if lines is not None and _resolves(hit.path, lines, task, folder):
            return Outcome(task, is_solved=True, read=number, sent=sent)
    return Outcome(task, is_solved=False, read=len(hits[:_MAX_READ]), sent=sent)


def _plain(text: str) -> str:
    """Return a text in one line, without line numbers."""
    return " ".join(_NUMBERED.sub("", text).split())


def _lines_with(answer: str, text: str) -> tuple[int, int] | None:
    """Return the first and last number of the numbered lines that contain the answer."""
    numbered = [(found, line) for line in text.split("\n") if (found := _NUMBERED.match(line))]
    for start in range(len(numbered)):
        for end in range(start + 1, min(start + 4, len(numbered) + 1)):
            part = "\n".join(line for _, line in numbered[start:end])
            if re.search(answer, _plain(part)):
                return int(numbered[start][0][1]), int(numbered[end - 1][0][1])
    return None


def _resolves(path: str, lines: tuple[int, int], task: Task, folder: Path) -> bool:
    """Return whether the cited lines of the file contain the answer."""
    file = folder / Path(path).name
    if not file.is_file():
        return False
    cited = file.read_text(encoding="utf-8").split("\n")[lines[0] - 1 : lines[1]]
    return re.search(task.answer, " ".join(" ".join(cited).split())) is not None


def report(name: str, outcomes: Sequence[Outcome]) -> str:
    """Return the results in one line."""
    solved = [one for one in outcomes if one.is_solved]
    sent = sum((one.sent for one in outcomes), Sent())
    at_once = sum(one.read == 0 for one in solved)
    return (
        f"{name:<22} solved {len(solved)}/{len(outcomes)} ({at_once} without reading)  characters "
        f"per task: text {sent.text // len(outcomes):,}, JSON {sent.json // len(outcomes):,}, "
        f"both {sent.both // len(outcomes):,}"
    )


def main() -> None:
    """Index the folder in a temporary library and measure the tools."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", metavar="DIR", type=Path)
    parser.add_argument("--tasks", action="store_true", help="also print each task")
    arguments = parser.parse_args()
    settings, models = Settings(), default_paths().library.models
    with tempfile.TemporaryDirectory() as scratch:
        library = LibraryPaths(Path(scratch), models)
        with BlockingClient(library, settings, maintain=True) as client:
            client.ask(AddFolder(arguments.folder.resolve()), RequestDone)
            client.wait_until_done(with_vectors=True)
            tools = LibraryTools(client, settings)
            for name, mode in (
                ("questions", ""),
                ("keywords, hybrid", "hybrid"),
                ("keywords, lexical", "lexical"),
            ):
                outcomes = list(measure(Twofold(tools, mode), arguments.folder))
                print(report(name, outcomes))
                for one in outcomes if arguments.tasks else ():
                    mark = "+" if one.is_solved else "-"
                    print(f"  {mark} {one.sent.both:>7,} {one.read} {one.task.question}")


if __name__ == "__main__":
    main()
