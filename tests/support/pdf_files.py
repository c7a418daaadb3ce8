"""Small PDF files, created byte by byte, for tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

# Widths in Helvetica, in thousandths of the font size. Other letters are as wide as a digit.
_WIDTHS = {**dict.fromkeys(" ,.:", 278), **dict.fromkeys("()-", 333), "%": 889, "l": 222, "i": 222}


class At(NamedTuple):
    """A text with the position of its start, in points from the lower left corner of the page."""

    text: str
    x: float
    y: float
    size: int = 9


def in_columns(
    rows: Sequence[Sequence[str]], ends: Sequence[float], y: float, *, pitch: float = 10
) -> Iterator[At]:
    """Yield the cells of a table: labels on the left, and figures right-aligned at `ends`."""
    for number, (label, *figures) in enumerate(rows):
        yield At(label, 20, y - number * pitch)
        for figure, end in zip(figures, ends, strict=False):
            width = sum(_WIDTHS.get(letter, 556) for letter in figure) * 9 / 1000
            yield At(figure, end - width, y - number * pitch)


_HELVETICA = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"


def make_pdf(
    pages: Sequence[Sequence[str | tuple[str, int] | At]],
    *,
    info: dict[str, str] | None = None,
    outline: Sequence[tuple[str, int]] = (),
    locked: bool = False,
    rotate: int = 0,
    annotations: Sequence[str] = (),
    fields: Sequence[str] = (),
    files: Sequence[tuple[str, bytes]] = (),
    pinned: Sequence[tuple[str, bytes]] = (),
    drawn: str = "",
) -> bytes:
    """Return a PDF whose pages contain these lines in Helvetica, 14 points apart.

    A line is 12 points high unless a height is given with it. An `At` is drawn at its position.
    `outline` lists flat bookmarks (title, 1-based page). `locked` adds an encryption dictionary
    that no password opens. `annotations` and `fields` are dictionary entries in PDF syntax. All are
    on the first page, and `fields` are also in a form. `files` are attached to the document, and
    `pinned` to its first page. `drawn` is the appearance of an annotation with `/AP << /N {drawn} 0
    R >>`.
    """
    objects: list[bytes] = [b"", b"", _HELVETICA]
    kids = []
    for lines in pages:
        content = _content(lines)
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Rotate %d /Contents %d 0 R"
            b" /Resources << /Font << /F1 3 0 R >> >> >>" % (rotate, len(objects))
        )
        kids.append(len(objects))
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (
        len(kids),
        b" ".join(b"%d 0 R" % kid for kid in kids),
    )
    catalog = b"<< /Type /Catalog /Pages 2 0 R"
    if files:
        specs = [(name, _add_file(objects, name, content)) for name, content in files]
        tree = b" ".join(b"(%s) %d 0 R" % (name.encode("latin-1"), one) for name, one in specs)
        catalog += b" /Names << /EmbeddedFiles << /Names [%s] >> >>" % tree
    if drawn:
        content = _content([At(drawn, 0, 5)])
        objects.append(
            b"<< /Type /XObject /Subtype /Form /BBox [0 0 100 20] /Length %d"
            b" /Resources << /Font << /F1 3 0 R >> >> >>\nstream\n%s\nendstream"
            % (len(content), content)
        )
        number = str(len(objects))
        annotations = [one.replace("{drawn}", number) for one in annotations]
        fields = [one.replace("{drawn}", number) for one in fields]
    pins = [_add_file(objects, name, content) for name, content in pinned]
    annotations = [*annotations, *(f"/Subtype /FileAttachment /FS {one} 0 R" for one in pins)]
    if annotations or fields:
        catalog += _add_annotations(objects, kids[0], annotations, fields)
    if outline:
        catalog += b" /Outlines %d 0 R" % _add_outline(objects, outline, kids)
    objects[0] = catalog + b" >>"
    trailer = b""
    if info:
        entries = b" ".join(b"/%s (%s)" % (k.encode(), v.encode()) for k, v in info.items())
        objects.append(b"<< %s >>" % entries)
        trailer += b" /Info %d 0 R" % len(objects)
    if locked:
        secret = b"00" * 32
        objects.append(
            b"<< /Filter /Standard /V 1 /R 2 /P -4 /O <%s> /U <%s> >>" % (secret, secret)
        )
        trailer += b" /Encrypt %d 0 R /ID [<00><00>]" % len(objects)
    return _assembled(objects, trailer)


def _add_file(objects: list[bytes], name: str, content: bytes) -> int:
    """Add a file and return the number of its file specification."""
    objects.append(
        b"<< /Type /EmbeddedFile /Length %d /Params << /ModDate (D:20260302101500Z) >> >>\n"
        b"stream\n%s\nendstream" % (len(content), content)
    )
    written = name.encode("latin-1")
    objects.append(
        b"<< /Type /Filespec /F (%s) /UF (%s) /EF << /F %d 0 R >> >>"
        % (written, written, len(objects))
    )
    return len(objects)


def _add_annotations(
    objects: list[bytes], page: int, annotations: Sequence[str], fields: Sequence[str]
) -> bytes:
    """Add annotations to a page and return the catalog's entry for the form."""
    first = len(objects) + 1
    kinds = [*annotations, *(f"/Subtype /Widget {field}" for field in fields)]
    for entries in kinds:
        written = f"<< /Type /Annot /Rect [20 20 120 40] /DA (/F1 12 Tf 0 g) {entries} >>"
        objects.append(written.encode("latin-1"))
    numbers = [b"%d 0 R" % number for number in range(first, first + len(kinds))]
    objects[page - 1] = objects[page - 1][:-3] + b" /Annots [%s] >>" % b" ".join(numbers)
    resources = b"/DR << /Font << /F1 3 0 R >> >> /NeedAppearances true"
    return b" /AcroForm << /Fields [%s] %s >>" % (b" ".join(numbers[len(annotations) :]), resources)


def _content(lines: Sequence[str | tuple[str, int] | At]) -> bytes:
    shown = [b"BT 14 TL 20 360 Td"]
    for given in lines:
        text, size = (given, 12) if isinstance(given, str) else (given[0], given[-1])
        shown.append(b"/F1 %d Tf" % size)
        if isinstance(given, At):
            shown.append(b"1 0 0 1 %.2f %.2f Tm" % (given.x, given.y))
        written = text.encode("latin-1").replace(b"\\", b"\\\\").replace(b"(", b"\\(")
        shown.append(b"(%s) Tj T*" % written.replace(b")", b"\\)"))
    return b"\n".join([*shown, b"ET"])


def _add_outline(
    objects: list[bytes], outline: Sequence[tuple[str, int]], kids: Sequence[int]
) -> int:
    root = len(objects) + 1
    first, last = root + 1, root + len(outline)
    objects.append(b"<< /Type /Outlines /First %d 0 R /Last %d 0 R >>" % (first, last))
    for index, (title, page) in enumerate(outline):
        number = first + index
        following = b" /Next %d 0 R" % (number + 1) if number < last else b""
        objects.append(
            b"<< /Title (%s) /Parent %d 0 R /Dest [%d 0 R /Fit]%s >>"
            % (title.encode("latin-1"), root, kids[page - 1], following)
        )
    return root


def _assembled(objects: Sequence[bytes], trailer: bytes) -> bytes:
    data = b"%PDF-1.4\n"
    offsets = []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    start = len(data)
    size = len(objects) + 1
    data += b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table)
    return data + b"trailer\n<< /Size %d /Root 1 0 R%s >>\nstartxref\n%d\n%%%%EOF\n" % (
        size,
        trailer,
        start,
    )
