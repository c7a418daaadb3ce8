"""Comments on PDF pages and what is filled into forms are found with the page they lie on."""

from engine.extract.formats.pdf.page import render_page
from engine.extract.formats.pdf.text import extract
from tests.support.pdf_files import make_pdf


def test_comments_follow_the_text_of_their_page_with_who_made_them():
    data = make_pdf(
        [["First page"], ["Second page"]],
        annotations=[
            "/Subtype /Text /T (Carl) /Contents (check the\\nrent)",
            "/Subtype /FreeText /Contents (typed on the page)",
            "/Subtype /Popup /Contents (check the rent)",
            "/Subtype /Link /Contents (leads elsewhere)",
            "/Subtype /Text /F 2 /Contents (hidden)",
        ],
    )
    found = extract(data)
    first = found.text[: found.place_starts[1]]
    assert first == "First page\nCarl: check the rent\ntyped on the page\n"
    assert found.text[found.blocks[0].start : found.blocks[0].end] == first.rstrip()


def test_a_comment_that_repeats_what_it_marks_is_left_out():
    notes = ["/Subtype /Highlight /T (Ada) /Contents (the  RENT is due)"]
    assert extract(make_pdf([["Here the rent is", "due."]], annotations=notes)).text == (
        "Here the rent is\ndue.\n"
    )


def test_what_is_filled_into_a_form_is_read():
    fields = [
        "/FT /Tx /T (a1) /TU (Tenant) /V (Ada Lovelace)",
        "/FT /Ch /Ff 131072 /T (a2) /V (Hamburg) /Opt [(Hamburg) (Bremen)]",
        "/FT /Tx /T (a3) /Ff 8192 /V (a password)",
        "/FT /Tx /T (a4)",
    ]
    assert extract(make_pdf([["Name:"]], fields=fields)).text == (
        "Name:\nTenant: Ada Lovelace\nHamburg\n"
    )


def test_a_scan_with_a_comment_is_found_by_it_and_still_said_to_be_a_scan():
    found = extract(make_pdf([[]], annotations=["/Subtype /Text /Contents (page of the lease)"]))
    assert found.text == "page of the lease\n"
    assert found.warnings == ("Without text: 1 of 1 pages; they may be scanned pictures.",)


def test_the_preview_draws_what_is_filled_into_a_form():
    def picture(fields):
        data = make_pdf([["Name:"]], fields=fields)
        return render_page(data, 1, 300, "")[1]

    assert picture(["/FT /Tx /T (a) /V (Ada)"]) != picture(["/FT /Tx /T (a)"])
