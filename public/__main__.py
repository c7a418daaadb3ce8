"""`python -m twofold` is the command `twofold`."""

from twofold.app.__main__ import start

if __name__ == "__main__":
    start()
