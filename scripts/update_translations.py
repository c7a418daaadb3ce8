"""Bring resources/translations up to date with the code, and compile it (make translations).

Collects what the window says, `tr("...")`, and the templates of the engine's sentences, which are
listed in `engine.json` too, for the window to know them by. What has been translated stays; what is
not said any more goes. Each `twofold_*.ts` is a language: a new one
begins with `<TS version="2.1" language="es_ES"/>`.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from engine.api import EXPORT_WORDS
from scripts.engine_templates import engine_templates

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "resources" / "translations"
_PLURAL_FORMS = 2


def said() -> dict[str, list[str]]:
    """Return what the window says: the sources of each context, in the order of the code."""
    found: dict[str, list[str]] = {}
    for file in sorted((ROOT / "ui").rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for context, source in _sources(tree):
            if source not in found.setdefault(context, []):
                found[context].append(source)
    found["engine"] = engine_templates()
    found[""] += [one for one in EXPORT_WORDS if one not in found[""]]
    return dict(sorted(found.items()))


def _sources(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (text := _literal(node)) is not None:
            name = _name(node.func)
            if name == "tr":
                yield "", text
            elif name == "_tr":
                yield "counts", text


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _literal(call: ast.AST) -> str | None:
    """Return the text of a call, None when it is not written in the code."""
    if not isinstance(call, ast.Call) or not call.args:
        return None
    text = call.args[0]
    if isinstance(text, ast.Constant) and isinstance(text.value, str):
        return text.value
    return None


def _language_of(file: Path) -> str:
    """Return the locale that a .ts file names in its first element, such as 'de_DE'."""
    return ET.parse(file).getroot().attrib["language"]  # noqa: S314 (our own file)


def translated(file: Path) -> dict[str, str]:
    """Return the translations a .ts file holds, by their sources."""
    messages = ET.parse(file).getroot().iter("message")  # noqa: S314 (our own file)
    pairs = ((message.findtext("source", ""), _words(message)) for message in messages)
    return {source: words for source, words in pairs if words}


def _words(message: ET.Element) -> str:
    forms = message.findall("translation/numerusform")
    return (forms[-1].text if forms else message.findtext("translation")) or ""


def write(file: Path, language: str, contexts: dict[str, list[str]], known: dict[str, str]) -> int:
    """Write a .ts file and return how many sources have no translation yet."""
    root = ET.Element("TS", version="2.1", language=language, sourcelanguage="en_GB")
    missing = 0
    for name, sources in contexts.items():
        context = ET.SubElement(root, "context")
        ET.SubElement(context, "name").text = name
        for source in sources:
            message = ET.SubElement(context, "message")
            ET.SubElement(message, "source").text = source
            translation = ET.SubElement(message, "translation")
            if name == "counts" and "{n}" in source:
                # Qt asks for a plural; one thing alone is a string of its own.
                message.set("numerus", "yes")
                for _ in range(_PLURAL_FORMS):
                    ET.SubElement(translation, "numerusform").text = known.get(source)
            else:
                translation.text = known.get(source)
            if source not in known:
                translation.set("type", "unfinished")
                missing += 1
    ET.indent(root, " ")
    text = ET.tostring(root, encoding="unicode")
    head = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'
    file.write_text(f"{head}{text}\n", encoding="utf-8")
    return missing


def main() -> int:
    """Update and compile every language."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    contexts = said()
    templates = json.dumps(contexts["engine"], ensure_ascii=False, indent=1)
    (FOLDER / "engine.json").write_text(f"{templates}\n", encoding="utf-8")
    for file in sorted(FOLDER.glob("twofold_*.ts")):
        missing = write(file, _language_of(file), contexts, translated(file))
        print(f"{file.name}: {missing} without translation")
        compiler = Path(sys.executable).with_name("pyside6-lrelease")
        target = file.with_suffix(".qm")
        subprocess.run(
            [compiler, "-silent", "-nounfinished", str(file), "-qm", str(target)], check=True
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
