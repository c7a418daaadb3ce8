"""PowerPoint presentations of 1997 to 2003 ([MS-PPT]); each slide has its own locator."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from struct import unpack_from

from twofold.engine.extract.errors import damaged_error, password_error
from twofold.engine.extract.formats.legacy_office.compound_file import CompoundFile, read_summary
from twofold.engine.extract.formats.office.reading_order import SlideLines
from twofold.engine.extract.text_building import LineText
from twofold.engine.model.document import BlockKind, ExtractedText, LocatorKind
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.localized import message

_HEADER_BYTES = 8
_CONTAINER_VERSION = 0xF
_MAX_DEPTH = 40

# Types of records.
_DOCUMENT, _SLIDE, _NOTES, _NOTES_OF_SLIDE = 1000, 1006, 1008, 1009
_LIST, _LISTED = 4080, 1011
_EDIT, _DIRECTORY = 4085, 6002
_SHAPE, _TEXT_BOX, _PLACEHOLDER, _LISTED_TEXT = 0xF004, 0xF00D, 3011, 3998
_TEXT_HEADER, _WIDE_TEXT, _NARROW_TEXT = 3999, 4000, 4008
_TAG, _COMMENT, _STRING = 5003, 12000, 4026
# Positions of `*` characters that are replaced by a number, date, header or footer.
_STAND_INS = frozenset({4056, 4087, 4088, 4089, 4090})

_LIST_OF_SLIDES, _LIST_OF_NOTES = 0, 2  # instances of _LIST
_AUTHOR, _TEXT = 0, 1  # instances of _STRING in a comment
_TITLES = frozenset({0, 6})
# Placeholders of the master: date, number, footer, header, slide image.
_ON_EVERY_SLIDE = frozenset({7, 8, 9, 10, 11})
_ENCRYPTED_TOKEN = 0xF3D1_C4DF
_BYTES_OF_ENCRYPTED_EDIT = 32
_DUAL = "PP97_DUALSTORAGE"  # the storage in a file saved for PowerPoint 95 and 97
_MAX_EDITS, _MAX_OBJECTS, _MAX_SLIDES = 2000, 200_000, 20_000
# The limit of bytes read for all slides, as a multiple of the stream: slides do not overlap.
_MAX_OVERLAP = 2
_CLEANED: dict[int, str | None] = {
    **dict.fromkeys(range(0x20)), 0x0D: "\r", 0x0B: " ", 0x09: "\t", 0xAD: None,
    **dict.fromkeys(range(0xF000, 0xF100)),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Record:
    """A record; its content is bytes [start, end) of the stream."""

    stream: bytes = field(repr=False)
    kind: int
    instance: int
    is_container: bool
    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start

    @property
    def content(self) -> bytes:
        """The bytes of the record."""
        return self.stream[self.start : self.end]

    def number(self, at: int = 0) -> int:
        """Return the 32-bit number at an offset of the content."""
        start = self.start + at
        return int.from_bytes(self.stream[start : min(start + 4, self.end)], "little")

    def children(self) -> Iterator[_Record]:
        """Yield the child records of a container."""
        at = self.start
        while (child := _record_at(self.stream, at, self.end)) is not None:
            yield child
            at = child.end

    def descendants(self, kind: int | None = None, depth: int = 0) -> Iterator[_Record]:
        """Yield all records below this one (of one kind), in stored order.

        Programs do not always store text at the expected path, so any path is accepted.
        """
        for child in self.children():
            if kind is None or child.kind == kind:
                yield child
            if child.is_container and depth < _MAX_DEPTH:
                yield from child.descendants(kind, depth + 1)


def _record_at(stream: bytes, at: int, end: int) -> _Record | None:
    """Return the record whose header is at `at`, truncated at `end`; None if there is none."""
    if at < 0 or at + _HEADER_BYTES > min(end, len(stream)):
        return None
    first, kind, length = unpack_from("<HHI", stream, at)
    start = at + _HEADER_BYTES
    is_container = first & 0xF == _CONTAINER_VERSION
    end = min(start + length, end, len(stream))
    return _Record(stream, kind, first >> 4, is_container, start, end)


@dataclass(slots=True)
class _Slide:
    """A slide: its record, the records of its outline text, its notes, and its number."""

    record: _Record | None
    listed: list[_Record] = field(default_factory=list)
    notes: _Record | None = None
    number: int = 0


def _is_powerpoint_95(names: tuple[str, ...], current_user: bytes) -> bool:
    """Return whether a file only has the format of PowerPoint 95, whose stream has no records."""
    if _DUAL in names:
        return False
    length = int.from_bytes(current_user[:4], "little")
    return "PP40" in names or len(current_user) == length + 4 > 4


class _Presentation:
    """An open presentation; raises DocumentError (damaged, password).

    A file that was saved incrementally contains former versions of its objects. Each save writes a
    directory of the valid ones ([MS-PPT] 2.1.2).
    """

    def __init__(self, file: CompoundFile) -> None:
        inside = (_DUAL,) if file.names(_DUAL) else ()
        self._stream = file.stream(*inside, "PowerPoint Document")
        current_user = file.stream(*inside, "Current User")
        if _is_powerpoint_95(file.names(), current_user):
            raise DocumentError(
                FailureReason.UNSUPPORTED,
                message("Twofold cannot read presentations of PowerPoint 95 and earlier yet."),
                message("Save it as .pptx."),
            )
        token, last_edit = (
            unpack_from("<II", current_user, 12) if len(current_user) >= 20 else (0, 0)
        )
        if token == _ENCRYPTED_TOKEN or file.stream(*inside, "EncryptedSummary"):
            raise password_error()
        if not self._stream:
            raise damaged_error()
        self._objects: dict[int, int] = {}
        self._document_object = 0
        self._follow_edits(last_edit)

    def slides(self) -> Iterator[_Slide]:
        """Yield the slides in the order of the show; without a directory, in stored order."""
        whole = _Record(self._stream, 0, 0, is_container=True, start=0, end=len(self._stream))
        slides = list(self._listed(_LIST_OF_SLIDES, _SLIDE))
        slides = slides or [_Slide(record) for record in whole.descendants(_SLIDE)]
        notes = self._notes()
        left = _MAX_OVERLAP * len(self._stream)
        for slide in slides[:_MAX_SLIDES]:
            slide.notes = notes.get(slide.number)
            left -= sum(len(one) for one in (slide.record, slide.notes) if one is not None)
            if left < 0:
                return
            yield slide

    def _notes(self) -> dict[int, _Record]:
        """Return the notes by the number of their slide."""
        found: dict[int, _Record] = {}
        records = (one.record for one in self._listed(_LIST_OF_NOTES, _NOTES))
        for notes in (record for record in records if record is not None):
            atom = next(notes.children(), None)
            if atom is not None and atom.kind == _NOTES_OF_SLIDE and len(atom) >= 4:
                found[atom.number()] = notes
        return found

    def _listed(self, instance: int, kind: int) -> Iterator[_Slide]:
        """Yield the slides in one of the lists, each with the outline text stored after it."""
        document = self._object(self._document_object, _DOCUMENT)
        lists = document.children() if document is not None else ()
        for one in lists:
            if one.kind != _LIST or one.instance != instance:
                continue
            slide: _Slide | None = None
            for record in one.children():
                if record.kind == _LISTED and len(record) >= 16:
                    if slide is not None:
                        yield slide
                    found = self._object(record.number(), kind)
                    slide = _Slide(found, number=record.number(12))
                elif slide is not None:
                    slide.listed.append(record)
            if slide is not None:
                yield slide

    def _object(self, number: int, kind: int) -> _Record | None:
        record = self._record(self._objects.get(number, -1))
        return record if record is not None and record.kind == kind else None

    def _record(self, at: int) -> _Record | None:
        return _record_at(self._stream, at, len(self._stream))

    def _follow_edits(self, at: int) -> None:
        """Read the edits from the last save to the first, keeping the newest version of objects."""
        met: set[int] = set()
        while at not in met and len(met) < _MAX_EDITS:
            met.add(at)
            edit = self._record(at)
            if edit is None or edit.kind != _EDIT or len(edit) < 20:
                return
            if len(edit) >= _BYTES_OF_ENCRYPTED_EDIT:
                raise password_error()
            at, directory, document = unpack_from("<III", self._stream, edit.start + 8)
            self._document_object = self._document_object or document
            self._read_directory(self._record(directory))
            if not at:
                return

    def _read_directory(self, directory: _Record | None) -> None:
        if directory is None or directory.kind != _DIRECTORY:
            return
        at = 0
        while at + 4 <= len(directory) and len(self._objects) < _MAX_OBJECTS:
            entry = directory.number(at)
            first, count = entry & 0xF_FFFF, entry >> 20
            at += 4
            for number in range(first, first + min(count, (len(directory) - at) // 4)):
                self._objects.setdefault(number, directory.number(at))
                at += 4


@dataclass(slots=True)
class _SlideText:
    """A text on a slide; `kind` is its TextTypeEnum."""

    kind: int
    text: str = ""
    stand_ins: list[int] = field(default_factory=list)

    def paragraphs(self) -> list[str]:
        """Return the paragraphs, without stand-in characters."""
        characters = list(self.text)
        for at in self.stand_ins:
            if at < len(characters) and characters[at] == "*":
                characters[at] = ""
        units = "".join(characters).encode("utf-16-le", "surrogatepass")
        whole = units.decode("utf-16-le", "replace").translate(_CLEANED)
        return [" ".join(line.split()) for line in whole.split("\r")]


def _texts(records: Iterable[_Record]) -> list[_SlideText]:
    """Return the texts of consecutive records."""
    texts: list[_SlideText] = []
    for record in records:
        if record.kind == _TEXT_HEADER:
            texts.append(_SlideText(record.number()))
        elif not texts:
            continue
        elif record.kind == _WIDE_TEXT:
            texts[-1].text = _utf_16_units(record.content)
        elif record.kind == _NARROW_TEXT:
            texts[-1].text = record.content.decode("latin-1")
        elif record.kind in _STAND_INS:
            texts[-1].stand_ins.append(record.number())
    return texts


def _utf_16_units(data: bytes) -> str:
    """Return a character for each UTF-16 unit, because positions count units."""
    text = data.decode("utf-16-le", "replace")
    if 2 * len(text) == len(data):
        return text
    return "".join(chr(data[at] | data[at + 1] << 8) for at in range(0, len(data) - 1, 2))


def _shape_texts(slide: _Record, listed: list[_SlideText]) -> Iterator[_SlideText]:
    """Yield the texts of the shapes on a slide, then outline texts that no shape refers to."""
    used: set[int] = set()
    for shape in slide.descendants(_SHAPE):
        inside = list(shape.descendants())
        if any(_is_on_every_slide(record) for record in inside):
            continue
        for box in (record for record in inside if record.kind == _TEXT_BOX):
            records = list(box.children())
            yield from _texts(records)
            for record in records:
                if record.kind == _LISTED_TEXT and record.number() < len(listed):
                    used.add(record.number())
                    yield listed[record.number()]
    yield from (text for number, text in enumerate(listed) if number not in used)


def _is_on_every_slide(record: _Record) -> bool:
    is_placeholder = record.kind == _PLACEHOLDER and len(record) >= 5
    return is_placeholder and record.content[4] in _ON_EVERY_SLIDE


def _comments(slide: _Record) -> Iterator[str]:
    """Yield the comments on a slide, each after its author."""
    for tag in slide.descendants(_TAG):
        for comment in (one for one in tag.children() if one.kind == _COMMENT):
            strings = {
                one.instance: " ".join(one.content.decode("utf-16-le", "replace").split())
                for one in comment.children()
                if one.kind == _STRING
            }
            author, text = strings.get(_AUTHOR, ""), strings.get(_TEXT, "")
            yield f"{author}: {text}" if author and text else text


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a presentation; raise DocumentError (damaged, password, too-large)."""
    file = CompoundFile(data)
    text = LineText()
    for number, slide in enumerate(_Presentation(file).slides(), start=1):
        text.begin_place(number)
        _write_slide(slide, text)
    return text.extracted(LocatorKind.SLIDE, read_summary(file), file_type)


def _write_slide(slide: _Slide, text: LineText) -> None:
    """Write title, other text, notes and comments."""
    lines = SlideLines()
    listed = _texts(slide.listed)
    for one in _shape_texts(slide.record, listed) if slide.record is not None else listed:
        is_title = one.kind in _TITLES
        kind = BlockKind.HEADING if is_title else BlockKind.PARAGRAPH
        for line in one.paragraphs():
            lines.add(line, kind, level=int(is_title))
    lines.write(text)
    for one in _shape_texts(slide.notes, []) if slide.notes is not None else ():
        for line in one.paragraphs():
            text.add(line)
    for line in _comments(slide.record) if slide.record is not None else ():
        text.add(line)
