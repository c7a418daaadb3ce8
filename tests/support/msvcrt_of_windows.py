"""What Windows' module msvcrt offers for locking, made of POSIX record locks for the tests."""

import os

LK_NBLCK = 2
LK_UNLCK = 0


def locking(fd: int, mode: int, nbytes: int) -> None:
    """Lock or unlock bytes from the present position."""
    os.lockf(fd, os.F_TLOCK if mode == LK_NBLCK else os.F_ULOCK, nbytes)
