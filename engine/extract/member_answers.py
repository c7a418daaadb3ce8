"""The documents in a container on their way back from the worker.

Before the answer about a file the worker sends, for each member, a frame that it begins with it and
a frame with its text or failure. So a member that brings the worker down is known by name, and a
fresh worker goes on behind it.
"""

from __future__ import annotations

from dataclasses import replace

from engine.extract.answers import is_number, word_of
from engine.extract.cut_answers import Cut, pack_answer, unpack_answer
from engine.extract.frames import FrameAllowance, Header, MalformedFrameError
from engine.extract.limits import MEMBERS, FrameLimits
from engine.extract.member_names import is_safe_name
from engine.extract.member_walk import Wish
from engine.model.document import CutText, ExtractedText, FailureReason, Member
from engine.model.errors import DocumentError

# One that is begun may give its text and a failure of what is inside it.
_MOST_MEMBERS = 2 * MEMBERS
_MOST_LOSSES = 8
WORTH_A_SECOND_TRY = {FailureReason.READER_CRASHED.value, FailureReason.OUT_OF_MEMORY.value}


def pack_beginning(number: int, name: str) -> Header:
    """Return the frame that says which member is begun."""
    return {"begins": number, "name": name}


def pack_member(member: Member, cut: Cut | None = None) -> tuple[Header, bytes]:
    """Return the frame with what was read of a member, cut into passages by `cut`."""
    if not isinstance(member.extracted, ExtractedText):
        reason = member.reason.value if member.reason else ""
        return {"member": member.name, "lost": reason, "detail": member.detail}, b""
    header, tail = pack_answer(member.extracted, cut)
    return {**header, "member": member.name}, tail


def is_of_member(header: Header) -> bool:
    """Whether more frames follow before the answer about the file is complete."""
    return "begins" in header or "member" in header


def pack_wish(wish: Wish) -> Header:
    """Return what a request says of the members that are wanted."""
    return {
        "first": wish.first,
        "avoid": sorted(wish.avoid),
        "only": wish.only,
        "gives_up": wish.gives_up,
    }


def unpack_wish(request: Header) -> Wish:
    """Return the wish of a request."""
    avoid = request.get("avoid")
    return Wish(
        int(str(request.get("first", 0))),
        frozenset(avoid if isinstance(avoid, list) else ()),
        str(request["only"]) if request.get("only") is not None else None,
        gives_up=request.get("gives_up") is True,
    )


class MemberAnswers:
    """The members one file has given so far, whichever workers they came from.

    All that is sent about the file has to keep to one `allowance`.
    """

    def __init__(self, limits: FrameLimits) -> None:
        self.allowance = FrameAllowance(limits)
        self._members: list[Member] = []
        self._begun = ""
        self._next = 0  # All members before this number are answered or left out.
        self._wish = Wish()
        self._losses = 0

    def take(self, header: Header, tail: bytes) -> None:
        """Take one frame about a member; ValueError when it makes no sense."""
        if len(self._members) >= _MOST_MEMBERS:
            raise MalformedFrameError("A file gives more documents than it may.")
        if "begins" in header:
            self._next, self._begun = _unpack_beginning(header)
        else:
            self._members.append(_unpack_member(header, tail))
            # A second answer is about what was left out of the same member.
            self._next, self._begun = self._next + bool(self._begun), ""

    def complete(self, extracted: ExtractedText | CutText) -> ExtractedText | CutText:
        """Return the file's own answer with its members."""
        return replace(extracted, members=tuple(self._members)) if self._members else extracted

    def next_try(self, error: DocumentError, *, was_fresh: bool) -> Wish | None:
        """Return what to ask a fresh worker after one was lost; None: the file cannot be read.

        What went wrong in a worker that had done other things is tried again in a fresh one. Then
        the member is left out as a failure of its own; after several losses so is all the rest.
        """
        was_first = was_fresh and self._next == self._wish.first
        if error.reason not in WORTH_A_SECOND_TRY or was_first:
            if self._wish.gives_up or not (self._begun or self._members):
                return None
            self._leave_out(error)
        self._begun = ""
        self._wish = Wish(self._next, self._wish.avoid, gives_up=self._losses > _MOST_LOSSES)
        return self._wish

    def _leave_out(self, error: DocumentError) -> None:
        self._losses += 1 if self._begun else _MOST_LOSSES + 1
        if self._begun:
            failure = Member(self._begun, reason=FailureReason(error.reason), detail=error.message)
            self._members.append(failure)
            self._wish = replace(self._wish, avoid=self._wish.avoid | {self._next})
            self._next += 1


def _unpack_beginning(header: Header) -> tuple[int, str]:
    number = header["begins"]
    if not isinstance(number, int) or not is_number(number) or number >= MEMBERS:
        raise MalformedFrameError("A member has a number beyond those that are read.")
    return number, _name_of(header, "name")


def _unpack_member(header: Header, tail: bytes) -> Member:
    name = _name_of(header, "member")
    if "lost" in header:
        reason = FailureReason(word_of(header, "lost"))
        return Member(name, reason=reason, detail=word_of(header, "detail"))
    return Member(name, unpack_answer(header, tail))


def _name_of(header: Header, key: str) -> str:
    name = word_of(header, key)
    if not is_safe_name(name):
        raise MalformedFrameError("A member has a name that it may not have.")
    return name
