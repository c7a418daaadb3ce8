"""Encodings of short texts, and small binary files that are not text."""

import random
import zlib

import pytest

from tests.engine.extract.refusals import reason_of
from twofold.engine.extract.encoding import decode

LINES = {
    "cs": "Příliš žluťoučký kůň úpěl ďábelské ódy.",
    "pl": "Zażółć gęślą jaźń, powiedział stary mężczyzna przy łóżku.",
    "hr": "Jučer navečer išli smo u kazalište i gledali novu predstavu.",
    "hu": "Árvíztűrő tükörfúrógép állt a műhely sarkában.",
    "de": "Die Größe der Wohnung beträgt fünfzig Quadratmeter.",
    "fr": "L'été dernier, nous avons visité le château de la célèbre comtesse.",
    "ru": "Договор аренды должен быть подписан до конца месяца.",
    "el": "Το συμβόλαιο πρέπει να υπογραφεί και από τα δύο μέρη.",
    "he": "החוזה חייב להיות חתום על ידי שני הצדדים.",
    "ar": "يجب أن يوقع الطرفان على العقد قبل نهاية الشهر.",
    "th": "สัญญาเช่าต้องลงนามโดยทั้งสองฝ่ายก่อนสิ้นเดือน",
    "vi": "Hợp đồng thuê nhà phải được hai bên ký trước cuối tháng.",
    "zh": "租赁合同必须在月底之前由双方签字。",
    "tw": "租賃合同必須在月底之前由雙方簽字。",
    "ja": "賃貸契約は月末までに両当事者が署名しなければなりません。",
    "hiragana": "これはひらがなのぶんしょうです。",
    "ko": "임대차 계약은 월말까지 양 당사자가 서명해야 합니다.",
}


@pytest.mark.parametrize(
    ("language", "codec"),
    [
        ("cs", "cp1250"), ("cs", "iso8859-2"), ("cs", "cp852"), ("pl", "cp1250"),
        ("pl", "iso8859-2"), ("pl", "cp852"), ("hr", "iso8859-2"), ("hu", "cp1250"),
        ("de", "cp1252"), ("de", "cp850"), ("fr", "mac-roman"), ("ru", "cp1251"), ("ru", "koi8-r"),
        ("ru", "cp866"), ("el", "iso8859-7"), ("he", "cp1255"), ("ar", "cp1256"), ("th", "cp874"),
        ("zh", "gb18030"), ("tw", "big5"), ("ja", "cp932"), ("hiragana", "cp932"),
        ("ja", "euc_jp"), ("hiragana", "euc_jp"), ("ja", "iso2022_jp"), ("ko", "euc_kr"),
        *((language, codec) for language in ("de", "ru", "el", "he", "ar", "th", "vi", "zh", "tw",
                                             "ja", "hiragana", "ko")
          for codec in ("utf-16-le", "utf-16-be")),
    ],
)  # fmt: skip
@pytest.mark.parametrize("lines", [1, 3, 40])
def test_text_of_few_or_many_lines_is_read_in_its_encoding(language, codec, lines):
    text = "\n".join([LINES[language]] * lines)
    assert decode(text.encode(codec)).text == text


def test_small_binary_files_are_not_text():
    source = random.Random(5)
    for size in (24, 40, 60, 120, 300):
        words = " ".join(source.choice(["tide", "rock", "light"]) for _ in range(size))
        for data in (zlib.compress(words.encode()), b"\x8b" + source.randbytes(size)):
            assert reason_of(decode, data) == "binary"


def test_bad_byte_does_not_change_the_encoding_from_utf_8():
    for language in ("ko", "ru", "de", "th"):
        data = "\n".join([LINES[language]] * 40).encode()
        text = decode(data[:100] + b"\xff" + data[100:]).text
        assert text.count(LINES[language]) >= 38


def test_ebcdic_and_words_of_two_languages_keep_the_detected_encoding():
    english = "The lease must be signed by both parties before the end of the month.\n" * 40
    assert decode(english.encode("cp500")).text.split() == english.split()
    mixed = "Port: doação contratação não\n" * 3 + "Span: prácticas español donación\n" * 3
    assert decode(mixed.encode("cp1252")).text == mixed
