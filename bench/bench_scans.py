"""OCR quality on generated pages, by script and resolution: recognised words and their positions.

    python -m bench.bench_scans [--alone]

A page with a known text is drawn with a system font and recognised as in the program: by RapidOCR,
then Tesseract, in the sandboxed worker. `--alone` uses Tesseract only, in this process. Prints the
fraction of words (in Chinese: characters) that were recognised, the fraction of the drawn words'
area that the regions of the lines cover, and the seconds. Scripts without a font are skipped.
"""

from __future__ import annotations

import argparse
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from unicodedata import normalize

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from twofold.engine.extract import tesseract
from twofold.engine.extract.file_format import PagePicture
from twofold.engine.extract.limits import ReaderLimits
from twofold.engine.extract.process.reader import DocumentReader
from twofold.engine.model.document import Region

# Fonts, and the first articles of the Universal Declaration of Human Rights.
PAGES = {
    "Latin": (
        "DejaVuSans.ttf Arial.ttf",
        (
            "All human beings are born free and equal in dignity and rights. They are "
            "endowed with reason and conscience and should act towards one another in a "
            "spirit of brotherhood. Everyone has the right to life, liberty and security of "
            "person. No one shall be held in slavery or servitude; slavery and the slave "
            "trade shall be prohibited."
        ),
    ),
    "Cyrillic": (
        "DejaVuSans.ttf Arial.ttf",
        (
            "Все люди рождаются свободными и равными в своем достоинстве и правах. Они "
            "наделены разумом и совестью и должны поступать в отношении друг друга в духе "
            "братства. Каждый человек имеет право на жизнь, на свободу и на личную "
            "неприкосновенность. Никто не должен содержаться в рабстве или в подневольном "
            "состоянии."
        ),
    ),
    "Greek": (
        "DejaVuSans.ttf Arial.ttf",
        (
            "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα "
            "δικαιώματα. Είναι προικισμένοι με λογική και συνείδηση, και οφείλουν να "
            "συμπεριφέρονται μεταξύ τους με πνεύμα αδελφοσύνης. Κάθε άτομο έχει δικαίωμα στη "
            "ζωή, την ελευθερία και την προσωπική του ασφάλεια. Κανείς δεν επιτρέπεται να "
            "ζει υπό καθεστώς δουλείας."
        ),
    ),
    "Arabic": (
        "NotoNaskhArabic-Regular.ttf Arial.ttf",
        (
            "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق. وقد وهبوا عقلا وضميرا وعليهم "
            "أن يعامل بعضهم بعضا بروح الإخاء. لكل فرد الحق في الحياة والحرية وسلامة شخصه. لا "
            "يجوز استرقاق أو استعباد أي شخص، ويحظر الاسترقاق وتجارة الرقيق بكافة أوضاعهما."
        ),
    ),
    "Korean": (
        "NotoSansCJK-Regular.ttc malgun.ttf AppleSDGothicNeo.ttc",
        (
            "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 "
            "천부적으로 이성과 양심을 부여받았으며 서로 형제애의 정신으로 행동하여야 한다. "
            "모든 사람은 생명과 신체의 자유와 안전에 대한 권리를 가진다. 어느 누구도 "
            "노예상태 또는 예속상태에 놓여지지 아니한다."
        ),
    ),
    "Hindi": (
        "NotoSansDevanagari-Regular.ttf Nirmala.ttf",
        (
            "सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त "
            "है। उन्हें बुद्धि और अन्तरात्मा की देन प्राप्त है और परस्पर उन्हें भाईचारे के भाव से "
            "बर्ताव करना चाहिए। प्रत्येक व्यक्ति को जीवन, स्वाधीनता और वैयक्तिक सुरक्षा का अधिकार है।"
        ),
    ),
    "Chinese": (
        "NotoSansCJK-Regular.ttc msyh.ttc PingFang.ttc",
        (
            "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心,并应以兄弟关系的精神相对"
            "待。人人有权享有生命、自由和人身安全。任何人不得使为奴隶或奴役;一切形式的奴隶制"
            "度和奴隶买卖,均应予以禁止。任何人不得加以酷刑,或施以残忍的、不人道的或侮辱性的待"
            "遇或刑罚。"
        ),
    ),
}
_DPIS = (200, 300)
_POINTS, _LEADING, _MARGIN, _WIDTH, _HEIGHT = 11, 17, 50, 420, 595  # A5; 72 points an inch


def main() -> None:
    """Print a row for each script and resolution."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--alone", action="store_true", help="by Tesseract only")
    is_alone = parser.parse_args().alone
    print("| script | dpi | read | covered | seconds |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        reader = DocumentReader(ReaderLimits(180, 2500), folders=lambda: [Path(folder)])
        file = Path(folder) / "page.png"
        for script, (fonts, text) in PAGES.items():
            for dpi in _DPIS:
                if (font := _font(fonts, dpi)) is None:
                    print(f"| {script} | {dpi} | no font | | |")
                    continue
                picture, boxes = drawn(text, font, dpi, is_of_characters=script == "Chinese")
                picture.save(file)
                start = time.perf_counter()
                if is_alone:
                    pixels = np.asarray(picture.convert("RGB"))
                    lines = tesseract.recognise(PagePicture(pixels, 1.0))
                else:
                    lines = reader.recognise(file, 1)
                seconds = time.perf_counter() - start
                read = " ".join(line.text for line in lines)
                share = words_read(text, read, is_of_characters=script == "Chinese")
                covered = share_covered(boxes, [line.region for line in lines])
                print(f"| {script} | {dpi} | {share:.3f} | {covered:.3f} | {seconds:.1f} |")
        reader.close()


def drawn(
    text: str, font: ImageFont.FreeTypeFont, dpi: int, *, is_of_characters: bool
) -> tuple[Image.Image, list[Region]]:
    """Return a page with a text, and the ink box of each word or character."""
    width, height, margin, leading = (
        round(points * dpi / 72) for points in (_WIDTH, _HEIGHT, _MARGIN, _LEADING)
    )
    picture = Image.new("L", (width, height), 255)
    drawing = ImageDraw.Draw(picture)
    is_rtl = "\u0600" < text[0] < "\u0700"
    units = list(text) if is_of_characters else text.split()
    blank = 0.0 if is_of_characters else drawing.textlength(" ", font=font)
    boxes: list[Region] = []
    along, top = 0.0, margin
    for unit in units:
        long = drawing.textlength(unit, font=font)
        if along + long > width - 2 * margin:
            along, top = 0.0, top + leading
        left = width - margin - along - long if is_rtl else margin + along
        drawing.text((left, top), unit, font=font, fill=0)
        x, y, right, bottom = drawing.textbbox((left, top), unit, font=font)
        boxes.append((x, y, right - x, bottom - y))
        along += long + blank
    return picture, boxes


def words_read(text: str, read: str, *, is_of_characters: bool) -> float:
    """Return the fraction of the words (or characters) of a text that were recognised."""
    pattern = re.compile(r"\w" if is_of_characters else r"[\w\u0900-\u0963]+")
    wanted, found = (Counter(pattern.findall(normalize("NFC", one))) for one in (text, read))
    return (wanted & found).total() / wanted.total()


def share_covered(words: Iterable[Region], lines: Iterable[Region]) -> float:
    """Return the mean fraction of each word's box that is covered by its best line."""
    lines = list(lines)
    shares = [max((_common(word, line) for line in lines), default=0.0) for word in words]
    return sum(shares) / max(len(shares), 1)


def _common(word: Region, line: Region) -> float:
    wide = min(word[0] + word[2], line[0] + line[2]) - max(word[0], line[0])
    high = min(word[1] + word[3], line[1] + line[3]) - max(word[1], line[1])
    return max(wide, 0.0) * max(high, 0.0) / max(word[2] * word[3], 1.0)


def _font(names: str, dpi: int) -> ImageFont.FreeTypeFont | None:
    for name in names.split():
        try:
            return ImageFont.truetype(name, round(_POINTS * dpi / 72))
        except OSError:
            continue
    return None


if __name__ == "__main__":
    main()
