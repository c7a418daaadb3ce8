"""Throws damaged input at the parts that read what is hostile, the same input for the same seed.

    python -m tests.fault_injection.fuzz frames --count 100000 [--first 0]

A target makes an input with a seeded random generator, and reads it; it lets through only what
callers of the part do not expect. Reported are these exceptions and what took longer than 250 ms to
read, each with its seed; `--first SEED --count 1` runs one again.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.fault_injection import fuzz_frames, fuzz_inputs

MOST_SECONDS = 0.25


@dataclass(frozen=True)
class Target:
    """`make` returns an input, the same for the same state of the generator; `read` takes it."""

    make: Callable[[random.Random], Any]
    read: Callable[[Any], None]


TARGETS: Mapping[str, Target] = {
    "frames": Target(fuzz_frames.make, fuzz_frames.read),
    "messages": Target(fuzz_inputs.make_message, fuzz_inputs.read_message),
    "settings": Target(fuzz_inputs.make_settings, fuzz_inputs.read_settings),
    "ignore-files": Target(fuzz_inputs.make_rules, fuzz_inputs.read_rules),
    "citations": Target(fuzz_inputs.make_citation, fuzz_inputs.read_citation),
    "documents": Target(fuzz_inputs.make_document, fuzz_inputs.read_document),
}


@dataclass
class Report:
    """What many inputs came to; `errors` and `slow` are by seed and empty when all is well."""

    count: int = 0
    slowest: float = 0.0
    slowest_seed: int = 0
    errors: dict[int, str] = field(default_factory=dict)
    slow: dict[int, float] = field(default_factory=dict)

    def __str__(self) -> str:
        lines = [f"seed {seed}: {error}" for seed, error in self.errors.items()]
        lines += [f"seed {seed}: took {1000 * took:.0f} ms" for seed, took in self.slow.items()]
        took = f"the slowest took {1000 * self.slowest:.1f} ms (seed {self.slowest_seed})"
        lines.append(f"{self.count:,} inputs, {len(self.errors)} uncaught errors, {took}")
        return "\n".join(lines)


def fuzz(name: str, first: int, count: int) -> Report:
    """Run one target with the seeds from `first` on."""
    report = Report()
    for seed in range(first, first + count):
        made = TARGETS[name].make(random.Random(f"{name} {seed}"))
        error, took = _read(TARGETS[name], made)
        if error:
            report.errors[seed] = error
        if took > MOST_SECONDS:  # the machine may have had other things to do
            re.purge()
            took = min(took, _read(TARGETS[name], made)[1])
        report.count += 1
        if took > report.slowest:
            report.slowest, report.slowest_seed = took, seed
        if took > MOST_SECONDS:
            report.slow[seed] = took
    return report


def _read(target: Target, made: Any) -> tuple[str, float]:
    """Return what was raised, '' for nothing, and the seconds of processor time it took."""
    began, error = time.process_time(), ""
    try:
        target.read(made)
    except Exception as raised:  # noqa: BLE001  any is a finding
        place = traceback.extract_tb(raised.__traceback__)[-1]
        error = f"{raised!r:.200} in {place.filename}:{place.lineno}"
    return error, time.process_time() - began


def main(arguments: list[str]) -> int:
    """Run what the command line asks for; the status is 1 when anything was found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    options = parser.parse_args(arguments)
    report = fuzz(options.target, options.first, options.count)
    sys.stdout.write(f"{report}\n")
    return 1 if report.errors or report.slow else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
