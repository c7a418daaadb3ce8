"""Rings the bell in the office when the paper store becomes too damp."""

from dataclasses import dataclass

HIGHEST_RELATIVE_HUMIDITY = 55.0
READINGS_BEFORE_ALARM = 6


@dataclass(frozen=True)
class Reading:
    """One measurement: percent of relative humidity, degrees Celsius."""

    relative_humidity: float
    temperature: float


def is_too_damp(readings: list[Reading]) -> bool:
    """Return True when the last half hour was above the threshold without a break."""
    latest = readings[-READINGS_BEFORE_ALARM:]
    return len(latest) == READINGS_BEFORE_ALARM and all(
        reading.relative_humidity > HIGHEST_RELATIVE_HUMIDITY for reading in latest
    )
