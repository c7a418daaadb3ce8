"""A folder of notes that changes from round to round, the same way for the same seed."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

_WORDS = tuple(
    "car vehicle doctor physician memory limit dog hound buy purchase garden winter piano "  # noqa: SIM905
    "letter bread river apple window paper stone".split()
)


class ChangingFolder:
    """Notes below `root`; `tagged` holds the notes that a person has tagged, by their paths."""

    def __init__(self, root: Path, seed: int, notes: int = 40) -> None:
        self.root = root
        self.tagged: set[str] = set()
        self._random = random.Random(seed)
        self._written = 0
        for number in range(notes):
            self._write(f"part{number % 4}/note{number}.md")
        self._write("broken.pdf", "%PDF-1.7\nbroken")

    def change(self) -> str:
        """Change a few things on the disk; return what, in a word."""
        change = self._random.choice(
            (self._add, self._edit, self._rename_notes, self._rename_part, self._delete, self._move)
        )
        change()
        return change.__name__.strip("_")

    def notes(self) -> list[str]:
        """Return the paths of all notes, in order."""
        return sorted(path.relative_to(self.root).as_posix() for path in self.root.rglob("*.md"))

    def _add(self) -> None:
        for _ in range(8):
            self._write(f"part{self._random.randrange(4)}/new{self._written}.md")

    def _edit(self) -> None:
        for path in self._some(6):
            self._write(path)

    def _delete(self) -> None:
        for path in self._some(3):
            (self.root / path).unlink()
            self.tagged.discard(path)

    def _rename_notes(self) -> None:
        for path in self._some(4):
            self._moved(path, f"{Path(path).parent}/renamed{self._written}.md")
            self._written += 1

    def _move(self) -> None:
        for path in self._some(4):
            self._written += 1
            self._moved(path, f"moved{self._written}/{Path(path).name}")

    def _rename_part(self) -> None:
        parts = sorted({path.split("/")[0] for path in self.notes()})
        old, self._written = self._random.choice(parts), self._written + 1
        new = f"part{self._written}renamed"
        inside = [path for path in self.notes() if path.startswith(f"{old}/")]
        shutil.move(self.root / old, self.root / new)
        for path in inside:
            self._retag(path, new + path.removeprefix(old))

    def _moved(self, old: str, new: str) -> None:
        target = self.root / new
        target.parent.mkdir(parents=True, exist_ok=True)
        (self.root / old).rename(target)
        self._retag(old, new)

    def _retag(self, old: str, new: str) -> None:
        if old in self.tagged:
            self.tagged.remove(old)
            self.tagged.add(new)

    def _some(self, number: int) -> list[str]:
        notes = self.notes()
        return self._random.sample(notes, min(number, len(notes)))

    def _write(self, name: str, text: str = "") -> None:
        self._written += 1
        words = " ".join(self._random.choice(_WORDS) for _ in range(12))
        body = (
            text
            or f"# Note {self._written}\n\n{words}.\n\n## More {self._written}\n\n{words[::-1]}\n"
        )
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body, encoding="utf-8")
