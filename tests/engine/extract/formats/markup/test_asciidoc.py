from engine.extract.formats.markup.asciidoc import extract
from engine.model.document import BlockKind

DOCUMENT = """\
= Field *Notes*
Ann Lee <ann@example.org>; Bo Ek
v1.2, 2024-05-06
:keywords: pods, nodes
:lang: de

Intro.

== Setup
// a comment
////
a long comment
////
[source,bash]
----
== not a title
----

|===
|a |b
|===

* one
* two

=== Windows ===
text

Usage
-----
end
"""


def blocks():
    found = extract(DOCUMENT.encode())
    return [(b.kind, found.text[b.start : b.end], b.heading_path) for b in found.blocks]


def test_titles_make_sections():
    headings = [path for kind, _, path in blocks() if kind is BlockKind.HEADING]
    assert headings == [
        ("Field Notes",),
        ("Field Notes", "Setup"),
        ("Field Notes", "Setup", "Windows"),
        ("Field Notes", "Usage"),
    ]
    metadata = extract(DOCUMENT.encode()).metadata
    assert (metadata.title, metadata.author) == ("Field Notes", "Ann Lee; Bo Ek")
    assert (metadata.created, metadata.lang) == ("2024-05-06", "de")
    assert metadata.tags == ("pods", "nodes")


def test_delimited_blocks_have_their_kind_and_comments_are_no_text():
    kinds = {text.splitlines()[0]: kind for kind, text, _ in blocks()}
    assert kinds["----"] is BlockKind.CODE
    assert kinds["|==="] is BlockKind.TABLE
    assert kinds["* one"] is BlockKind.LIST
    assert not any("comment" in text for _, text, _ in blocks())
