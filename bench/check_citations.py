"""Check that citations are resolved correctly: python -m bench.check_citations.

More than two hundred files of all formats are written, indexed, cited and edited in known ways
(unchanged, text appended, text inserted above, reordered, changed inside, a passage deleted,
everything replaced, renamed, removed). Every citation must then have the correct state.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.engine.citations.conftest import CitedLibrary
from tests.engine.citations.test_edits_of_all_formats import EDITS, checked_after_edits, make_cases
from tests.support import running_engine
from tests.support.paragraph_files import WRITERS
from tests.support.running_engine import RunningEngine
from tests.support.tiny_embedder import tiny_embedder_loader

_PATIENCE = 3600.0


def main() -> int:
    """Print the findings. Return 1 if a citation has the wrong state."""
    running_engine.PATIENCE = _PATIENCE
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / "Notes"
        root.mkdir()
        loader = tiny_embedder_loader(Path(scratch) / "model")
        with RunningEngine.over(Path(scratch) / "home", loader) as engine:
            library = CitedLibrary(engine, root)
            cases = make_cases(library, tuple(WRITERS), EDITS)
            states, wrong = checked_after_edits(library, cases)
    told = ", ".join(f"{number} {state.value}" for state, number in sorted(states.items()))
    print(f"{len(cases)} files of {len(WRITERS)} kinds: {told}; {len(wrong)} wrong")
    for sentence in wrong:
        print(f"  {sentence}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
