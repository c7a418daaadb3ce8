"""Only the process that downloads a model opens network connections."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONNECTS = {
    "aiohttp", "ftplib", "http", "httpx", "httpx2", "huggingface_hub", "requests", "smtplib",
    "socket", "ssl", "telnetlib", "urllib3", "xmlrpc",
}  # fmt: skip
# One downloads models. The others connect to a running Twofold on this computer.
MAY = {
    "engine/embedding/models/download.py": {"httpx2", "huggingface_hub"},
    "app/desktop/instance_message.py": {"socket"},
    "app/desktop/single_instance.py": {"PySide6.QtNetwork"},
    "engine/service/relay.py": {"socket"},
}


def imported(file):
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from (f"{node.module}.{name.name}" for name in node.names)


def network_calls(file):
    for name in imported(file):
        root = name.partition(".")[0]
        if root in CONNECTS:
            yield root
        elif name.startswith("urllib.request") or name == "urllib":
            yield "urllib.request"
        elif name.startswith("PySide6.QtNetwork"):
            yield "PySide6.QtNetwork"


@pytest.mark.slow
def test_only_the_download_can_reach_the_network():
    found = {}
    for folder in ("app", "ui", "engine"):
        for file in (ROOT / folder).rglob("*.py"):
            if ways := set(network_calls(file)):
                found[file.relative_to(ROOT).as_posix()] = ways
    assert found == MAY
