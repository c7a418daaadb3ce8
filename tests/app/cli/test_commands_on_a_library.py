"""Every command, on a small library with the real default model."""

import json

import pytest

pytestmark = pytest.mark.real_model


def test_index_again_reports_both_coverages_and_the_summary_last(indexed):
    printed = indexed("index", "--json")
    assert printed.code == 0
    summary = json.loads(printed.out.splitlines()[-1])
    assert summary["documents"] == {"indexed": 3, "failed": 1, "without_text": 0, "pending": 0}
    assert summary["vectors"]["pending"] == 0
    assert summary["vectors"]["ready"] == summary["chunks"] > 0
    assert summary["seconds"] >= 0
    assert "keywords" in printed.err
    assert "meaning" in printed.err
    lines = indexed("index").out.splitlines()
    assert "twofold failures" in lines[-2]
    assert "1 not indexed" in lines[-1]


def test_files_without_text_are_counted_alike_everywhere(indexed, indexed_home):
    empty = indexed_home / "Notes" / "empty.txt"
    empty.write_bytes(b"")
    try:
        indexed("index")
        assert "1 not indexed, 1 without text" in indexed("status").out
        assert "1 file not indexed, 1 without text" in indexed("failures").out
    finally:
        empty.unlink()
        indexed("index")


def test_index_reports_a_folder_that_is_not_available(indexed, indexed_home):
    notes, away = indexed_home / "Notes", indexed_home / "away"
    notes.rename(away)
    try:
        printed = indexed("index")
    finally:
        away.rename(notes)
    assert printed.code == 0
    assert "The folder 'Notes' is not available now; it remains searchable." in printed.err
    assert "3 documents" in printed.out.splitlines()[-1]


def test_a_missing_folder_is_bad_usage(indexed, tmp_path):
    printed = indexed("folder", "add", str(tmp_path / "nowhere"), "--json")
    assert (printed.code, printed.out, printed.err.count("\n")) == (2, "", 1)
    assert "nowhere' does not exist" in printed.err


def test_a_folder_inside_another_one_is_reported(indexed, indexed_home):
    (indexed_home / "Notes" / "inner").mkdir()
    printed = indexed("folder", "add", str(indexed_home / "Notes" / "inner"))
    assert printed.code == 0
    assert "is already in the library" in printed.err
    (indexed_home / "Notes" / "inner").rmdir()


def test_folders_are_listed(indexed, indexed_home):
    assert str(indexed_home / "Notes") in indexed("folder", "list").out
    (folder,) = json.loads(indexed("folder", "list", "--json").out)
    assert (folder["name"], folder["documents"]) == ("Notes", 3)


def test_show_prints_a_document_or_a_passage(indexed, indexed_home):
    text = "The tomatoes want water in the morning.\n\nError E-4471 is no garden matter.\n"
    for word in ("Notes/garden.txt", "garden.txt", str(indexed_home / "Notes" / "garden.txt")):
        printed = indexed("show", word)
        assert (printed.code, printed.out) == (0, text), printed.err
    assert indexed("show", "garden.txt#L3").out == "Error E-4471 is no garden matter.\n"
    assert indexed("show", "garden.txt#L99").code == 1
    unknown = indexed("show", "nothing.txt")
    assert (unknown.code, "not an indexed document" in unknown.err) == (2, True)
    assert "no page 2" in indexed("show", "garden.txt", "--page", "2").err


def test_files_are_printed_one_per_line(indexed, indexed_home):
    printed = indexed("search", "-l", "memory", "--mode", "lexical")
    assert printed.out == f"{indexed_home / 'Notes' / 'cluster.md'}\n"


def test_unknown_values_of_filters_are_named_with_the_nearest_known_one(indexed):
    options = ("--mode", "lexical", "--tag", "opps", "--lang", "zz", "--folder", "notes")
    printed = indexed("search", "memory", *options, "--type", "mdx")
    assert (printed.code, printed.out) == (1, "Nothing was found.\n")
    assert "No document has the tag 'opps'. Did you mean 'ops'?" in printed.err
    assert "No document has the language 'zz'. Choose from: en, de" in printed.err
    assert "No document has the folder 'notes'. Did you mean 'Notes'?" in printed.err
    assert "No document has the file type 'mdx'. Did you mean 'md'?" in printed.err
    found = indexed("search", "memory", "--mode", "lexical", "--tag", "ops", "--tag", "opps")
    assert (found.code, "'opps'. Did you mean 'ops'?" in found.err) == (0, True)


def test_search_prints_position_snippet_and_retrievers(indexed):
    printed = indexed("search", "memory limit of a pod")
    assert printed.code == 0
    assert "1. Memory limits  [both, 1.000]" in printed.out
    assert "Notes/cluster.md#L8-L10" in printed.out
    assert printed.err == ""


def test_meaning_keywords_filters_exports_and_explanations_work(indexed):
    printed = indexed("search", "limit the memory a pod may use", "--lang", "de", "--limit", "1")
    assert "Obergrenzen" in printed.out
    assert "[meaning" in printed.out
    printed = indexed("search", "E-4471", "--mode", "keyword")
    assert "garden" in printed.out
    assert "1 passage of 1 found, in 1 document" in printed.out
    out = indexed("search", "memory", "--tag", "ops", "--path", "sp*.md").out
    assert "Obergrenzen" in out
    assert "Memory limits" not in out
    for form in ("markdown", "csv"):
        printed = indexed("search", "memory limit", "--export", form)
        assert (printed.code, "cluster.md#L8-L10" in printed.out) == (0, True)
    out = indexed("search", "memory limit", "--explain").out
    assert "keywords + meaning" in out
    assert "(ms)" in out


@pytest.mark.parametrize(
    ("query", "reported"),
    [
        ("zzzzqqqq", "Nothing was found."),
        ("  ", "The query contains no words to search for."),
        ("([{'\"" * 2000, "Nothing was found."),
    ],
    ids=["unknown", "blank", "brackets"],
)
def test_the_exit_code_is_1_if_nothing_is_found(indexed, query, reported):
    printed = indexed("search", query, "--mode", "lexical")
    assert (printed.code, printed.out.strip()) == (1, reported)
    assert indexed("search", '(["' * 3400, "--mode", "lexical").code == 1


def test_the_same_query_twice_gives_the_same_bytes(indexed):
    first = indexed("search", "memory", "--json").out
    assert indexed("search", "memory", "--json").out == first
    response = json.loads(first)
    assert response["schema_version"] == "search_response.v1"
    assert {hit["schema_version"] for hit in response["hits"]} == {"search_hit.v1"}


def test_status_counts_everything(indexed):
    status = json.loads(indexed("status", "--json").out)
    assert status["documents"] == {"indexed": 3, "failed": 1, "without_text": 0, "pending": 0}
    assert status["model"]["name"] == "multilingual-e5-small"
    assert status["vectors"] == {"ready": status["chunks"], "pending": 0}
    assert status["index_version"]
    assert [folder["name"] for folder in status["folders"]] == ["Notes"]
    assert "Folder    Notes: 3 documents" in indexed("status").out


def test_failures_name_path_reason_detail_and_since(indexed):
    failures = json.loads(indexed("failures", "--json").out)
    keys = {"path", "reason", "detail", "since", "text_of"}
    assert [set(failure) for failure in failures] == [keys]
    assert failures[0]["path"].endswith("half.pdf")
    assert failures[0]["reason"] == "damaged"
    assert "half.pdf" in indexed("failures").out
    printed = indexed("failures", "--retry", "--json")
    assert (printed.code, len(json.loads(printed.out))) == (0, 1)


def test_doctor_finds_no_problems(indexed):
    printed = indexed("doctor")
    assert (printed.code, printed.out.splitlines()[-1]) == (0, "No problems found.")
    assert all(finding["ok"] for finding in json.loads(indexed("doctor", "--json").out))


def test_model_list_marks_the_one_in_use(indexed):
    models = json.loads(indexed("model", "list", "--json").out)
    assert [model["name"] for model in models if model["used"]] == ["multilingual-e5-small"]
    assert {"all-minilm-l6-v2", "bge-m3"} <= {model["name"] for model in models}
    printed = indexed("model", "use", "gpt-9")
    assert (printed.code, "gpt-9" in printed.err) == (2, True)
