"""Where the frozen program starts."""

from twofold.app.__main__ import start

start()
