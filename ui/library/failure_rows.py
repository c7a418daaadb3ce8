"""The rows in which files that are not indexed are shown: what one archive holds stands in one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.api import DocumentFailure, FailureReason

# Two or three names say more than their number.
_FEWEST_TOGETHER = 4


@dataclass(frozen=True, slots=True)
class FailureRow:
    """One file that is not indexed, or several inside one file that failed for the same reason."""

    failures: tuple[DocumentFailure, ...]

    @property
    def reason(self) -> FailureReason:
        """Why it is, or they are, not indexed."""
        return self.failures[0].reason

    @property
    def path(self) -> str:
        """The path of the file, of the one they are inside where there are several."""
        first = self.failures[0]
        return first.path if len(self.failures) == 1 else first.file_path

    @property
    def detail(self) -> str:
        """What is said of all of them; '' where that differs."""
        details = {failure.detail for failure in self.failures}
        return details.pop() if len(details) == 1 else ""


def rows_of(failures: Iterable[DocumentFailure]) -> tuple[FailureRow, ...]:
    """Return the rows, in the order of what comes first in each; every failure is in one."""
    together: dict[tuple[str, FailureReason], list[DocumentFailure]] = {}
    for failure in failures:
        place = failure.file_path or failure.path
        together.setdefault((place, failure.reason), []).append(failure)
    return tuple(row for group in together.values() for row in _rows(group))


def _rows(group: list[DocumentFailure]) -> Iterable[FailureRow]:
    if len(group) >= _FEWEST_TOGETHER and all(failure.file_path for failure in group):
        return [FailureRow(tuple(group))]
    return [FailureRow((failure,)) for failure in group]
