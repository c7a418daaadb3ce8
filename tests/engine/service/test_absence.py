"""Explaining why a file is not found: each planted cause is named, with the action against it."""

import shutil

import pytest

from tests.support.pdf_files import make_pdf
from tests.support.running_engine import RunningEngine
from tests.support.tiny_embedder import tiny_embedder_loader
from twofold.engine.api import (
    AbsenceAction,
    AbsenceCause,
    AbsenceExplained,
    ExplainAbsence,
    FolderRules,
    SearchFilters,
    SearchMode,
    SearchRequest,
    SetFolderRules,
    Settings,
)

QUERY = "invoice of the harbour"
NOTE = (
    "# Harbour\n\nThe invoice of the harbour was paid by {number} {number}men with {number}coins "
    "from the {number}bank of {number}ville, before the {number}ship left its {number}dock.\n"
)


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A library in which each file is missing for another reason."""
    place = tmp_path_factory.mktemp("desk")
    root = place / "Desk"
    numbers = ("two", "three", "five", "seven", "nine", "eleven", "forty", "sixty", "eighty", "ten")
    for number in numbers:
        write(root / f"harbour {number}.md", NOTE.format(number=number))
    write(root / "copy of three.md", NOTE.format(number="three"))
    write(
        root / "boat.md", "# Boat\n\nThe boat has a new mast, and somebody should pay an invoice.\n"
    )
    write(root / "garden.txt", "The tomatoes want water in the morning.\n")
    write(root / ".secret.md", "The invoice is hidden.")
    write(root / "drafts/old.md", "An old invoice of the harbour.")
    (root / "broken.pdf").write_bytes(b"%PDF-1.7\n1 0 obj\n<< /Type /Cat")
    (root / "blank.pdf").write_bytes(make_pdf([[]]))
    write(root / "huge.txt", "invoice harbour " * 80_000)
    (root / "link.md").symlink_to(root / "boat.md")
    write(place / "elsewhere.md", "The invoice of the harbour.")
    other = place / "Drive"
    write(other / "invoice.md", "An invoice on a drive.")
    settings = Settings.from_mapping({"indexing.max_file_mb": 1})
    loader = tiny_embedder_loader(place / "model")
    with RunningEngine.over(place / "home", loader, settings=settings) as engine:
        engine.add(root)
        engine.ask(SetFolderRules("Desk", FolderRules(exclude=("drafts/",))))
        engine.add(other)
        shutil.rmtree(other)
        write(root / "new.md", "A new invoice of the harbour.")
        yield engine, root


def explain(desk, subject, query=QUERY, **request):
    engine, root = desk
    path = str(root / subject) if subject.endswith((".md", ".txt", ".pdf")) else subject
    search = SearchRequest(query, **{"mode": SearchMode.LEXICAL, **request})
    answer = engine.ask(ExplainAbsence(path, search))
    assert isinstance(answer, AbsenceExplained), answer
    return answer.report


PLANTED = [
    ("../elsewhere.md", {}, AbsenceCause.OUTSIDE, AbsenceAction.ADD_FOLDER, "Desk/.."),
    ("../Drive/unread.md", {}, AbsenceCause.UNAVAILABLE, None, ""),
    ("drafts/old.md", {}, AbsenceCause.EXCLUDED, AbsenceAction.EDIT_RULES, "Desk"),
    (".secret.md", {}, AbsenceCause.HIDDEN, AbsenceAction.CHANGE_SETTING, "indexing.hidden_files"),
    ("link.md", {}, AbsenceCause.LINK, None, ""),
    ("huge.txt", {}, AbsenceCause.TOO_LARGE, AbsenceAction.CHANGE_SETTING, "indexing.max_file_mb"),
    ("broken.pdf", {}, AbsenceCause.FAILED, AbsenceAction.RETRY, "Desk/broken.pdf"),
    ("blank.pdf", {}, AbsenceCause.WITHOUT_TEXT, None, ""),
    ("new.md", {}, AbsenceCause.WAITING, AbsenceAction.UPDATE, ""),
    (
        "harbour three.md",
        {"filters": SearchFilters(file_types=("pdf",))},
        AbsenceCause.FILTERED,
        AbsenceAction.REMOVE_FILTER,
        "type",
    ),
    ("boat.md", {"limit": 3}, AbsenceCause.LOW_RANK, AbsenceAction.SHOW_MORE, "12"),
    ("garden.txt", {}, AbsenceCause.BEYOND, None, ""),
    ("harbour three.md", {"query": f"{QUERY} -three"}, AbsenceCause.EXCLUDED_WORDS, None, ""),
]


@pytest.mark.parametrize(
    ("name", "request_", "cause", "action", "argument"), PLANTED, ids=[one[2] for one in PLANTED]
)
def test_planted_cause_is_named_first_with_its_action(
    desk, name, request_, cause, action, argument
):
    report = explain(desk, name, **request_)
    first = report.reasons[0]
    assert first.sentence
    assert (first.cause, first.action) == (cause, action), report
    if argument:
        assert first.argument.endswith(argument.removeprefix("Desk/..")), first


def test_one_of_two_duplicates_is_listed_and_the_other_names_it(desk):
    reports = [explain(desk, f"{name} three.md") for name in ("harbour", "copy of")]
    first, second = sorted((one.reasons[0] for one in reports), key=lambda one: one.cause.value)
    assert (first.cause, first.action) == (
        AbsenceCause.DUPLICATE,
        AbsenceAction.SHOW_DUPLICATES,
    )
    assert second.cause is AbsenceCause.LISTED
    assert " three.md, which is in the list." in first.sentence


def test_listed_file_is_reported_with_its_rank(desk):
    report = explain(desk, "harbour five.md", query="harbour fiveville")
    assert (report.is_listed, report.rank) == (True, 1)


def test_missing_words_are_named(desk):
    report = explain(desk, "boat.md", limit=3)
    words = next(one for one in report.reasons if one.cause is AbsenceCause.MISSING_WORDS)
    assert str(words.sentence) == "Its best passage does not contain: harbour"


def test_passage_is_found_by_one_of_its_sentences(desk):
    report = explain(desk, "The boat has a new mast, and somebody should pay", limit=3)
    assert report.path == "Desk/boat.md"
    assert report.reasons[0].cause is AbsenceCause.LOW_RANK
    assert desk[0].ask(ExplainAbsence("no-such.md", SearchRequest(QUERY))).report.reasons[
        0
    ].cause is (AbsenceCause.NO_FILE)
    unknown = explain(desk, "Nobody ever wrote a sentence like this one")
    assert unknown.reasons[0].cause is AbsenceCause.NO_TEXT
