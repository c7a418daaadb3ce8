from engine.extract.registry import registered_formats
from engine.model import document
from engine.model.document import source_language


def test_source_code_has_a_language_and_documents_have_none():
    assert source_language("py") == "python"
    assert source_language("hpp") == "c++"
    assert source_language("md") == source_language("docx") == source_language("json") == ""


def test_languages_are_those_of_the_file_types_that_are_read_as_code():
    (code,) = (one for one in registered_formats() if one.name == "Source code")
    assert set(document._LANGUAGES) <= set(code.file_types)
