"""Checking the quotations of drafts against a library of real files."""

import pytest

from tests.support.office_files import make_docx
from tests.support.pdf_files import make_pdf
from twofold.engine.api import (
    CheckQuotations,
    QuotationMark,
    QuotationsChecked,
    QuotationState,
    RequestFailed,
)

LADDER = "A ladder leans against the grain store; whoever climbs it signs the brown book."
MIRROR = "The long mirror came from Trieste in a crate of straw and lost one corner."
NOTE = f"# House rules\n\n## Ladder\n\n{LADDER}\n\n## Mirror\n\n{MIRROR}\n"


@pytest.fixture
def house(library):
    library.write("house.md", NOTE)
    library.index()
    return library


def check(library, text, path=None):
    answer = library.engine.ask(CheckQuotations(text, path))
    assert isinstance(answer, QuotationsChecked), answer
    return answer.check.quotations


def only(library, text):
    (one,) = check(library, text)
    return one


def changes(quotation, draft):
    return [
        (
            quotation.source_text[one.source.start : one.source.end],
            draft[one.draft.start : one.draft.end],
        )
        for one in quotation.changes
    ]


@pytest.mark.parametrize(
    "marks", ["“{}”", "„{}“", "«{}»", "« {} »", "»{}«", '"{}"', "‘{}’", "「{}」", "> {}"]
)
def test_exact_quotation_is_found_in_every_kind_of_marks(house, marks):
    draft = f"The rules say:\n\n{marks.format(LADDER)}\n\nThat is all."
    found = only(house, draft)
    assert (found.state, found.differences) == (QuotationState.EXACT, ())
    assert draft[found.span.start : found.span.end] == LADDER
    assert (found.line, found.source.citation.uri) == (3, "house.md#L5")


def test_changed_words_are_shown(house):
    draft = "He wrote “the long mirror came from Venice in a crate of hay and lost one corner”."
    found = only(house, draft)
    assert found.state is QuotationState.CHANGED
    assert changes(found, draft) == [("Trieste", "Venice"), ("straw", "hay")]
    assert found.marks == (QuotationMark.CAPITAL,)


def test_words_left_out_and_added_are_shown(house):
    draft = "“A ladder leans against the store; whoever often climbs it signs the brown book.”"
    found = only(house, draft)
    assert changes(found, draft) == [("grain", ""), ("", "often")]


def test_marked_omissions_and_insertions_are_permitted(house):
    draft = "“[t]he long mirror [of the duke] came […] in a crate of straw and lost one corner”"
    found = only(house, draft)
    assert found.state is QuotationState.EXACT
    assert set(found.marks) == {QuotationMark.BRACKETS, QuotationMark.ELLIPSIS}


def test_quotation_in_no_document_is_missing(house):
    found = only(house, "She said “the harbour will be closed to all ships on Monday”.")
    assert (found.state, found.source) == (QuotationState.MISSING, None)


def test_sentence_without_marks_that_repeats_a_passage_is_reported(house):
    draft = "A ladder leans against the grain store; whoever climbs it signs the red book."
    found = only(
        house, f"Some words before it. {draft} And a longer sentence of my own words after."
    )
    assert (found.is_marked, found.state) == (False, QuotationState.CHANGED)


def test_part_of_a_sentence_that_repeats_a_passage_is_reported(house):
    part = "came from Trieste in a crate of straw and lost one corner"
    draft = f"As everybody in this town has known since the days of my childhood, it {part}."
    found = only(house, draft)
    assert (found.is_marked, found.state, found.text) == (False, QuotationState.EXACT, part)


def test_draft_in_word_is_checked_by_paragraphs(house, tmp_path):
    texts = ('The box is 5" tall', f"They say: “{LADDER}”", 'and the lid is 7" wide')
    body = "".join(f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>" for text in texts)
    draft = tmp_path / "draft.docx"
    draft.write_bytes(make_docx(body))
    (found,) = check(house, "", draft)
    assert (found.state, found.text) == (QuotationState.EXACT, LADDER)


def test_block_quotation_in_word_is_found_by_its_style(house, tmp_path):
    styles = (
        '<w:styles><w:style w:type="paragraph" w:styleId="Q"><w:name w:val="Intense Quote"/>'
        "</w:style></w:styles>"
    )
    text = "The harbour was closed to all ships in winter."
    body = (
        "<w:p><w:r><w:t>They say:</w:t></w:r></w:p>"
        f'<w:p><w:pPr><w:pStyle w:val="Q"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>'
    )
    draft = tmp_path / "draft.docx"
    draft.write_bytes(make_docx(body, styles=styles))
    (found,) = check(house, "", draft)
    assert (found.state, found.text) == (QuotationState.MISSING, text)


def test_titles_and_single_words_in_quotation_marks_are_no_quotations(house):
    assert check(house, "The “long mirror” and the 'brown book' aren't “House rules” at all.") == ()


def test_quotation_across_passages_and_hyphenated_lines_is_exact(library):
    words = [f"word{number} and something ordinary beside it" for number in range(400)]
    library.write("long.md", ". ".join(words).replace("word200 and some", "word200 and some-\n"))
    library.index()
    hits = {hit.chunk_id: hit.text for hit in library.find("word1 word200 word399", 50)}
    border = next(text for text in hits.values()).split(". ")[-1].split()[0]
    at = int(border.removeprefix("word"))
    for first in (at - 1, 199):
        quoted = ". ".join(words[first : first + 4])
        found = only(library, f"As they say, “{quoted}”, and so on.")
        assert found.state is QuotationState.EXACT, first


def test_source_on_a_page_is_cited_with_the_page(library):
    (library.root / "paper.pdf").write_bytes(
        make_pdf([["Nothing of interest here."], [LADDER[:40], LADDER[40:]]])
    )
    library.index()
    found = only(library, f"“{LADDER}”")
    assert found.source.citation.uri == "paper.pdf#page=2"


def test_word_that_was_copied_with_its_hyphen_and_a_space_is_permitted(house):
    draft = f"“{LADDER.replace('against', 'ag- ainst')}”"
    found = only(house, draft)
    assert (found.state, found.marks) == (QuotationState.EXACT, (QuotationMark.HYPHENATION,))


def test_page_number_and_header_inside_a_quotation_are_permitted(library):
    pages = [[f"{LADDER[:40].strip()}", "7"], ["Harbour rules", LADDER[40:].strip()]]
    (library.root / "paper.pdf").write_bytes(make_pdf(pages))
    library.index()
    found = only(library, f"“{LADDER}”")
    assert (found.state, found.marks) == (QuotationState.EXACT, (QuotationMark.PAGE_BREAK,))
    assert found.source.citation.uri == "paper.pdf#page=1"


def test_quotation_in_two_documents_names_the_number_of_others(house):
    house.write("copy.md", f"# Copy\n\nOther words before it, and then: {LADDER}\n")
    house.refresh()
    assert only(house, f"“{LADDER}”").others == 1


def test_chinese_quotation_is_compared_by_characters(library):
    library.write("notes.md", "# 笔记\n\n海边的灯塔在每一个冬天的夜晚都会亮起来，指引渔船回家。\n")
    library.index()
    draft = "他写道「海边的灯塔在每一个夏天的夜晚都会亮起来」。"
    found = only(library, draft)
    assert changes(found, draft) == [("冬", "夏")]


def test_empty_draft_is_refused(house):
    answer = house.engine.ask(CheckQuotations(" \n "))
    assert isinstance(answer, RequestFailed)
    assert "no text" in answer.message
