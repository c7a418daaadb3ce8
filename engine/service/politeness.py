"""How much of the machine embedding takes, so that other programs and the battery do not suffer."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

_SECONDS_BETWEEN_LOOKS = 10.0


class Politeness:
    """Decides threads and rests. `share` is the percentage of the time that may be used."""

    def __init__(
        self,
        share: int,
        *,
        on_battery: Callable[[], bool] | None = None,
        load: Callable[[], float] | None = None,
        processors: int | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._share = share
        self._on_battery = on_battery or _runs_on_battery
        self._load = load or _load
        self._processors = processors or os.cpu_count() or 1
        self._monotonic = monotonic
        self._next_look = 0.0
        self._threads = 0

    def most_threads(self) -> int:
        """Return how many threads may be used now; 0 means as many as help.

        On battery half of the processors; fewer when others keep the processors busy.
        """
        now = self._monotonic()
        if now >= self._next_look:
            self._next_look = now + _SECONDS_BETWEEN_LOOKS
            self._threads = self._decide()
        return self._threads

    def rest_after(self, busy_seconds: float) -> float:
        """Return the seconds to rest after so many seconds of work."""
        return busy_seconds * (100 - self._share) / self._share

    def _decide(self) -> int:
        if self._on_battery():
            return max(1, self._processors // 2)
        # Our own threads are part of the load: only what goes beyond all processors is others'.
        excess = self._load() - self._processors
        if excess < 1:
            return 0
        return max(1, self._processors - round(excess))


def _runs_on_battery() -> bool:
    import psutil  # noqa: PLC0415 (needed only by the process that embeds)

    try:
        battery = psutil.sensors_battery() if hasattr(psutil, "sensors_battery") else None
    except (OSError, RuntimeError, ValueError):
        return False
    return battery is not None and battery.power_plugged is False


def _load() -> float:
    if not hasattr(os, "getloadavg"):
        return 0.0
    try:
        return float(os.getloadavg()[0])
    except OSError:
        return 0.0
