"""`twofold why` with a search."""

import json


def test_cause_and_remedy_are_printed_and_the_exit_code_says_whether_it_is_listed(twofold, notes):
    garden = str(notes / "garden.txt")
    options = ("--query", "tomatoes", "--mode", "lexical")
    printed = twofold("why", garden, *options, "--type", "pdf")
    assert printed.code == 1
    assert printed.out.splitlines()[0] == "Notes/garden.txt"
    assert "filtered: The filter" in printed.out
    assert "→ search without the filter type" in printed.out
    assert twofold("why", garden, *options).code == 0
    found = json.loads(twofold("why", "The tomatoes want water", *options, "--json").out)
    assert [(one["path"], one["listed"], one["rank"]) for one in found] == [
        ("Notes/garden.txt", True, 1)
    ]
