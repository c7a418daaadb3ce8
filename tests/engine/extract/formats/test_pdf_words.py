"""The words of a PDF are extracted as displayed, however their letters are positioned."""

import pytest

from tests.support.pdf_files import At, make_pdf
from twofold.engine.extract.formats.pdf.page import render_page
from twofold.engine.extract.formats.pdf.scan import scanned_pages
from twofold.engine.extract.formats.pdf.text import extract
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason

SMALL = 6


def text_of(*lines):
    """Return the text of a page. Line breaks depend on the gaps between letters."""
    return " ".join(extract(make_pdf([lines])).text.split())


def drawn(*parts, x=20.0, y=300.0):
    """Return the parts of a line. Parts in a tuple are small and raised, or lowered."""
    for part in parts:
        text, size, raised = (part, 10, 0) if isinstance(part, str) else (part[0], SMALL, part[1])
        yield At(text, x, y + raised, size)
        x += width(text) * size / 1000


def width(text):
    narrow = {**dict.fromkeys("ijl", 222), **dict.fromkeys(" .,ft", 278), "r": 333, "m": 833}
    wide = {**dict.fromkeys("SEACXV", 667), **dict.fromkeys("CHN", 722), "O": 778, "M": 833}
    return sum({**narrow, **wide, **dict.fromkeys("cksxvyz", 500)}.get(one, 556) for one in text)


@pytest.mark.parametrize("is_before", [True, False], ids=["accent first", "letter first"])
@pytest.mark.parametrize(
    ("word", "accent", "at", "right"),
    [
        ("Schrodinger", "\xa8", 4, "Schrödinger"),
        ("cafe", "\xb4", 3, "café"),
        ("pere", "`", 1, "père"),
        ("Besancon", "\xb8", 5, "Besançon"),
        ("Ecole", "\xb4", 0, "École"),
    ],
)
def test_accent_is_combined_with_its_letter(word, accent, at, right, is_before):
    left = 20 + width(word[:at]) / 100 + (width(word[at]) - 333) / 200
    mark = At(accent, left, 300, 10)
    whole = [*drawn(word), mark]
    in_order = [*drawn(word[:at]), mark, *drawn(word[at:], x=20 + width(word[:at]) / 100)]
    assert text_of(*(in_order if is_before else whole)) == right


def test_standalone_accents_are_kept():
    line = "Type `ls` or don\xb4t, 5 \xb0C and a^b"
    assert text_of(line) == line


@pytest.mark.parametrize(
    ("parts", "right"),
    [
        (["notice", ("1", 4), " was"], "notice¹ was"),
        (["in 2023", ("12", 4), " and"], "in 2023¹² and"),
        (["Jane Smith", ("1,2", 4), " of"], "Jane Smith¹,² of"),
        (["Jane Smith", ("a,b", 4), " of"], "Jane Smithᵃ,ᵇ of"),
        (["Jane Smith", ("a", 4), " of"], "Jane Smithᵃ of"),
        ([("1", 4), "See the lease"], "¹See the lease"),
        (["CO", ("2", -2), " and H", ("2", -2), "O"], "CO2 and H2O"),
        (["Ca", ("2+", 4), " ions"], "Ca2+ ions"),
        (["the 1", ("st", 4), " of May"], "the 1st of May"),
        (["the XX", ("e", 4), " century"], "the XXe century"),
        ([("14", 4), "C was found"], "14C was found"),
    ],
)
def test_raised_marks_are_not_part_of_a_word(parts, right):
    assert text_of(*drawn(*parts)) == right


def test_preview_marks_passages_with_composed_letters():
    data = make_pdf([["First line", *drawn("Godel"), At("\xa8", 29.5, 300, 10)]])
    described, _ = render_page(data, 1, 300, "Gödel")
    assert "Gödel" in described["text"]
    assert len(described["passage"]) >= 1


@pytest.mark.parametrize(
    ("elsewhere", "right"),
    [
        ("The document is long", "The document of"),
        ("The docu-ment is long", "The docu-ment of"),
        ("Another page", "The docu-\nment of"),
    ],
    ids=["joined elsewhere", "with its hyphen elsewhere", "unknown"],
)
def test_divided_word_is_written_as_elsewhere_in_the_document(elsewhere, right):
    text = extract(make_pdf([["The docu-", "ment of"], [elsewhere]])).text
    assert text == f"{right}\n{elsewhere}\n"


def test_name_keeps_its_hyphen_at_the_end_of_a_line():
    assert text_of("Mr Meyer-", "Schmidt") == "Mr Meyer-Schmidt"


def page_with_picture(width, height):
    """Return a PDF with a single page, 300 by 400 points, that contains only a picture."""
    drawn_picture = f"{width} 0 0 {height} 20 300 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI"
    return make_pdf([[]]).replace(b"BT 14 TL 20 360 Td\nET", drawn_picture.encode("latin-1"))


@pytest.mark.parametrize(
    ("size", "reason"),
    [((150, 60), FailureReason.SCAN), ((30, 30), FailureReason.NO_TEXT)],
    ids=["a receipt", "a sign"],
)
def test_page_without_text_is_a_scan_if_a_picture_can_contain_text(size, reason):
    with pytest.raises(DocumentError) as error:
        extract(page_with_picture(*size))
    assert error.value.reason == reason
    assert bool(scanned_pages(page_with_picture(*size))) is (reason is FailureReason.SCAN)


def in_font(font, text, more=b""):
    """Return a PDF whose text uses this font. `more` contains additional objects."""
    data = make_pdf([[text]])
    start, end = (data.index(one) for one in (b"<< /Type /Font", b"\nendobj\n4 0 obj"))
    changed = data[:start] + font + data[end:]
    return changed.replace(b"\nxref", b"\n" + more + b"xref").replace(b"startxref", b"startover")


BITMAPS = (
    b"<< /Type /Font /Subtype /Type3 /FontBBox [0 0 10 10] /FontMatrix [.05 0 0 .05 0 0]"
    b" /FirstChar 0 /LastChar 255 /Widths [%s] /CharProcs << >> /Encoding << /Differences [0 %s] >>"
    b" >>" % (b"9 " * 256, b" ".join(b"/a%d" % code for code in range(256)))
)


@pytest.mark.parametrize(
    ("codes", "right"),
    [
        ("o\x0ece Stra\x19e", "oﬃce Straße"),
        ("o\x1ece Stra\xffe", "oﬃce Straße"),
        ("P\xb0\xedli\xb2 lu\xb4ou", "Příliš luťou"),
    ],
    ids=["OT1", "T1", "T1 without ligatures"],
)
def test_tex_bitmap_fonts_are_decoded(codes, right):
    assert extract(in_font(BITMAPS, codes)).text == f"{right}\n"


def test_letters_of_an_arabic_ligature_are_in_order():
    letters = {"a": "0646", "b": "06440623", "c": "0627", "d": "0644"}
    mapped = "\n".join(f"<{ord(code):02x}> <{to}>" for code, to in letters.items())
    space = "1 begincodespacerange <00> <ff> endcodespacerange"
    cmap = f"begincmap {space} 4 beginbfchar\n{mapped}\nendbfchar endcmap".encode()
    font = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 99 0 R >>"
    stream = b"99 0 obj\n<< /Length %d >>\nstream\n%s\nendstream\nendobj\n" % (len(cmap), cmap)
    assert extract(in_font(font, "ab cd", stream)).text == "\u0644\u0627 \u0644\u0623\u0646\n"


def test_words_with_spaced_letters_are_joined():
    line = [At(one, 20 + 12 * at, 300, 10) for at, one in enumerate("LATE RENT") if one != " "]
    assert text_of("Notice", *line, At("and more", 20, 200, 10)) == "Notice LATE RENT and more"


def test_list_of_letters_between_words_is_kept():
    assert text_of("Plans A, B, C and D or x y") == "Plans A, B, C and D or x y"
