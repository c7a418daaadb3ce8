"""Numbers, durations, sizes and dates in the user's language."""

from __future__ import annotations

import math

from PySide6.QtCore import QDate, QLocale, Qt

from twofold.ui.i18n.translation import tr

_MAX_MINUTES = 60


def grouped(number: int) -> str:
    """Return '48,210', with the grouping of the user's language."""
    return QLocale().toString(number)


def decimal(number: float, places: int) -> str:
    """Return '0.812', with the decimal sign of the user's language."""
    return QLocale().toString(float(number), "f", places)


def percent(part: float) -> str:
    """Return '54 %' for 0.54."""
    return tr("{number} %").format(number=round(100 * part))


def milliseconds(duration: float) -> str:
    """Return '14 ms'; values below 1 have one decimal ('0.4 ms')."""
    number = decimal(duration, 1) if 0 < duration < 0.95 else grouped(round(duration))
    return tr("{number} ms").format(number=number)


def duration(seconds: float) -> str:
    """Return '12 min', or '1 h 29 min' above one hour; at least one minute."""
    minutes = max(1, math.ceil(seconds / 60))
    if minutes <= _MAX_MINUTES:
        return tr("{number} min").format(number=minutes)
    pattern = tr("{hours} h {minutes} min")
    return pattern.format(hours=grouped(minutes // 60), minutes=minutes % 60)


def ordinal(number: int) -> str:
    """Return '1st', '2nd', '3rd', '14th', '21st'."""
    if number == 1:  # French has a different ending for 1, but not for 21
        return tr("1st")
    if 10 <= number % 100 <= 20:
        pattern = tr("{number}th")
    else:
        pattern = {
            1: tr("{number}st"),
            2: tr("{number}nd"),
            3: tr("{number}rd"),
        }.get(number % 10, tr("{number}th"))
    return pattern.format(number=grouped(number))


def day(iso_date: str) -> str:
    """Return '14 Oct 2026' for '2026-10-14'; '' for anything that is not a date."""
    date = QDate.fromString(iso_date[:10], Qt.DateFormat.ISODate)
    form = tr("d MMM yyyy")
    return QLocale().toString(date, form) if date.isValid() else ""


def file_size(size: int) -> str:
    """Return '412 MB' in the notation of the user's language."""
    return QLocale().formattedDataSize(size, 0, QLocale.DataSizeFormat.DataSizeSIFormat)
