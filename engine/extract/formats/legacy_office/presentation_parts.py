"""Where the slides and notes of a PowerPoint document lie, in the order they are shown.

A document that was saved quickly holds older states of its parts: a directory of what is valid is
written anew at each saving ([MS-PPT] 2.1.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from struct import unpack_from

from engine.extract.errors import damaged_error, password_error
from engine.extract.formats.legacy_office.compound_file import CompoundFile
from engine.extract.formats.legacy_office.records import Record, children, descendants, record_at

_DOCUMENT, _SLIDE, _NOTES, _NOTES_OF_SLIDE = 1000, 1006, 1008, 1009
_LIST, _LISTED = 4080, 1011
_LIST_OF_SLIDES, _LIST_OF_NOTES = 0, 2  # Instances of lists.
_EDIT, _DIRECTORY = 4085, 6002
_ENCRYPTED_TOKEN = 0xF3D1_C4DF
_BYTES_OF_ENCRYPTED_EDIT = 32
_MOST_EDITS, _MOST_OBJECTS, _MOST_SLIDES = 2000, 200_000, 20_000
# What is read of all slides together, times the size of the stream: slides do not overlap.
_MOST_OVERLAP = 2


@dataclass(slots=True)
class SlideParts:
    """One slide: its record, the records of the text listed for it, and the speaker's notes."""

    slide: Record | None
    listed: list[Record] = field(default_factory=list)
    notes: Record | None = None
    identity: int = 0


class PresentationParts:
    """An open presentation; raise DocumentError (damaged, password)."""

    def __init__(self, file: CompoundFile) -> None:
        self.stream = file.stream("PowerPoint Document")
        token, last_edit = _current_user(file.stream("Current User"))
        if token == _ENCRYPTED_TOKEN or file.stream("EncryptedSummary"):
            raise password_error()
        if not self.stream:
            raise damaged_error()
        self._whole = Record(0, 0, holds_records=True, start=0, end=len(self.stream))
        self._objects: dict[int, int] = {}
        self._document_object = 0
        self._follow_edits(last_edit)

    def slides(self) -> Iterator[SlideParts]:
        """Yield the slides in the order they are shown; as they lie when the directory is lost."""
        slides = list(self._listed(_LIST_OF_SLIDES, _SLIDE)) or list(self._found(_SLIDE))
        notes = self._notes()
        left = _MOST_OVERLAP * len(self.stream)
        for parts in slides[:_MOST_SLIDES]:
            parts.notes = notes.get(parts.identity)
            left -= sum(one.end - one.start for one in (parts.slide, parts.notes) if one)
            if left < 0:
                return
            yield parts

    def _notes(self) -> dict[int, Record]:
        """Return the notes by the number of the slide they belong to."""
        found: dict[int, Record] = {}
        for parts in self._listed(_LIST_OF_NOTES, _NOTES):
            atom = next(children(self.stream, parts.slide), None) if parts.slide else None
            if parts.slide and atom and atom.kind == _NOTES_OF_SLIDE and atom.end - atom.start >= 4:
                found[_number(self.stream, atom.start)] = parts.slide
        return found

    def _listed(self, instance: int, kind: int) -> Iterator[SlideParts]:
        """Yield what a list names; text that is listed stands after the slide it belongs to."""
        document = self._object(self._document_object, _DOCUMENT)
        if document is None:
            return
        for one in children(self.stream, document):
            if one.kind == _LIST and one.instance == instance:
                yield from self._parts_of_list(one, kind)

    def _parts_of_list(self, list_: Record, kind: int) -> Iterator[SlideParts]:
        parts: SlideParts | None = None
        for record in children(self.stream, list_):
            if record.kind == _LISTED and record.end - record.start >= 16:
                if parts is not None:
                    yield parts
                slide = self._object(_number(self.stream, record.start), kind)
                parts = SlideParts(slide, identity=_number(self.stream, record.start + 12))
            elif parts is not None:
                parts.listed.append(record)
        if parts is not None:
            yield parts

    def _found(self, kind: int) -> Iterator[SlideParts]:
        for record in descendants(self.stream, self._whole):
            if record.kind == kind:
                yield SlideParts(record)

    def _object(self, number: int, kind: int) -> Record | None:
        at = self._objects.get(number)
        record = None if at is None else record_at(self.stream, at, len(self.stream))
        return record if record and record.kind == kind else None

    def _follow_edits(self, at: int) -> None:
        """Go from the last saving back to the first; what was saved later is valid."""
        met: set[int] = set()
        while at not in met and len(met) < _MOST_EDITS:
            met.add(at)
            edit = record_at(self.stream, at, len(self.stream))
            if edit is None or edit.kind != _EDIT or edit.end - edit.start < 20:
                return
            if edit.end - edit.start >= _BYTES_OF_ENCRYPTED_EDIT:
                raise password_error()
            at, directory, document = unpack_from("<III", self.stream, edit.start + 8)
            self._document_object = self._document_object or document
            self._read_directory(directory)
            if not at:
                return

    def _read_directory(self, at: int) -> None:
        directory = record_at(self.stream, at, len(self.stream))
        if directory is None or directory.kind != _DIRECTORY:
            return
        place = directory.start
        while place + 4 <= directory.end and len(self._objects) < _MOST_OBJECTS:
            entry = _number(self.stream, place)
            first, count = entry & 0xF_FFFF, entry >> 20
            place += 4
            for number in range(first, first + min(count, (directory.end - place) // 4)):
                self._objects.setdefault(number, _number(self.stream, place))
                place += 4


def _current_user(data: bytes) -> tuple[int, int]:
    """Return the token that tells encryption, and where the record of the last saving lies."""
    if len(data) < 20:
        return 0, 0
    token, last_edit = unpack_from("<II", data, 12)
    return token, last_edit


def _number(stream: bytes, at: int) -> int:
    return int.from_bytes(stream[at : at + 4], "little")
