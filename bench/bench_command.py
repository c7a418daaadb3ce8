"""How long `twofold search` takes from a cold start, compared with a Python that does nothing.

    python -m bench.bench_command HOME [--mode M] [--rounds N] WORDS

HOME is a TWOFOLD_HOME with a library. Both commands run alternately. The first round is not
counted.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import median

from bench.bench_recoll import cost_of


def main() -> None:
    """Run both commands alternately and print the minimum and the median."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("home", metavar="HOME", type=Path)
    parser.add_argument("words", metavar="WORDS")
    parser.add_argument("--mode", default="lexical")
    parser.add_argument("--rounds", type=int, default=12)
    options = parser.parse_args()
    commands = {
        "search": ("-m", "twofold", "search", "--mode", options.mode, "--", options.words),
        "nothing": ("-c", "pass"),
    }
    places = {"TWOFOLD_HOME": str(options.home.resolve())}
    rounds = [
        {name: cost_of((sys.executable, *words), None, places) for name, words in commands.items()}
        for _ in range(options.rounds + 1)
    ][1:]
    for name in commands:
        for kind in ("processor_seconds", "seconds"):
            taken = sorted(getattr(one[name], kind) for one in rounds)
            print(f"{name:10}{kind:20}{taken[0]:8.3f}{median(taken):8.3f}")


if __name__ == "__main__":
    main()
