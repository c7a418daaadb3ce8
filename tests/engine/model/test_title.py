import pytest

from twofold.engine.model.title import declared_title, document_title, joined_words, name_parts


@pytest.mark.parametrize(
    "title",
    [
        "", "---", "1", "0000012927-23-000007", "20230401_123456",
        "7d793037-a076-4bef-9d0b-d6d1e3b0a9c1", "d41d8cd98f00b204e9800998ecf8427e",
        "untitled", "Untitled-2", "Unbenannt 1", "Sans titre", "Senza titolo", "无标题", "無題",
        "Без названия", "بدون عنوان", "제목 없음",
        "Document1", "Dokument1", "文档1", "Book1", "Mappe1", "Slide 1", "IMG_2034",
        "PowerPoint Presentation", "PowerPoint-Präsentation", "Présentation PowerPoint",
        "Presentación de PowerPoint", "PowerPoint 演示文稿", "Презентация PowerPoint",
        "Microsoft Word", "Microsoft Word - Document1", "Microsoft Word - Dokument1.docx",
        "pdfTeX-1.40.21", "PScript5.dll Version 5.2.2", "Adobe InDesign CS6 (Macintosh)",
        "Normal.dotm", "Normal", "Office Theme", "Bare Demo of IEEEtran.cls for Journals",
        "[Document title]", "report_final.pdf", r"C:\Documents and Settings\me\report.doc",
        "Table of Contents",
    ],
)  # fmt: skip
def test_title_generated_by_a_program_is_ignored(title):
    assert declared_title(title) == ""


@pytest.mark.parametrize(
    "title",
    [
        "1984", "2666", "24/7", "2026-11-21", "COVID-19", "ISO 9001:2015", "E-5171", "K", "道",
        "Untitled: the life of an unknown painter", "Presentation of the results", "Book 1",
        "Document 7", "Pasta", "Folie", "Node.js", "How to edit config.txt",
        "Annual Report 2022.docx", "pdfTeX manual", "Microsoft Word - a short introduction",
        "Microsoft Excel 2019", "Normal people", "Template for interviews", "Slide guitar",
        "Titel und Anrede", "The Image", "  spaced  as it is ", "无标题的诗",
    ],
)  # fmt: skip
def test_title_written_by_a_user_is_kept(title):
    assert declared_title(title) == title


@pytest.mark.parametrize(
    ("title", "kept"),
    [
        ("Microsoft Word - Annual report 2022.docx", "Annual report 2022"),
        ("(Microsoft Word - lease.doc)", "lease"),
        ("Microsoft PowerPoint - Lecture 3.ppt [Compatibility Mode]", "Lecture 3"),
    ],
)
def test_title_of_a_printed_document_is_its_file_name(title, kept):
    assert declared_title(title) == kept


@pytest.mark.parametrize(
    ("declared", "headings", "name", "begins_with_title", "title"),
    [
        ("Lease", ["Parties"], "scan", True, "Lease"),
        ("untitled", ["1", "Parties"], "lease_2022", True, "Parties"),
        ("untitled", [], "lease_2022", True, "lease_2022"),
        ("0000012927-23-000007", ["Part I"], "BOEING_2022_10K", False, "BOEING_2022_10K"),
        ("0000012927-23-000007", ["Part I"], "0000012927-23-000007", False, "Part I"),
        ("lease_2022.docx", [], "IMG_2034", False, "lease_2022"),
        ("untitled", ["Document1"], "IMG_2034", True, "IMG_2034"),
    ],
)
def test_meaningless_title_is_replaced(declared, headings, name, begins_with_title, title):
    found = document_title(declared, headings, name, begins_with_title=begins_with_title)
    assert found == title


@pytest.mark.parametrize(
    ("name", "parts", "joined"),
    [
        ("BOEING_2022_10K", "BOEING 2022 10 K", "BOEING 2022 10K\n10 K"),
        ("AnnualReport2022", "Annual Report 2022", "Annual Report 2022"),
        ("HTTPServer.test", "HTTP Server test", "HTTP Server"),
        ("chapter-03 end", "chapter 03 end", ""),
        ("U\u0308bersicht_年度2022", "Übersicht 年度 2022", "Übersicht 年度2022\n年度 2022"),
        ("हिन्दी_2022", "हिन्दी 2022", "हिन्दी 2022"),
        ("__", "", ""),
    ],
)
def test_joined_words_of_a_file_name_are_split(name, parts, joined):
    assert (" ".join(name_parts(name)), joined_words(name)) == (parts, joined)
