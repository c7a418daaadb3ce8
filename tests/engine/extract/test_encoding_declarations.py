import pytest

from engine.extract.encoding import declared_encoding, decode


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (b"<?xml version='1.0' encoding='KOI8-R'?><a/>", "koi8-r"),
        (b'<html><head><meta charset="windows-1251">', "windows-1251"),
        (b"#!/usr/bin/python\n# -*- coding: latin-1 -*-\n", "latin-1"),
        (b"\\documentclass{a}\n\\usepackage[latin2]{inputenc}", "iso-8859-2"),
        (b"a\nb\nthe coding: latin1 of this file", ""),
        (b"plain", ""),
    ],
)
def test_a_file_may_name_its_encoding(data, encoding):
    assert declared_encoding(data) == encoding


def test_a_text_in_what_it_declares_is_decoded():
    source = "<?xml version='1.0' encoding='iso-8859-5'?><a>Обзор</a>"
    assert decode(source.encode("iso-8859-5")).text == source
