"""The page-level judged sets are complete, and only hits on a judged page count."""

import json
import math
from pathlib import Path

from bench.bench_pages import (
    Found,
    PageQuestion,
    by_kind,
    read_judged,
    read_questions,
    report,
)
from tests.support.responses import make_hit
from twofold.engine.model.citation import Citation, Locator
from twofold.engine.model.document import LocatorKind
from twofold.engine.model.hit import Hit


def has_pages(question: PageQuestion) -> bool:
    return all(pages and min(pages) >= 1 for pages in question.answers.values())


def test_the_questions_have_answers_in_ten_documents_and_a_third_in_tables():
    questions = read_questions("manuals")
    assert len({one.question for one in questions}) == len(questions) >= 60
    assert len({file for one in questions for file in one.answers}) >= 10
    assert sum(one.table for one in questions) >= len(questions) / 3
    assert all(has_pages(one) for one in questions)


def test_questions_about_similar_documents_name_their_document():
    questions = read_questions("alike")
    assert len({one.question for one in questions}) == len(questions) >= 60
    files = [file for one in questions for file in one.answers]
    named = [
        file.split("-")[-1].split(".")[0] in one.question
        for file, one in zip(files, questions, strict=True)
    ]
    assert len(set(files)) == 8
    assert sum(named) >= 0.9 * len(questions)
    assert all(has_pages(one) for one in questions)


def test_the_queries_as_users_type_them_cover_all_reports_and_texts_in_three_languages():
    questions = read_questions("typed")
    assert len({one.question for one in questions}) == len(questions) == 60
    files = {file for one in questions for file in one.answers}
    assert sum(file.endswith(".pdf") for file in files) == 14
    assert {file.split("/")[0] for file in files if file.endswith(".md")} == {"kdocs", "rust-book"}
    assert {"German", "French", "misspelt", "abbreviation"} < {one.kind for one in questions}
    assert all(has_pages(one) for one in questions)


def test_hit_answers_only_on_the_page_of_the_right_file():
    question = PageQuestion("where may the kernel be", {"fhs.pdf": frozenset({14})}, table=False)
    assert question.is_answered_by(hit_at("Manuals/fhs.pdf", LocatorKind.PAGE, 14, 14))
    assert not question.is_answered_by(hit_at("Manuals/fhs.pdf", LocatorKind.PAGE, 15, 15))
    assert not question.is_answered_by(hit_at("Manuals/other.pdf", LocatorKind.PAGE, 14, 14))


def test_a_hit_answers_on_the_lines_of_each_translation():
    questions = {one.question: one for one in read_questions("typed")}
    question = questions["kubeadm join token expired"]
    folder = "docs/setup/production-environment/tools/kubeadm"

    def answers(language: str, first: int, last: int) -> bool:
        path = f"Texts/kdocs/{language}/{folder}/create-cluster-kubeadm.md"
        return question.is_answered_by(hit_at(path, LocatorKind.LINE, first, last))

    assert answers("en", 300, 312)
    assert answers("fr", 492, 493)
    assert not answers("en", 492, 493)
    assert not answers("de", 310, 321)


def test_judged_folder_provides_questions_with_pages_of_all_files(tmp_path: Path):
    queries = [{"_id": "q1", "text": "capex"}, {"_id": "q2", "text": "not judged"}]
    (tmp_path / "queries.jsonl").write_text("\n".join(map(json.dumps, queries)), "utf-8")
    rows = ("query-id\tcorpus-id\tpage", "q1\ta_2018\t60", "q1\ta_2018\t61", "q1\tb\t2")
    (tmp_path / "pages.tsv").write_text("\n".join(rows), "utf-8")
    answers = {"a_2018.pdf": frozenset({60, 61}), "b.pdf": frozenset({2})}
    assert read_judged(tmp_path) == (PageQuestion("capex", answers, table=False),)


def test_report_contains_page_at_1_and_10_and_mrr_by_kind():
    kinds = ("short", "short", "long", "long")
    questions = [PageQuestion(f"{n}", {}, table=False, kind=kind) for n, kind in enumerate(kinds)]
    found = [Found(1, 1), Found(4, 1), Found(None, 2), Found(2, 2)]
    at_1, at_10, rank, *tables, file = report(questions, found)
    assert (at_1, at_10, rank, file) == (0.25, 0.75, 0.4375, 1.0)
    assert all(map(math.isnan, tables))
    assert list(by_kind(questions, found)) == ["long (2) 0.500 0.250", "short (2) 1.000 0.625"]


def hit_at(path: str, kind: LocatorKind, first: int, last: int) -> Hit:
    return make_hit(doc_path=path, citation=Citation(path, Locator(kind, first, last), ""))
