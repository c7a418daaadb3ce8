"""PowerPoint presentations of 1997 to 2003 ([MS-PPT]), a slide a place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from struct import unpack_from

from engine.extract.errors import damaged_error, password_error
from engine.extract.formats.legacy_office.compound_file import CompoundFile, read_summary
from engine.extract.formats.office.reading_order import SlideLines
from engine.extract.text_building import LineText
from engine.model.document import BlockKind, ExtractedText, PlaceKind

_HEADER_BYTES = 8
_HOLDS_RECORDS = 0xF  # The version of container records.
_DEEPEST = 40


@dataclass(frozen=True, slots=True)
class _Record:
    """A record; its content is bytes [start, end) of the stream."""

    kind: int
    instance: int
    holds_records: bool
    start: int
    end: int


def record_at(stream: bytes, at: int, end: int) -> _Record | None:
    """Return the record whose header is at `at`, truncated at `end`; None when there is none."""
    if at < 0 or at + _HEADER_BYTES > min(end, len(stream)):
        return None
    first, kind, length = unpack_from("<HHI", stream, at)
    start = at + _HEADER_BYTES
    is_tree = first & 0xF == _HOLDS_RECORDS
    return _Record(kind, first >> 4, is_tree, start, min(start + length, end, len(stream)))


def children(stream: bytes, parent: _Record) -> Iterator[_Record]:
    """Yield the child records of a container."""
    at = parent.start
    while (child := record_at(stream, at, parent.end)) is not None:
        yield child
        at = child.end


def descendants(stream: bytes, parent: _Record, depth: int = 0) -> Iterator[_Record]:
    """Yield every record below one, in the order they are written; each byte is met once a level.

    Programs put text beside where it is expected, so nothing is said of the way there.
    """
    for child in children(stream, parent):
        yield child
        if child.holds_records and depth < _DEEPEST:
            yield from descendants(stream, child, depth + 1)


_DOCUMENT, _SLIDE, _NOTES, _NOTES_OF_SLIDE = 1000, 1006, 1008, 1009
_LIST, _LISTED = 4080, 1011
_LIST_OF_SLIDES, _LIST_OF_NOTES = 0, 2  # Instances of _LIST.
_EDIT, _DIRECTORY = 4085, 6002
_ENCRYPTED_TOKEN = 0xF3D1_C4DF
_BYTES_OF_ENCRYPTED_EDIT = 32
_MOST_EDITS, _MOST_OBJECTS, _MOST_SLIDES = 2000, 200_000, 20_000
# The limit of bytes read for all slides, as a multiple of the stream: slides do not overlap.
_MOST_OVERLAP = 2


@dataclass(slots=True)
class _SlideParts:
    """A slide: its record, the records of its outline text, and its notes."""

    slide: _Record | None
    listed: list[_Record] = field(default_factory=list)
    notes: _Record | None = None
    identity: int = 0


class _PresentationParts:
    """An open presentation; raises DocumentError (damaged, password)."""

    def __init__(self, file: CompoundFile) -> None:
        self.stream = file.stream("PowerPoint Document")
        token, last_edit = _current_user(file.stream("Current User"))
        if token == _ENCRYPTED_TOKEN or file.stream("EncryptedSummary"):
            raise password_error()
        if not self.stream:
            raise damaged_error()
        self._whole = _Record(0, 0, holds_records=True, start=0, end=len(self.stream))
        self._objects: dict[int, int] = {}
        self._document_object = 0
        self._follow_edits(last_edit)

    def slides(self) -> Iterator[_SlideParts]:
        """Yield the slides as they are shown, in stored order when the directory is lost."""
        slides = list(self._listed(_LIST_OF_SLIDES, _SLIDE)) or list(self._found(_SLIDE))
        notes = self._notes()
        left = _MOST_OVERLAP * len(self.stream)
        for parts in slides[:_MOST_SLIDES]:
            parts.notes = notes.get(parts.identity)
            left -= sum(one.end - one.start for one in (parts.slide, parts.notes) if one)
            if left < 0:
                return
            yield parts

    def _notes(self) -> dict[int, _Record]:
        """Return the notes by the number of their slide."""
        found: dict[int, _Record] = {}
        for parts in self._listed(_LIST_OF_NOTES, _NOTES):
            atom = next(children(self.stream, parts.slide), None) if parts.slide else None
            if parts.slide and atom and atom.kind == _NOTES_OF_SLIDE and atom.end - atom.start >= 4:
                found[_number(self.stream, atom.start)] = parts.slide
        return found

    def _listed(self, instance: int, kind: int) -> Iterator[_SlideParts]:
        """Yield the entries of a list; outline text stands after its slide."""
        document = self._object(self._document_object, _DOCUMENT)
        if document is None:
            return
        for one in children(self.stream, document):
            if one.kind == _LIST and one.instance == instance:
                yield from self._parts_of_list(one, kind)

    def _parts_of_list(self, list_: _Record, kind: int) -> Iterator[_SlideParts]:
        parts: _SlideParts | None = None
        for record in children(self.stream, list_):
            if record.kind == _LISTED and record.end - record.start >= 16:
                if parts is not None:
                    yield parts
                slide = self._object(_number(self.stream, record.start), kind)
                parts = _SlideParts(slide, identity=_number(self.stream, record.start + 12))
            elif parts is not None:
                parts.listed.append(record)
        if parts is not None:
            yield parts

    def _found(self, kind: int) -> Iterator[_SlideParts]:
        for record in descendants(self.stream, self._whole):
            if record.kind == kind:
                yield _SlideParts(record)

    def _object(self, number: int, kind: int) -> _Record | None:
        at = self._objects.get(number)
        record = None if at is None else record_at(self.stream, at, len(self.stream))
        return record if record and record.kind == kind else None

    def _follow_edits(self, at: int) -> None:
        """Follow the edits from the last save to the first; later versions of an object win."""
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
    """Return the encryption token and the offset of the record of the last save."""
    if len(data) < 20:
        return 0, 0
    token, last_edit = unpack_from("<II", data, 12)
    return token, last_edit


def _number(stream: bytes, at: int) -> int:
    return int.from_bytes(stream[at : at + 4], "little")


_SHAPE, _TEXT_BOX = 0xF004, 0xF00D
_PLACEHOLDER, _LISTED_TEXT = 3011, 3998
_TEXT_HEADER, _WIDE_TEXT, _NARROW_TEXT = 3999, 4000, 4008
# Positions of `*` characters that are replaced by a number, date, header or footer.
_STAND_INS = frozenset({4056, 4087, 4088, 4089, 4090})
_TITLES = frozenset({0, 6})
# Placeholders of the master: date, number, footer, header, slide image.
_ON_EVERY_SLIDE = frozenset({7, 8, 9, 10, 11})
_TAG, _COMMENT, _STRING = 5003, 12000, 4026
_AUTHOR, _SAID = 0, 1  # Instances of _STRING in a comment.


@dataclass(slots=True)
class _SlideText:
    """A text on a slide; `kind` is its TextTypeEnum."""

    kind: int
    text: str = ""
    stand_ins: list[int] = field(default_factory=list)

    @property
    def is_title(self) -> bool:
        """Whether this is the title of the slide."""
        return self.kind in _TITLES

    @property
    def paragraphs(self) -> list[str]:
        """The paragraphs, without stand-in characters."""
        characters = list(self.text)
        for at in self.stand_ins:
            if at < len(characters) and characters[at] == "*":
                characters[at] = ""
        units = "".join(characters).encode("utf-16-le", "surrogatepass")
        whole = units.decode("utf-16-le", "replace").translate(_CLEANED)
        return [" ".join(line.split()) for line in whole.split("\r")]


_CLEANED: dict[int, str | None] = {
    **dict.fromkeys(range(0x20)), 0x0D: "\r", 0x0B: " ", 0x09: "\t", 0xAD: None,
    **dict.fromkeys(range(0xF000, 0xF100)),
}  # fmt: skip


def texts_of(stream: bytes, records: Iterable[_Record]) -> list[_SlideText]:
    """Return the texts of consecutive records."""
    texts: list[_SlideText] = []
    for record in records:
        if record.kind == _TEXT_HEADER:
            texts.append(_SlideText(_integer(stream, record.start, record.end)))
        elif not texts:
            continue
        elif record.kind == _WIDE_TEXT:
            texts[-1].text = _characters(stream[record.start : record.end])
        elif record.kind == _NARROW_TEXT:
            texts[-1].text = stream[record.start : record.end].decode("latin-1")
        elif record.kind in _STAND_INS:
            texts[-1].stand_ins.append(_integer(stream, record.start, record.end))
    return texts


def shape_texts(stream: bytes, slide: _Record, listed: list[_SlideText]) -> Iterator[_SlideText]:
    """Yield the texts of the shapes on a slide, then outline texts that no shape refers to."""
    used: set[int] = set()
    for shape in _kind_of(stream, slide, _SHAPE):
        inside = list(descendants(stream, shape))
        if any(_is_on_every_slide(stream, record) for record in inside):
            continue
        for box in (record for record in inside if record.kind == _TEXT_BOX):
            records = list(children(stream, box))
            yield from texts_of(stream, records)
            for record in records:
                number = _integer(stream, record.start, record.end)
                if record.kind == _LISTED_TEXT and number < len(listed):
                    used.add(number)
                    yield listed[number]
    yield from (text for number, text in enumerate(listed) if number not in used)


def comments_of(stream: bytes, slide: _Record) -> Iterator[str]:
    """Yield the comments on a slide, each after its author."""
    for tag in _kind_of(stream, slide, _TAG):
        for comment in (one for one in children(stream, tag) if one.kind == _COMMENT):
            said = {
                one.instance: stream[one.start : one.end].decode("utf-16-le", "replace")
                for one in children(stream, comment)
                if one.kind == _STRING
            }
            author, text = (" ".join(said.get(one, "").split()) for one in (_AUTHOR, _SAID))
            yield f"{author}: {text}" if author and text else text


def _kind_of(stream: bytes, record: _Record, kind: int) -> Iterator[_Record]:
    return (one for one in descendants(stream, record) if one.kind == kind)


def _is_on_every_slide(stream: bytes, record: _Record) -> bool:
    return (
        record.kind == _PLACEHOLDER
        and record.end - record.start >= 5
        and stream[record.start + 4] in _ON_EVERY_SLIDE
    )


def _characters(data: bytes) -> str:
    """Return a character for each UTF-16 unit, as positions count these."""
    text = data.decode("utf-16-le", "replace")
    if 2 * len(text) == len(data):
        return text
    return "".join(chr(data[at] | data[at + 1] << 8) for at in range(0, len(data) - 1, 2))


def _integer(stream: bytes, start: int, end: int) -> int:
    return int.from_bytes(stream[start : min(start + 4, end)], "little")


def extract(data: bytes, file_type: str) -> ExtractedText:
    """Read a presentation; raise DocumentError (damaged, password, too-large)."""
    file = CompoundFile(data)
    parts = _PresentationParts(file)
    text = LineText()
    for number, slide in enumerate(parts.slides(), start=1):
        text.begin_place(number)
        _read_slide(parts.stream, slide, text)
    return text.extracted(PlaceKind.SLIDE, read_summary(file), file_type)


def _read_slide(stream: bytes, parts: _SlideParts, text: LineText) -> None:
    """Write title, other text, notes and comments."""
    lines = SlideLines()
    listed = texts_of(stream, parts.listed)
    for one in shape_texts(stream, parts.slide, listed) if parts.slide else listed:
        for line in one.paragraphs:
            lines.add(
                line, BlockKind.HEADING if one.is_title else BlockKind.PARAGRAPH, one.is_title
            )
    lines.write(text)
    if parts.notes:
        for one in shape_texts(stream, parts.notes, []):
            for line in one.paragraphs:
                text.add(line)
    for line in comments_of(stream, parts.slide) if parts.slide else ():
        text.add(line)
