"""OCR (text recognition): the lines of a picture and their positions, in reading order.

RapidOCR runs the PP-OCRv6 models in its package with onnxruntime. It is optional, needs several
hundred MB of memory, and runs in the worker process only, because onnxruntime crashes in a process
that has loaded usearch. RapidOCR gets explicit model paths, because otherwise it may download
models.

Tesseract reads pages in which these models find no text in a known script, and all pages if
RapidOCR is not installed, provided that Tesseract has the language files of the script.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

from twofold.engine.extract import tesseract
from twofold.engine.model.document import OcrLine, Region
from twofold.engine.model.errors import DocumentError
from twofold.engine.model.failure import FailureReason
from twofold.engine.model.installed import how_to_add
from twofold.engine.model.localized import message

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from twofold.engine.extract.file_format import PagePicture

_MAX_SIDE = 2000  # pixels; larger pictures are scaled down

_MODEL_NAME = "rapidocr PP-OCRv6 small"
_SCRIPTS = ("Latin", "Han", "Japanese")
_MODELS = {
    "Det": "PP-OCRv6_det_small.onnx",
    "Rec": "PP-OCRv6_rec_small.onnx",
}
# Lines are detected in a smaller picture, which halves the time, and read in the larger one.
_MAX_SIDE_TO_FIND = 1280
# The models know Latin, Chinese and Japanese script. For other scripts they return letters with low
# confidence (a mean score below 0.85; a clean scan has 0.99), or few letters.
_MIN_SCORE = 0.5
_MIN_MEAN_SCORE = 0.85
_MIN_LETTERS_A_SQUARE = 0.4
# They know the Greek letters of formulas, and are rather confident in Greek text, too.
_MAX_GREEK = 0.1


def is_installed() -> bool:
    """Return whether OCR is possible: the optional libraries are installed."""
    return find_spec("PIL") is not None and (_has_model() or tesseract.is_installed())


def _has_model() -> bool:
    return all(find_spec(name) is not None for name in ("rapidocr", "onnxruntime"))


def scripts() -> tuple[str, ...]:
    """Return the scripts that OCR can read here, by their Unicode names."""
    own = _SCRIPTS if _has_model() else ()
    return tuple(dict.fromkeys((*own, *tesseract.scripts()))) if is_installed() else ()


def engine_name() -> str:
    """Return the names of the available OCR engines.

    If the name changes, pages without recognised text are tried again.
    """
    engines = [_MODEL_NAME] if _has_model() else []
    return "; ".join(engines + ([tesseract.name()] if tesseract.is_installed() else []))


def recognise(picture: Callable[[int], PagePicture]) -> tuple[OcrLine, ...]:
    """Return the lines of a page; `picture` renders it with a given length of its longer side.

    The result is empty for unknown scripts. Raise DocumentError if the libraries are not installed.
    """
    if not is_installed():
        raise not_installed()
    lines = _recognise_by_model(picture(_MAX_SIDE)) if _has_model() else ()
    if not lines and tesseract.is_installed():
        lines = tesseract.recognise(picture(tesseract.MAX_SIDE))
    return lines


def _recognise_by_model(picture: PagePicture) -> tuple[OcrLine, ...]:
    found = _engine()(picture.pixels)
    if found.boxes is None or not found.txts:
        return ()
    lines = [
        OcrLine(" ".join(text.split()), _region(corners, picture.unit))
        for text, corners in zip(found.txts, found.boxes, strict=True)
        if text.strip()
    ]
    is_unsure = fmean(found.scores) < _MIN_MEAN_SCORE
    if is_unsure or _has_few_letters(lines) or _is_greek(lines):
        return ()
    return tuple(lines[place] for place in reading_order([line.region for line in lines]))


def _has_few_letters(lines: Sequence[OcrLine]) -> bool:
    """Return whether most text in the lines was not recognised, judging by their size."""
    letters = sum(letter.isalnum() for line in lines for letter in line.text)
    squares = sum(max(line.region[2:]) / max(min(line.region[2:]), 1.0) for line in lines)
    return letters < _MIN_LETTERS_A_SQUARE * squares


def _is_greek(lines: Sequence[OcrLine]) -> bool:
    letters = [letter for line in lines for letter in line.text if letter.isalpha()]
    greek = sum("\u0370" <= letter < "\u0400" for letter in letters)
    return greek > _MAX_GREEK * len(letters)


def not_installed() -> Exception:
    """Return the error for OCR without the optional libraries."""
    return DocumentError(
        FailureReason.UNSUPPORTED,
        message("Text recognition (OCR) is not installed."),
        how_to_add("ocr"),
    )


@cache
def _engine() -> Any:  # noqa: ANN401 (the library has no types)
    import cv2  # noqa: PLC0415 (half a second, needed by few workers)
    import rapidocr  # noqa: PLC0415

    threads = max(1, (os.cpu_count() or 1) // 2)
    cv2.setNumThreads(threads)
    models = Path(rapidocr.__file__).parent / "models"
    options: dict[str, object] = {
        "Global.log_level": "critical",
        "Global.max_side_len": _MAX_SIDE,
        "Global.text_score": _MIN_SCORE,
        # The model that detects upside-down lines also turns some upright ones.
        "Global.use_cls": False,
        "Det.limit_type": "max",
        "Det.limit_side_len": _MAX_SIDE_TO_FIND,
        "EngineConfig.onnxruntime.intra_op_num_threads": threads,
        "EngineConfig.onnxruntime.inter_op_num_threads": 1,
    }
    options |= {f"{stage}.model_path": str(models / file) for stage, file in _MODELS.items()}
    return rapidocr.RapidOCR(params=options)


def _region(corners: NDArray[np.float32], unit: float) -> Region:
    left, top = (max(float(side), 0.0) * unit for side in corners.min(axis=0))
    right, bottom = (float(side) * unit for side in corners.max(axis=0))
    return round(left, 1), round(top, 1), round(right - left, 1), round(bottom - top, 1)


# --- Reading order: columns are read one after another (recursive XY cut) ---

# Minimum distance between columns and minimum length of lines of prose, in line heights. Table
# cells are shorter and are read row by row.
_GAP_OF_COLUMNS = 0.8
_LENGTH_OF_PROSE = 8.0


def reading_order(regions: Sequence[Region]) -> list[int]:
    """Return the indexes of regions in reading order."""
    order: list[int] = []
    parts = [list(range(len(regions)))]
    while parts:
        part = parts.pop()
        halves = _columns(part, regions) or _halves(part, regions)
        if halves is None:
            order += sorted(part, key=lambda one: regions[one][0])
        else:
            parts += reversed(halves)
    return order


def _columns(part: list[int], regions: Sequence[Region]) -> tuple[list[int], list[int]] | None:
    """Split lines of prose between two columns; return None if there are no columns."""
    if len(part) < 4:
        return None
    height = median(regions[one][3] for one in part)
    cut = _widest_gap(part, regions, axis=0)
    if cut is None or cut[0] < _GAP_OF_COLUMNS * height:
        return None
    is_prose = (
        len(half) > 1 and median(regions[one][2] for one in half) >= _LENGTH_OF_PROSE * height
        for half in cut[1:]
    )
    return cut[1:] if all(is_prose) else None


def _halves(part: list[int], regions: Sequence[Region]) -> tuple[list[int], list[int]] | None:
    """Split lines at the widest gap between two of them; return None for lines of one row."""
    cut = _widest_gap(part, regions, axis=1)
    return cut[1:] if cut is not None else None


def _widest_gap(
    part: list[int], regions: Sequence[Region], axis: int
) -> tuple[float, list[int], list[int]] | None:
    """Return the widest gap along an axis, and the lines before and after it.

    Lines may overlap by a third of their height, because scans are crooked.
    """
    ordered = sorted(part, key=lambda one: regions[one][axis] + regions[one][axis + 2] / 2 * axis)
    best: tuple[float, int] | None = None
    end = float("-inf")
    for place, one in enumerate(ordered):
        start, size = regions[one][axis], regions[one][axis + 2]
        slack = size / 3 if axis else 0.0
        gap = start + slack - end
        if place and gap > 0 and (best is None or gap > best[0]):
            best = gap, place
        end = max(end, start + size)
    if best is None:
        return None
    gap, place = best
    return gap, ordered[:place], ordered[place:]
