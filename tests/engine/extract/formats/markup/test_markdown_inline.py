import pytest

from engine.extract.formats.markup.markdown import inline_tags, plain_title


@pytest.mark.parametrize(
    ("source", "tags"),
    [
        ("#one and (#two), #three.", ["one", "two", "three"]),
        ("#project/sub-task #日本語 #über", ["project/sub-task", "日本語", "über"]),
        ("see #123 and #L12 and #L12-L34", []),
        ("#fff #a1b2c3 #FFAA00 #deadbeef", []),
        ("`#code` and ``#more `x` #code``", []),
        ("[link](#fragment) [l](page.md#part) https://x.org/#part", []),
        ("a#b C# ## #", []),
        ("# heading-like", []),
        ("{#anchor} <a href='#x'>", []),
    ],
)
def test_tags_are_words_after_a_hash(source, tags):
    assert list(inline_tags(source)) == tags


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("Plain", "Plain"),
        ("Using `kubectl`  to **scale** {#scale}", "Using kubectl to scale"),
        ("See [the *docs*](http://x.org/a_(b)) now", "See the docs now"),
        ('{{< glossary_tooltip text="Pods" term_id="pod" >}} explained', "Pods explained"),
        ("snake_case_name and _emphasis_", "snake_case_name and emphasis"),
        ("Escaped \\# and <br>html", "Escaped # and html"),
        ("[[Note|alias]] and [[Other]]", "alias and Other"),
    ],
)
def test_titles_lose_their_marks(source, title):
    assert plain_title(source) == title
