"""Word exports: footnotes, links, house templates, and what they must not contain."""

import io
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from docx import Document
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Inches
from lxml import etree
from PySide6.QtGui import QImage

from tests.support.exports import EXPORTED_AT, EXPORTER
from tests.support.responses import make_hit, make_response
from twofold.engine.extract.process.pages import RenderedPage
from twofold.engine.model.citation import Citation, CollectedPassage, Locator
from twofold.engine.model.document import LocatorKind
from twofold.engine.model.errors import ExportError
from twofold.engine.model.export_format import ExportFormat
from twofold.engine.model.filters import SearchFilters
from twofold.engine.model.preview import PageImage, PixelBox
from twofold.engine.model.requests import ExportCollection, ExportHits

PLACE = Locator(LocatorKind.PAGE, 3, 3)
LINE = "The party of the first part shall deliver the goods within thirty"
SECOND = "They shall also pay the price of the goods without any delay."
HOUSE = "Lindqvist & Partners"
ATTACHED = RELATIONSHIP_TYPE.SETTINGS.replace("settings", "attachedTemplate")


def page_hit(**changed):
    citation = Citation("private/lease.pdf", PLACE, EXPORTED_AT)
    text = f"{LINE}\ndays.\n{SECOND}\n\nAda\nLondon"
    return make_hit(text=text, citation=citation, **changed)


def word(hit, **request):
    data = EXPORTER.export(ExportHits(ExportFormat.DOCX, make_response(hit), **request)).data
    return Document(io.BytesIO(data))


def footnotes(document):
    """Return the texts of the footnotes by id, and the addresses that they link to."""
    (part,) = (
        rel.target_part for rel in document.part.rels.values() if rel.reltype.endswith("/footnotes")
    )
    notes = etree.fromstring(part.blob).findall(qn("w:footnote"))
    texts = {note.get(qn("w:id")): "".join(note.itertext()).strip() for note in notes}
    return texts, [rel.target_ref for rel in part.rels.values() if rel.is_external]


def test_quotations_flow_and_end_with_a_footnote():
    document = word(page_hit(title="Lease", author="Meyer, Anna"))
    quotes = [p for p in document.paragraphs if p.style.name == "Quote"]
    assert [p.text for p in quotes] == [f"{LINE} days.", SECOND, "Ada\nLondon"]
    (mark,) = quotes[-1].paragraph_format.element.iter(qn("w:footnoteReference"))
    texts, links = footnotes(document)
    assert texts[mark.get(qn("w:id"))].startswith("Anna Meyer, Lease")
    assert texts[mark.get(qn("w:id"))].endswith("page 3. limits & quotas.md")
    assert links == []
    assert "How these passages were found" not in [p.text for p in document.paragraphs]


@pytest.mark.parametrize(
    ("published", "address"),
    [
        ({"doi": "10.1000/182"}, "https://doi.org/10.1000/182"),
        ({"url": "https://example.org/a"}, "https://example.org/a"),
        ({"url": "file:///home/ada/a.pdf"}, None),
        ({"url": "javascript:alert(1)"}, None),
    ],
)
def test_footnotes_link_to_the_web_only(published, address):
    _, links = footnotes(word(page_hit(**published)))
    assert links == ([address] if address else [])


@pytest.mark.parametrize("kind", ["template", "document"])
def test_a_house_template_gives_styles_header_and_footer(tmp_path, kind):
    house = Document()
    house.sections[0].header.paragraphs[0].text = HOUSE
    house.sections[0].footer.paragraphs[0].text = "Confidential"
    house.add_paragraph("Sample text of the template")
    house.styles["Quote"].font.name = "Garamond"
    heading = house.styles["heading 1"].element
    heading.getparent().remove(heading)  # an incomplete template
    office = house.part.part_related_by(RELATIONSHIP_TYPE.SETTINGS)
    origin = office.relate_to("file:///home/ada/house.dotx", ATTACHED, is_external=True)
    attached = OxmlElement("w:attachedTemplate")
    attached.set(qn("r:id"), origin)
    house.settings.element.insert(0, attached)
    template = tmp_path / "house.dotx"
    house.save(template)
    if kind == "template":
        written = io.BytesIO()
        with zipfile.ZipFile(template) as source, zipfile.ZipFile(written, "w") as target:
            for name in source.namelist():
                data = source.read(name)
                if name == "[Content_Types].xml":
                    data = data.replace(b"document.main+xml", b"template.main+xml")
                target.writestr(name, data)
        template.write_bytes(written.getvalue())
    data = EXPORTER.export(
        ExportHits(ExportFormat.DOCX, make_response(page_hit()), template=template)
    ).data
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        assert b"home/ada" not in b"".join(map(parts.read, parts.namelist()))
    document = Document(io.BytesIO(data))
    assert document.sections[0].header.paragraphs[0].text == HOUSE
    assert document.sections[0].footer.paragraphs[0].text == "Confidential"
    assert document.styles["Quote"].font.name == "Garamond"
    assert document.paragraphs[0].style.name == "Heading 1"
    assert "Sample text" not in "".join(p.text for p in document.paragraphs)
    assert footnotes(document)[0]["1"]


def test_a_damaged_template_is_reported(tmp_path):
    template = tmp_path / "house.dotx"
    template.write_bytes(b"not a Word file")
    with pytest.raises(ExportError, match=r"house\.dotx is not a Word document"):
        word(page_hit(), template=template)


@pytest.mark.parametrize("form", [f for f in ExportFormat if f not in {"csv", "json", "jsonl"}])
def test_documents_and_references_name_files_without_their_folders(form, tmp_path):
    library = Path.home() / "Twofold" / "library"
    file = library / "private" / "lease.pdf"
    hit = make_hit(
        folder="Klienten", doc_path="private/lease.pdf", absolute_path=str(file),
        citation=Citation("private/lease.pdf", PLACE, EXPORTED_AT),
    )  # fmt: skip
    filters = SearchFilters(folders=("Klienten",), path_glob="private/*", tags_any=("ops",))
    response = make_response(hit, filters=filters)
    response = replace(response, request=replace(response.request, filters=filters))
    target = library / f"x{form.extension}"
    data = EXPORTER.export(ExportHits(form, response, method_note=True)).data
    if form is ExportFormat.DOCX:
        with zipfile.ZipFile(io.BytesIO(data)) as parts:
            data = b"".join(map(parts.read, parts.namelist()))
    text = data.decode("utf-8", "replace")
    assert "lease.pdf" in text
    hidden = (str(Path.home()), str(library), "Klienten", "private", "--library", str(target))
    assert [word for word in hidden if word in text] == []


def collected(**changed):
    passage = CollectedPassage(
        "1", "Notes", "/n", "private/lease.pdf", PLACE, "We deliver.", "Lease", note="Too late."
    )
    return replace(passage, **changed)


@pytest.mark.parametrize("form", [ExportFormat.DOCX, ExportFormat.MARKDOWN, ExportFormat.HTML])
def test_a_memo_has_the_name_of_the_collection_and_each_note_before_its_quotation(form):
    request = ExportCollection(form, "Nordbank", memo=True)
    exported = EXPORTER.export_collection(request, [collected()], [None])
    text = exported.text
    if form is ExportFormat.DOCX:
        document = Document(io.BytesIO(exported.data))
        text = "\n".join(p.text for p in document.paragraphs)
    text = re.sub(r"<[^>]*>", "", text.partition("<body>")[2] or text)
    parts = [text.index(part) for part in ("Nordbank", "Too late.", "We deliver.")]
    assert parts == sorted(parts)
    preview = exported.page
    assert preview.index("Nordbank") < preview.index("Too late.") < preview.index("We deliver.")


def test_a_note_has_no_empty_paragraphs():
    request = ExportCollection(ExportFormat.DOCX, "Nordbank", memo=True)
    passage = collected(note="Too late.\n\nSee page 4.")
    exported = EXPORTER.export_collection(request, [passage], [None])
    document = Document(io.BytesIO(exported.data))
    assert [p.text for p in document.paragraphs][1:3] == ["Too late.", "See page 4."]
    assert "<p>Too late.</p><p>See page 4.</p>" in exported.page


class PageReader:
    """Renders every page as a white one with a black line, which is the passage."""

    def render_page(self, _path, page, width, _passage):
        pixels = np.full((200, width, 4), 255, np.uint8)
        pixels[100:110, 50:450] = 0
        boxes = (PixelBox(50, 100, 400, 10),)
        return RenderedPage(
            PageImage(pixels.tobytes(), width, 200, width * 4, boxes), page, 9, "We deliver."
        )


def test_a_scanned_passage_is_shown_as_a_picture_below_its_quotation(tmp_path):
    place = Locator(LocatorKind.PAGE, 3, 3, (10.0, 20.0, 300.0, 12.0))
    passages = [collected(root=str(tmp_path), place=place), collected(id="2")]
    exporter = replace(EXPORTER, reader=PageReader())
    request = ExportCollection(ExportFormat.DOCX, "Nordbank", target=tmp_path / "x.docx")
    exporter.export_collection(request, passages, [None, None])
    (picture,) = Document(tmp_path / "x.docx").inline_shapes
    assert (picture.width, picture.height) == (Inches(424 / 150), Inches(34 / 150))
    (part,) = Document(tmp_path / "x.docx").part.package.image_parts
    image = QImage.fromData(part.blob)
    assert (image.width(), image.height()) == (424, 34)
    assert image.pixelColor(200, 17).name() == "#000000"
    assert image.pixelColor(2, 2).name() == "#ffffff"
