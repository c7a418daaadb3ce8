from engine.extract.formats.code import FORMATS
from engine.model.document import source_language


def test_source_code_has_a_language_and_documents_have_none():
    assert source_language("py") == "python"
    assert source_language("hpp") == "c++"
    assert source_language("md") == source_language("docx") == source_language("json") == ""


def test_every_language_belongs_to_a_file_type_that_is_read_as_code():
    named = [one for one in FORMATS[0].file_types if source_language(one)]
    assert len(named) > 60
