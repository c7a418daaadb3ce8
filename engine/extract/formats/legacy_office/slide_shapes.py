"""The text of shapes on a slide of a PowerPoint document ([MS-PPT] 2.9), and its comments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.extract.formats.legacy_office.records import Record, children, descendants

_SHAPE, _TEXT_BOX = 0xF004, 0xF00D
_PLACEHOLDER, _LISTED_TEXT = 3011, 3998
_TEXT_HEADER, _WIDE_TEXT, _NARROW_TEXT = 3999, 4000, 4008
# Where a number, date, header or footer stands for a character of the text.
_STAND_INS = frozenset({4056, 4087, 4088, 4089, 4090})
_TITLES = frozenset({0, 6})
# Date, number, footer, header and picture of the slide, which stand on every page of notes.
_ON_EVERY_SLIDE = frozenset({7, 8, 9, 10, 11})
_TAG, _COMMENT, _STRING = 5003, 12000, 4026
_AUTHOR, _SAID = 0, 1  # Instances of the strings of a comment.


@dataclass(slots=True)
class SlideText:
    """A text on a slide; `kind` is what PowerPoint calls it."""

    kind: int
    text: str = ""
    stand_ins: list[int] = field(default_factory=list)

    @property
    def is_title(self) -> bool:
        """Whether it is the title of the slide."""
        return self.kind in _TITLES

    @property
    def paragraphs(self) -> list[str]:
        """The paragraphs, without what stands for something else."""
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


def texts_of(stream: bytes, records: Iterable[Record]) -> list[SlideText]:
    """Return the texts in records that follow one another."""
    texts: list[SlideText] = []
    for record in records:
        if record.kind == _TEXT_HEADER:
            texts.append(SlideText(_number(stream, record.start, record.end)))
        elif not texts:
            continue
        elif record.kind == _WIDE_TEXT:
            texts[-1].text = _characters(stream[record.start : record.end])
        elif record.kind == _NARROW_TEXT:
            texts[-1].text = stream[record.start : record.end].decode("latin-1")
        elif record.kind in _STAND_INS:
            texts[-1].stand_ins.append(_number(stream, record.start, record.end))
    return texts


def shape_texts(stream: bytes, slide: Record, listed: list[SlideText]) -> Iterator[SlideText]:
    """Yield the texts of the shapes on a slide; those listed elsewhere that no shape names last."""
    used: set[int] = set()
    for shape in _kind_of(stream, slide, _SHAPE):
        inside = list(descendants(stream, shape))
        if any(_is_on_every_slide(stream, record) for record in inside):
            continue
        for box in (record for record in inside if record.kind == _TEXT_BOX):
            records = list(children(stream, box))
            yield from texts_of(stream, records)
            for record in records:
                number = _number(stream, record.start, record.end)
                if record.kind == _LISTED_TEXT and number < len(listed):
                    used.add(number)
                    yield listed[number]
    yield from (text for number, text in enumerate(listed) if number not in used)


def comments_of(stream: bytes, slide: Record) -> Iterator[str]:
    """Yield the comments on a slide with who made them."""
    for tag in _kind_of(stream, slide, _TAG):
        for comment in (one for one in children(stream, tag) if one.kind == _COMMENT):
            said = {
                one.instance: stream[one.start : one.end].decode("utf-16-le", "replace")
                for one in children(stream, comment)
                if one.kind == _STRING
            }
            author, text = (" ".join(said.get(one, "").split()) for one in (_AUTHOR, _SAID))
            yield f"{author}: {text}" if author and text else text


def _kind_of(stream: bytes, record: Record, kind: int) -> Iterator[Record]:
    return (one for one in descendants(stream, record) if one.kind == kind)


def _is_on_every_slide(stream: bytes, record: Record) -> bool:
    return (
        record.kind == _PLACEHOLDER
        and record.end - record.start >= 5
        and stream[record.start + 4] in _ON_EVERY_SLIDE
    )


def _characters(data: bytes) -> str:
    """Return a character for each 16-bit unit, as places are counted in these."""
    text = data.decode("utf-16-le", "replace")
    if 2 * len(text) == len(data):
        return text
    return "".join(chr(data[at] | data[at + 1] << 8) for at in range(0, len(data) - 1, 2))


def _number(stream: bytes, start: int, end: int) -> int:
    return int.from_bytes(stream[start : min(start + 4, end)], "little")
