"""Test a frozen program in a clean environment: no Python, no settings, no library, no display.

    python packaging/smoke_test.py dist/twofold/twofold

The test indexes the sample library, searches with both rankings, exports, answers an assistant and
paints the window once.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from subprocess import PIPE
from typing import Any

# Windows needs these to start processes and to find folders.
_WINDOWS = ("SYSTEMROOT", "TEMP", "TMP", "USERPROFILE", "LOCALAPPDATA", "APPDATA")
_SAMPLES = Path(__file__).resolve().parent.parent / "resources" / "sample_library"


def main(program: Path, scratch: Path) -> None:
    """Raise an error if the program does not work; it writes into the folder `scratch`."""
    environment = {
        "HOME": str(scratch),
        "TWOFOLD_HOME": str(scratch / "home"),
        "PATH": "/nowhere",
        "LANG": "C.UTF-8",
        "QT_QPA_PLATFORM": "offscreen",
        **{name: os.environ[name] for name in _WINDOWS if name in os.environ},
    }

    def run(*words: str) -> str:
        command = (program.resolve(), *words)
        done = subprocess.run(command, check=False, env=environment, stdout=PIPE, encoding="utf-8")
        _expect(done.returncode == 0, done.stdout)
        return done.stdout

    def search(*words: str) -> list[dict[str, Any]]:
        hits: list[dict[str, Any]] = json.loads(run("search", *words, "--json"))["hits"]
        return hits

    print(run("--version"), run("doctor"), sep="\n")

    samples = shutil.copytree(_SAMPLES, scratch / "Sample")
    summary = json.loads(run("folder", "add", str(samples), "--json").splitlines()[-1])
    _expect(summary["documents"]["failed"] == 0, summary)
    _expect(summary["vectors"]["ready"] > 0 == summary["vectors"]["pending"], summary)

    hits = search("why does a finalizer block namespace deletion")
    _expect("Namespace stuck in Terminating" in {hit["title"] for hit in hits}, hits)
    _expect(hits[0]["retrieval"]["sources"] == ["lexical", "vector"], hits)

    hits = search("Wie viel Speicher darf ein Container nutzen", "--lang", "ja")
    _expect("メモリの上限を決める" in json.dumps(hits, ensure_ascii=False), hits)

    page = run("export", "graceful deletion", "--format", "html", "--style", "apa")
    _expect("<h2>Bibliography</h2>" in page, page)

    with subprocess.Popen(
        (program.resolve(), "mcp"), env=environment, stdin=PIPE, stdout=PIPE, encoding="utf-8"
    ) as assistant:
        names = {"protocolVersion": "2025-06-18", "capabilities": {}}
        names["clientInfo"] = {"name": "smoke test", "version": "1"}
        call = {"name": "search", "arguments": {"query": "finalizer"}}
        for method, parameters in (("initialize", names), ("tools/call", call)):
            request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
            print(json.dumps(request), file=assistant.stdin, flush=True)
            answer = json.loads(assistant.stdout.readline())
        _expect(answer["result"]["structuredContent"]["hits"], answer)

    run("--quit-after-first-paint")


def _expect(holds: bool, found: object) -> None:  # noqa: FBT001
    if not holds:
        raise SystemExit(f"The package does not work: {found}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        main(Path(sys.argv[1]), Path(folder))
    print(f"The package works: {sys.argv[1]}")
