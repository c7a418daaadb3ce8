import pytest

from engine.extract.encoding import declared_encoding, decode
from engine.model.errors import DocumentError

KOREAN = "쿠버네티스는 컨테이너화된 애플리케이션을 자동으로 배포하고 관리한다. " * 4
JAPANESE = "コンテナのメモリ使用量を制限する方法について説明します。" * 4
FRENCH = "Le garçon a mangé des crêpes à l'été, près de la forêt où naît l'eau. " * 4


@pytest.mark.parametrize(
    "codec", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "euc-kr", "utf-16-le", "utf-16-be"]
)
def test_korean_text_is_decoded(codec):
    assert decode(KOREAN.encode(codec)).text == KOREAN


@pytest.mark.parametrize("codec", ["shift_jis", "euc-jp", "iso-2022-jp"])
def test_japanese_text_is_decoded(codec):
    assert decode(JAPANESE.encode(codec)).text == JAPANESE


def test_windows_1252_text_is_decoded():
    assert decode(FRENCH.encode("cp1252")).text == FRENCH


def test_a_declared_codec_is_believed_when_the_bytes_are_not_utf8():
    data = "Ą ę ł ó".encode("iso-8859-2")
    assert decode(data, "iso-8859-2").text == "Ą ę ł ó"


def test_a_declared_codec_does_not_override_valid_utf8():
    assert decode("naïve".encode(), "iso-8859-1").text == "naïve"


def test_the_byte_order_mark_is_no_part_of_the_text():
    assert decode(b"\xef\xbb\xbftitle").text == "title"


@pytest.mark.parametrize(
    "data", [b"\x00\x01\x02\x03" * 500, bytes(range(256)) * 40, b"abc" + bytes(2000)]
)
def test_binary_data_is_refused(data):
    with pytest.raises(DocumentError) as failure:
        decode(data)
    assert failure.value.reason == "binary"


def test_a_few_bad_bytes_are_replaced_and_said():
    decoded = decode("schön und gut, ganz normaler Text ".encode() * 20 + b"\xc3")
    assert decoded.text.endswith("\ufffd")
    assert decoded.warnings


# What a crash leaves in a log, and a memory error in a page.
CRASHED_LOG = ("Gerät bereit, Prüfung läuft.\n" * 90).encode()
DAMAGED_PAGE = b"<HTML><BODY><DIV>Hi, Luis, good morning.</DIV></BODY></HTML>\r\n" * 20


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (CRASHED_LOG[:1800] + bytes(40) + CRASHED_LOG[1800:], "Prüfung läuft"),
        (DAMAGED_PAGE + b"p\xc0l\7\0\2\0\0\0\2\0\0\x80\xc2l\7" * 3 + DAMAGED_PAGE, "good morning"),
    ],
)
def test_text_among_a_few_nuls_is_read(data, words):
    text = decode(data).text
    assert words in text
    assert "\0" not in text


@pytest.mark.parametrize(
    "data",
    [
        (b"NAME      CITY      " + bytes(12)) * 80,
        b"name\0" * 400,
        "aé".encode("cp1252") * 300 + bytes(8),
        b"#!/bin/sh\n" + b"exec cat <<END\n" * 600 + bytes(range(256)) * 40,
    ],
)
def test_data_with_words_in_it_is_no_text(data):
    with pytest.raises(DocumentError) as failure:
        decode(b"\0" + data)
    assert failure.value.reason == "binary"


def test_a_late_nul_keeps_every_offset():
    data = b"x" * 9000 + b"\0" + b"y"
    text = decode(data).text
    assert len(text) == 9002
    assert "\0" not in text


RUSSIAN = "В этом году мы снова поедем на море: детям там очень понравилось строить замки. " * 6
GREEK = "Η θάλασσα ήταν ήρεμη και ο ουρανός καθαρός, όταν ξεκινήσαμε το πρωί για το νησί. " * 6
CZECH = "Příští rok pojedeme znovu k moři, protože se děti rády koupaly a stavěly hrady. " * 6
TURKISH = "Bu yıl yine denize gideceğiz, çünkü çocuklar yüzmeyi çok sevdiler. Güneş ışığı. " * 6
HEBREW = "בשנה הזאת ניסע שוב לים, כי הילדים אהבו מאוד לשחות ולבנות ארמונות בחול. " * 6
ARABIC = "في هذا العام سنسافر مرة أخرى إلى البحر لأن الأطفال أحبوا السباحة وبناء القلاع. " * 6
THAI = "ปีนี้เราจะไปเที่ยวทะเลอีกครั้ง เพราะเด็กๆ ชอบว่ายน้ำและก่อปราสาททรายมาก " * 6
TAIWANESE = "今年我們會再去海邊，因為孩子們非常喜歡游泳和堆沙堡，而且天氣也很好。" * 6
CHINESE = "今年我们会再去海边，因为孩子们非常喜欢游泳和堆沙堡，而且天气也很好。" * 6


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        (RUSSIAN, "koi8-r"),
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "cp866"),
        (RUSSIAN, "iso-8859-5"),
        (GREEK, "iso-8859-7"),
        (CZECH, "iso-8859-2"),
        (CZECH, "cp1250"),
        (TURKISH, "iso-8859-9"),
        (HEBREW, "cp1255"),
        (ARABIC, "cp1256"),
        (THAI, "tis-620"),
        (TAIWANESE, "big5"),
        (CHINESE, "gb18030"),
        (KOREAN, "johab"),
        (KOREAN, "iso2022_kr"),
    ],
)
def test_prose_in_an_older_encoding_is_told_by_its_bytes(text, codec):
    assert decode(text.encode(codec)).text == text


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
