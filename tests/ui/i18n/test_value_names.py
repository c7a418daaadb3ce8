import pytest

from twofold.ui.i18n import value_names
from twofold.ui.i18n.value_names import file_type_icon, file_type_name, is_code, language_name


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
def test_a_file_type_has_a_name_an_icon_and_a_view(file_type, name, icon, code):
    assert file_type_name(file_type) == name
    assert file_type_icon(file_type) == icon
    assert is_code(file_type) is code


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("de", "Deutsch"),
        ("sw", "Kiswahili"),
        ("ka", "ქართული"),
        ("ceb", "Cebuano"),
        ("kv", "Коми"),  # Qt knows no name in that language
        ("arz", "مصرى"),  # and no name in any language
        ("eng", "English"),  # as declared in a file
        ("ger", "Deutsch"),
        ("grc", "Ancient Greek"),
        ("zxx", "No linguistic content"),
        ("mul", "Several languages"),
        ("qqq", "Language ‘qqq’"),
        ("und", "No language"),  # mostly code
    ],
)
def test_a_language_has_a_native_or_english_name(code, name):
    assert language_name(code) == name


# All results of the detector: the languages of the model lid.176.
DETECTED = """
    af als am an ar arz as ast av az azb ba bar bcl be bg bh bn bo bpy br bs bxr ca cbk ce ceb ckb
    co cs cv cy da de diq dsb dty dv el eml en eo es et eu fa fi fr frr fy ga gd gl gn gom gu gv he
    hi hif hr hsb ht hu hy ia id ie ilo io is it ja jbo jv ka kk km kn ko krc ku kv kw ky la lb lez
    li lmo lo lrc lt lv mai mg mhr min mk ml mn mr mrj ms mt mwl my myv mzn nah nap nds ne new nl nn
    no oc or os pa pam pfl pl pms pnb ps pt qu rm ro ru rue sa sah sc scn sco sd sh si sk sl so sq
    sr su sv sw ta te tg th tk tl tr tt tyv ug uk ur uz vec vep vi vls vo wa war wuu xal xmf yi yo
    yue zh
"""


def test_no_detectable_language_is_shown_as_a_code():
    names = {code: language_name(code) for code in DETECTED.split()}
    assert len(names) == 176
    bare = [code for code, name in names.items() if name == code or f"‘{code}’" in name]
    assert not bare
    assert len(set(names.values())) == 176  # two languages with one name could not be distinguished


def test_a_language_without_a_font_is_named_in_english(monkeypatch):
    without = "\U0010fffd"  # for private use, in no font
    monkeypatch.setitem(value_names._LANGUAGES, "ko", without)
    monkeypatch.setitem(value_names._LANGUAGES, "arz", without)
    assert language_name("ko") == "Korean"
    assert language_name("arz") == "Egyptian Arabic"
