"""Output of measured times."""

from __future__ import annotations

import statistics
from collections.abc import Sequence


def print_times(name: str, values: Sequence[float], unit: str = "ms") -> None:
    """Print the number of values, and their median, 95th percentile and maximum."""
    ordered = sorted(values)
    if not ordered:
        return
    places = 2 if unit == "s" else 1
    p95 = ordered[int(len(ordered) * 0.95)]
    print(
        f"{name:<36} n {len(ordered):>6}  p50 {statistics.median(ordered):8.{places}f}  "
        f"p95 {p95:8.{places}f}  max {ordered[-1]:8.{places}f} {unit}",
        flush=True,
    )
