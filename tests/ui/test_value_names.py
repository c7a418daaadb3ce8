import pytest

from ui.value_names import file_type_icon, file_type_name, is_code, language_name


@pytest.mark.parametrize(
    ("file_type", "name", "icon", "code"),
    [
        ("md", "Markdown", "notebook-text", False),
        ("html", "HTML", "globe", False),
        ("docx", "Word", "file-text", False),
        ("pptx", "PowerPoint", "presentation", False),
        ("odt", "OpenDocument text", "file-text", False),
        ("rtf", "RTF", "file-text", False),
        ("eml", "E-mail", "mail", False),
        ("org", "Org", "file-text", False),
        ("epub", "EPUB", "book-open", False),
        ("xlsx", "Excel", "table", False),
        ("csv", "CSV", "table", False),
        ("py", "Python", "file-code", True),
        ("rs", "Rust", "file-code", True),
        ("json", "JSON", "file-code", True),
        ("yaml", "YAML", "file-code", True),
        ("nfo", "NFO", "file-text", False),
        ("", "", "file-text", False),
    ],
)
def test_a_file_type_has_a_name_a_picture_and_a_way_to_be_shown(file_type, name, icon, code):
    assert file_type_name(file_type) == name
    assert file_type_icon(file_type) == icon
    assert is_code(file_type) is code


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("de", "Deutsch"),
        ("sw", "Kiswahili"),
        ("ka", "ქართული"),
        ("kv", "Komi"),  # Qt knows no name in that language
        ("new", "Newari"),
        ("arz", "arz"),  # nor any name
        ("zxx", "zxx"),
        ("und", "Unknown"),
    ],
)
def test_a_language_has_its_own_name_else_an_english_one_else_its_code(code, name):
    assert language_name(code) == name
