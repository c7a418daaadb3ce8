"""The templates of the engine's sentences: what of its texts may stand in the window.

Every text in the engine's code that reads as words is taken, each sentence of it by itself, so that
no new one is forgotten; what is never shown is named here. What the code puts into a text is named
after its variable: f"You may not write to {target.parent}." is "You may not write to {parent}."
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from engine.embedding.models.registry import KnownModels
from engine.model.fusion import FUSION_PARAMETERS
from engine.model.sentences import IT

ROOT = Path(__file__).resolve().parent.parent
_FILES = (
    "engine/**/*.py",
    "app/crash.py",
    "app/private_file.py",
    "app/settings_file.py",
)

# Code whose texts the window does not show, and what they are: modules, or definitions of one.
_SILENT = {
    "engine/evaluation/*": "only the command line measures",
    "engine/model/export.py:EXPORT_WORDS": "what is written into exported files",
    "engine/export/contents.py": "what is written into exported files",
    "engine/export/passages.py": "what is written into exported files",
    "engine/export/exporter.py:_plain_text": "what is written into exported files",
    "engine/export/formats/*": "what is written into exported files",
    "engine/service/protocol.py": "what processes say to each other, and the log",
    "engine/service/supervisor.py:IndexerProcess": "what processes say to each other, and the log",
    "engine/extract/process/frames.py": "what processes say to each other",
    "engine/extract/process/answers.py": "what processes say to each other",
    "engine/processes/children.py": "names of variables and options",
    "engine/processes/windows_job.py": "the log of a worker",
    "engine/export/bibliography/entries.py": "what processes say to each other",
    "engine/extract/formats/code/languages.py": "endings of files",
    "engine/extract/formats/office/word.py": "names that other programs give",
    "engine/extract/formats/mail/message.py": "names of messages, which are parts of paths",
    "engine/extract/formats/office/properties.py": "names that other programs give",
    "engine/extract/formats/legacy_office/outlook.py": "parts of the text of a message",
    "engine/model/document.py:_LANGUAGES": "names of languages for programs",
    "engine/model/filters.py:FILTERS": "words of the command line",
    "engine/model/filters.py:format_filters": "words of the command line",
    "engine/embedding/models/verification.py:REFERENCES": "texts whose vectors are known",
    "engine/stores/lexical/query_words.py": "words of queries",
}
_SILENT_TEXTS = {
    "{description} {allowed}; default {default}.",  # in the settings file
    "follow the disk",  # in the log
    "twofold: {sentence}",  # on the terminal
    "(not installed)",  # in the details of an error that are reported
    "{system} {release}, Python {python_version}",
    # what a worker says to nobody
    "The process has threads already.",
    "A thread could not be confined.",
    "system call {number}",
    "There is no sandbox: {error}",
    "(subpath {place})",
    "This process is started by Twofold only.",
    "import lxml.etree",
    "A filter that the index does not keep needs the allowed documents.",  # a mistake in code
    "start new thread",  # what Python says
    "The window cannot open, as no screen can be used.",  # on the terminal
    "Start Twofold in a desktop session, or search in the terminal: twofold search WORDS.",
    "Multilingual E5 small",  # a name
    "The quick brown fox.",  # what a model is tried with
    "PowerPoint Document",  # names that other programs give
    "powerpoint document",
    "Current User",
    "System Volume Information",
    "older reading",  # of SQLite
    "documents d",
    "# Settings of Twofold.",  # in the settings file
    "microsoft word -",  # names that other programs give
    "microsoft powerpoint -",
    "{place}; \\url{{uri}}",  # in an exported file
    "{prefix}rest of the text",  # a name, which is part of a path
    "heading (\\d)\\Z",  # of regular expressions
    "pdf(title|author|keywords)[ \\t]*=[ \\t]*\\{",
}
# Regular expressions, statements for SQLite and lists of its columns.
_CODE = re.compile(
    r"\\[\\bwst*]|\(\?|\b(?:SELECT|WHERE|PRAGMA|CREATE|DROP|INSERT|UPDATE|DELETE|ALTER|JOIN|LIMIT|DESC"
    r"|IN|CASE|LIKE|WITH|BEGIN)\b|[=<>] \?|\?[,)]|\b[a-z]\.[a-z]|\{\"|</?[a-z]"
    r"|\A[\w.:]+(?:, [\w.:'\"]+)+\Z|\n"
)
_WORD = re.compile(r"[A-Za-z][a-z]{2}")
_LOGS = {"debug", "info", "warning", "error", "exception", "critical"}


def engine_templates() -> list[str]:
    """Return the templates in the order of the code; of those that only name values apart, one."""
    files = sorted({file for pattern in _FILES for file in ROOT.glob(pattern)})
    texts = [text for file in files if not _is_silent(file) for text in _texts(_tree(file))]
    found = [one for text in texts for one in _sentences(text) if _is_said(one)]
    models = KnownModels(ROOT / "no models", ROOT / "resources" / "models.json").all()
    by_shape: dict[str, str] = {}
    # Single words, which the code has many of.
    names = [one.slider.name for one in FUSION_PARAMETERS if one.slider]
    for template in (*found, IT, *names, *(model.languages for model in models)):
        by_shape.setdefault(re.sub(r"\{\w+\}", "{}", template), template)
    return list(by_shape.values())


def _is_silent(file: Path) -> bool:
    return any(file.relative_to(ROOT).match(pattern) for pattern in _SILENT)


def _tree(file: Path) -> ast.Module:
    """Return the code of a module without its silent definitions."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    path = file.relative_to(ROOT).as_posix()
    tree.body = [one for one in tree.body if not any(f"{path}:{n}" in _SILENT for n in _names(one))]
    return tree


def _names(definition: ast.stmt) -> list[str]:
    match definition:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [one.id for one in targets if isinstance(one, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case _:
            return []


def _sentences(text: str) -> list[str]:
    """Return the sentences of a text, without others that are put before or after them."""
    own = re.sub(r"^\{\w+\} (?=[A-Z])|(?<=\.) ?\{\w+\}$", "", text.strip())
    return re.split(r"(?<=\.) (?=[A-Z])", own)


def _is_said(text: str) -> bool:
    reads = " " in text and _WORD.search(re.sub(r"\{\w+\}", "", text))
    return bool(reads) and not _CODE.search(text) and text not in _SILENT_TEXTS


def _texts(node: ast.AST) -> Iterator[str]:
    """Yield the texts in a piece of code, without comments for readers and for the log."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in _LOGS:
        return
    if isinstance(node, ast.JoinedStr):
        yield _template(node)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    else:
        for inside in ast.iter_child_nodes(node):
            yield from _texts(inside)


def _template(text: ast.JoinedStr) -> str:
    names: list[str] = []
    parts: list[str] = []
    for piece in text.values:
        if isinstance(piece, ast.FormattedValue):
            names.append(_name(piece.value, names))
            parts.append(f"{{{names[-1]}}}")
        elif isinstance(piece, ast.Constant):
            parts.append(str(piece.value))
    return "".join(parts)


def _name(value: ast.AST, taken: list[str]) -> str:
    """Return a name for what is put in: that of the variable, with a number where it is taken."""
    name = _of_value(value).strip("_").lower()
    return name if name not in taken else f"{name}{len(taken) + 1}"


def _of_value(value: ast.AST) -> str:
    match value:
        case ast.Name():
            return value.id
        case ast.Attribute():
            return value.attr
        case ast.Subscript(slice=ast.Constant(value=str(key))):
            return key
        case ast.Call(args=[first, *_]):
            return _of_value(first)
        case _:
            inside = (one for one in ast.iter_child_nodes(value) if isinstance(one, ast.expr))
            return next(map(_of_value, inside), "value")
