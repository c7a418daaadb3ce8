"""How the program exits."""

import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[2]


def _start(run: str) -> "subprocess.CompletedProcess[str]":
    program = f"""
import atexit, sys, threading
import twofold.app.__main__ as program

class Freed:
    def __del__(self):
        print("freed")

kept = Freed()

def run():
{run}

sys.argv = ["twofold"]
program.main = run
program.start()
"""
    return subprocess.run(
        [sys.executable, "-c", program], cwd=_ROOT, capture_output=True, text=True, check=False
    )


def test_the_process_exits_with_its_code_after_flushing():
    ended = _start("""
    threading.Thread(target=sys.stdout.write, args=("thread\\n",)).start()
    atexit.register(print, "handler")
    sys.stdout.write("answer\\n")
    return 3
""")

    assert ended.returncode == 3
    assert sorted(ended.stdout.split()) == ["answer", "handler", "thread"]
    assert ended.stderr == ""


def test_an_unexpected_error_is_not_a_success():
    ended = _start("    raise LookupError('lost')")

    assert ended.returncode == 1
    assert "LookupError: lost" in ended.stderr
