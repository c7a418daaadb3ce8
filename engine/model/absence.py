"""Why a file or a passage is not in the list of a search."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from twofold.engine.model.localized import Message


class AbsenceCause(StrEnum):
    """A reason why a file is not found. The first group concerns the file, the second the search.

    `LISTED` is no reason: the file is in the list.
    """

    INDEXED = "indexed"
    NO_FILE = "no file"
    OUTSIDE = "outside"
    UNAVAILABLE = "folder not available"
    EXCLUDED = "excluded"
    HIDDEN = "hidden"
    LINK = "link"
    TOO_LARGE = "too large"
    FAILED = "failed"
    WAITING_FOR_OCR = "waiting for ocr"
    WITHOUT_TEXT = "without text"
    IN_CLOUD = "in cloud"
    WAITING = "waiting"

    NO_TEXT = "no such text"
    FILTERED = "filtered"
    EXCLUDED_WORDS = "excluded words"
    WEAK = "weak"
    DUPLICATE = "duplicate"
    GROUPED = "grouped"
    LOW_RANK = "low rank"
    MISSING_WORDS = "missing words"
    FAR_IN_MEANING = "far in meaning"
    NOT_EMBEDDED = "not embedded"
    BEYOND = "beyond"
    LISTED = "listed"


class AbsenceAction(StrEnum):
    """An action that changes a cause. The `argument` of an AbsenceReason names its object."""

    ADD_FOLDER = "add folder"  # a path
    EDIT_RULES = "edit rules"  # the name of a library folder
    CHANGE_SETTING = "change setting"  # the key of a setting
    RETRY = "retry"  # the path of a failure
    UPDATE = "update"
    REMOVE_FILTER = "remove filter"  # the word of a filter
    SHOW_WEAK = "show weak"
    SHOW_DUPLICATES = "show duplicates"
    SHOW_PASSAGES = "show passages"
    SHOW_MORE = "show more"  # the rank


@dataclass(frozen=True, slots=True)
class AbsenceReason:
    """A cause in one sentence, and the one action that changes it, if there is any."""

    cause: AbsenceCause
    sentence: Message
    action: AbsenceAction | None = None
    argument: str = ""


@dataclass(frozen=True, slots=True)
class AbsenceReport:
    """Why a file or passage is not found, the most decisive reason first.

    `path` starts with the name of the library folder if the file is in one. `rank` is the position
    among all candidates of the search, from 1; None if it is not among them.
    """

    path: str
    reasons: tuple[AbsenceReason, ...]
    rank: int | None = None

    @property
    def is_listed(self) -> bool:
        """Whether the search lists the file."""
        return any(one.cause is AbsenceCause.LISTED for one in self.reasons)
