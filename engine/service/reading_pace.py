"""How fast files are read, measured over the last half minute."""

from __future__ import annotations

from collections import deque

_SECONDS = 30.0
_SECONDS_BETWEEN = 0.5
_LEAST_SECONDS = 2.0


class ReadingPace:
    """Told again and again how many files wait; a count that rises begins another measurement."""

    def __init__(self) -> None:
        self._points: deque[tuple[float, int]] = deque()

    def note(self, now: float, pending: int) -> None:
        """Tell that `pending` files wait at `now`, in seconds of any clock that never goes back."""
        points = self._points
        if not pending or (points and pending > points[-1][1]):
            points.clear()
        if len(points) > 1 and now - points[-2][0] < _SECONDS_BETWEEN:
            points.pop()
        points.append((now, pending))
        while now - points[0][0] > _SECONDS:
            points.popleft()

    @property
    def rate(self) -> float:
        """Files a second; 0.0 while too little has been seen."""
        if not self._points:
            return 0.0
        (began, at_first), (ended, at_last) = self._points[0], self._points[-1]
        seconds = ended - began
        return (at_first - at_last) / seconds if seconds >= _LEAST_SECONDS else 0.0
