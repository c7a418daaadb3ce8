"""Where the frozen program starts."""

from app.__main__ import start

start()
