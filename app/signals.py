"""Handling of the signals that end a process."""

from __future__ import annotations

import _thread
import os
import signal
import stat
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import NoReturn

_SECONDS_UNTIL_REPEATED = 0.05


def ending_signals() -> tuple[signal.Signals, ...]:
    """Return SIGINT, SIGTERM and, unless it is ignored as under nohup, SIGHUP."""
    usual = (signal.SIGINT, signal.SIGTERM)
    if sys.platform == "win32" or signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
        return usual
    return (*usual, signal.SIGHUP)


def leave_terminal(number: int) -> None:
    """After SIGHUP, redirect output to the null device, as writing to the closed terminal fails."""
    if sys.platform == "win32" or number != signal.SIGHUP:
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (1, 2):
        with suppress(OSError):
            if stat.S_ISCHR(os.fstat(stream).st_mode):
                os.dup2(nowhere, stream)
    os.close(nowhere)


@contextmanager
def handled(
    numbers: Iterable[signal.Signals], handler: Callable[[int, FrameType | None], object]
) -> Iterator[None]:
    """Call `handler` for these signals inside the `with` block."""
    previous = {number: signal.signal(number, handler) for number in numbers}
    try:
        yield
    finally:
        for number, former in previous.items():
            signal.signal(number, former)


@contextmanager
def interrupted_by_signals() -> Iterator[None]:
    """Raise KeyboardInterrupt on the main thread for each of `ending_signals`.

    Python drops exceptions that are raised in callbacks of C libraries and in finalizers. If an
    interrupt is lost this way, the signal is sent again.
    """
    repeated: list[threading.Timer] = []
    usual_hook = sys.unraisablehook

    def repeat(dropped: sys.UnraisableHookArgs) -> None:
        if not issubclass(dropped.exc_type, KeyboardInterrupt):
            usual_hook(dropped)
            return
        repeated.append(threading.Timer(_SECONDS_UNTIL_REPEATED, _terminate_main_thread))
        repeated[-1].daemon = True
        repeated[-1].start()

    sys.unraisablehook = repeat
    ending = [number for number in ending_signals() if number != signal.SIGINT]  # Python's own
    try:
        with handled(ending, _interrupt):
            yield
    finally:
        sys.unraisablehook = usual_hook
        for timer in repeated:
            timer.cancel()


def _interrupt(number: int, _frame: FrameType | None) -> NoReturn:
    leave_terminal(number)
    raise KeyboardInterrupt


def _terminate_main_thread() -> None:
    main = threading.main_thread().ident
    if sys.platform == "win32" or main is None:
        _thread.interrupt_main(signal.SIGTERM)
    else:
        signal.pthread_kill(main, signal.SIGTERM)  # which also wakes it
