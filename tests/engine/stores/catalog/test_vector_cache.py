import pytest

from engine.stores.catalog.vector_cache import embedding_text, title_to_embed


def test_a_passage_stands_under_where_it_stands():
    assert embedding_text("Guide", ("Guide", "Setup", "Linux"), "Run it.") == (
        "Guide > Setup > Linux\nRun it."
    )


def test_a_passage_without_title_and_headings_stands_alone():
    assert embedding_text("", (), "Run it.") == "Run it."


@pytest.mark.parametrize(
    ("title", "path", "expected"),
    [
        ("report", "a/report.pdf", ""),
        ("report.pdf", "a/report.pdf", ""),
        ("The report", "a/report.pdf", "The report"),
    ],
)
def test_a_title_that_is_only_the_file_name_is_not_embedded(title, path, expected):
    assert title_to_embed(title, path) == expected
