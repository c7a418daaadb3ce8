from tests.engine.extract.formats.blocks import check_places, lines, texts
from tests.support.office_files import make_odf
from twofold.engine.extract.formats.office import open_document
from twofold.engine.model.document import LocatorKind


def read(body, **parts):
    extracted = open_document.extract_text(make_odf("text", body, **parts), "odt")
    check_places(extracted)
    return extracted


def test_headings_lists_and_tables():
    extracted = read(
        '<text:h text:outline-level="1">Rooms</text:h><text:p>There are four.</text:p>'
        "<text:list><text:list-item><text:p>a kitchen</text:p></text:list-item></text:list>"
        '<text:h text:outline-level="2">Sizes</text:h><table:table><table:table-row>'
        "<table:table-cell><text:p>hall</text:p></table:table-cell>"
        "<table:table-cell><text:p>9</text:p><text:p>m²</text:p></table:table-cell>"
        "</table:table-row></table:table>"
    )
    assert lines(extracted) == [
        ("heading", "Rooms"), ("paragraph", "There are four."), ("list", "a kitchen"),
        ("heading", "Sizes"), ("table", "hall\t9 m²"),
    ]  # fmt: skip
    assert extracted.blocks[-1].heading_path == ("Rooms", "Sizes")


def test_text_is_joined_and_invisible_text_is_left_out():
    body = (
        '<text:p>One<text:s text:c="2"/>two<text:tab/><text:span>th<text:span>re</text:span>e'
        '</text:span><text:line-break/>four <text:a>five</text:a><text:bookmark text:name="x"/>'
        "<text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>とう</text:ruby-text>"
        "</text:ruby></text:p>"
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>never</text:p>"
        "</text:deletion></text:changed-region></text:tracked-changes>"
        "<text:table-of-content><text:index-body><text:p>Rooms 3</text:p></text:index-body>"
        '</text:table-of-content><text:p>It is <text:change text:change-id="c"/>true.</text:p>'
        '<text:p text:style-name="P3">secret</text:p>'
        '<text:p>open<text:span text:style-name="T1"> hidden</text:span></text:p>'
    )
    hidden = '<style:text-properties text:display="none"/>'
    extracted = read(
        body,
        automatic='<style:style style:name="P3" style:parent-style-name="Mine"/>'
        f'<style:style style:name="T1">{hidden}</style:style>',
        styles=f'<style:style style:name="Mine">{hidden}</style:style>',
    )
    assert texts(extracted) == ["One two three four five東京", "It is true.", "open"]


def test_notes_comments_and_text_boxes_follow_their_paragraph():
    body = (
        "<text:p>First<text:note><text:note-citation>1</text:note-citation><text:note-body>"
        "<text:p>See there.</text:p><table:table><table:table-row><table:table-cell><text:p>x"
        "</text:p></table:table-cell><table:table-cell><text:p>y</text:p></table:table-cell>"
        "</table:table-row></table:table></text:note-body></text:note>"
        "<office:annotation><dc:creator>Ada</dc:creator><dc:date>2020-01-01</dc:date>"
        "<text:p>Why?</text:p><text:p>Really?</text:p></office:annotation> line.<draw:frame>"
        "<svg:title>A picture</svg:title><draw:text-box><text:p>In the box</text:p></draw:text-box>"
        "</draw:frame></text:p><text:p>Second.</text:p>"
    )
    assert texts(read(body)) == [
        "First line.", "See there.", "x\ty", "Ada: Why?", "Really?", "A picture", "In the box",
        "Second.",
    ]  # fmt: skip


def test_styles_define_titles_and_code():
    extracted = open_document.extract_text(
        make_odf(
            "text",
            '<text:p text:style-name="P1">The house</text:p>'
            '<text:p text:style-name="P2">if x:<text:line-break/><text:s text:c="4"/>y</text:p>',
            automatic='<style:style style:name="P1" style:parent-style-name="Title"/><style:style '
            'style:name="P2" style:parent-style-name="Preformatted_20_Text"/>',
        ),
        "odt",
    )
    assert lines(extracted) == [("heading", "The house"), ("code", "if x:\n    y")]


def test_document_metadata_is_read():
    metadata = read(
        "<text:p>x</text:p>",
        meta="<dc:title>The house</dc:title><meta:initial-creator>Ada</meta:initial-creator>"
        "<dc:creator>Grace</dc:creator><dc:language>de-AT</dc:language><meta:keyword>roof"
        "</meta:keyword><meta:keyword>cellar, garden</meta:keyword><meta:creation-date>"
        "2020-02-03T04:05:06</meta:creation-date><dc:date>2021-12-31T00:00:00</dc:date>",
    ).metadata
    assert (metadata.title, metadata.author, metadata.lang) == ("The house", "Ada", "de")
    assert metadata.tags == ("roof", "cellar", "garden")
    assert (metadata.created, metadata.modified) == ("2020-02-03", "2021-12-31")


def page(*frames, notes=""):
    inside = "".join(
        f'<draw:frame presentation:class="{kind}"><draw:text-box>{body}</draw:text-box>'
        "</draw:frame>"
        for kind, body in frames
    )
    return f"<draw:page>{inside}<presentation:notes>{notes}</presentation:notes></draw:page>"


def test_slide_is_a_place_and_its_title_the_heading():
    bullets = "<text:list><text:list-item><text:p>quick</text:p></text:list-item></text:list>"
    body = page(
        ("outline", bullets),
        ("title", "<text:p>Why electric</text:p>"),
        ("page-number", "<text:p>1</text:p>"),
    ) + page(
        ("", "<text:p>No title here</text:p>"),
        notes='<draw:frame presentation:class="notes"><draw:text-box><text:p>Slowly.</text:p>'
        "</draw:text-box></draw:frame>",
    )
    extracted = open_document.extract_slides(make_odf("presentation", body), "odp")

    assert lines(extracted) == [
        ("heading", "Why electric"), ("list", "quick"), ("paragraph", "No title here"),
        ("paragraph", "Slowly."),
    ]  # fmt: skip
    assert extracted.place_kind is LocatorKind.SLIDE
    assert extracted.place_numbers == (1, 2)
    assert extracted.text[extracted.place_starts[1] :].startswith("No title")
    assert extracted.blocks[-1].heading_path == ()
