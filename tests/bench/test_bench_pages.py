"""The page-level judged set is whole, and a hit counts only on a page that answers."""

from engine.model.citation import Citation, Place
from engine.model.document import PlaceKind
from tests.bench.bench_pages import PageQuestion, read_questions
from tests.support.responses import make_hit


def test_the_questions_have_answers_in_ten_documents_and_a_third_in_tables():
    questions = read_questions("manuals")
    assert len({one.question for one in questions}) == len(questions) >= 60
    assert len({one.file for one in questions}) >= 10
    assert sum(one.table for one in questions) >= len(questions) / 3
    assert all(one.pages and min(one.pages) >= 1 for one in questions)


def test_the_questions_about_documents_that_are_alike_each_name_their_own():
    questions = read_questions("alike")
    assert len({one.question for one in questions}) == len(questions) >= 60
    named = [one.file.split("-")[-1].split(".")[0] in one.question for one in questions]
    assert len({one.file for one in questions}) == 8
    assert sum(named) >= 0.9 * len(questions)
    assert all(one.pages and min(one.pages) >= 1 for one in questions)


def test_a_hit_answers_on_the_page_of_the_file_alone():
    question = PageQuestion("where may the kernel lie", "fhs.pdf", frozenset({14}), table=False)

    def answers(path: str, first: int, last: int) -> bool:
        place = Place(PlaceKind.PAGE, first, last)
        hit = make_hit(doc_path=path, citation=Citation(path, place, ""))
        return question.is_answered_by(hit)

    assert answers("Manuals/fhs.pdf", 14, 14)
    assert not answers("Manuals/fhs.pdf", 15, 15)
    assert not answers("Manuals/other.pdf", 14, 14)
