"""What citeproc-py 0.11.1 leaves out of the Citation Style Language (CSL 1.0.2).

citeproc-py makes its elements of the direct subclasses of CitationStylesElement, the newest of a
name: importing this module is enough.

* Variables that stand in for missing names are empty in the rest of the entry ("substitute").
* `initialize="false"` keeps given names whole.
* A label is written only beside the number it is for.
"""

from __future__ import annotations

from citeproc import model
from citeproc.source import CitationItem, Reference, VariableError
from citeproc.string import MixedString

# Read for every text, whatever it says.
_ALWAYS_READ = frozenset({"language", "type", "key"})


class ReadReference(Reference):  # type: ignore[misc]
    """A reference that notes which of its variables are read."""

    def __init__(self, reference: Reference, kind: str = "") -> None:
        object.__setattr__(self, "read", set())
        dict.__init__(self, reference)
        if kind:
            self["type"] = kind

    def __getitem__(self, name: str) -> object:
        value = super().__getitem__(name)
        self.read.add(name)
        return value


class Substitute(model.Substitute, model.CitationStylesElement):  # type: ignore[misc]
    """Writes the first of its children that has something to say, which is then said."""

    def render(self, item: CitationItem, context: object = None, **kwargs: object) -> object:
        """Return what stands in for the names; the variables in it are taken out of the item."""
        reference = item.reference
        reference.read.clear()
        text = super().render(item, context=context, **kwargs)
        for name in reference.read - _ALWAYS_READ:
            if _is_in(reference.get(name), text):
                del reference[name]
        return text


def _is_in(value: object, text: object) -> bool:
    """Whether a variable was written, and not only looked at; lists are names."""
    is_names = isinstance(value, list) and not isinstance(value, MixedString)
    return is_names or _letters(value) in _letters(text or "")


def _letters(text: object) -> str:
    return "".join(filter(str.isalnum, str(text).casefold()))


class Name(model.Name, model.CitationStylesElement):  # type: ignore[misc]
    """The form of a name."""

    def get_option(self, name: str, context: object = None, sort_options: object = None) -> object:
        """Return an option; nothing makes initials where the style says so."""
        if name == "initialize-with" and self.get("initialize") == "false":
            return None
        return super().get_option(name, context, sort_options)


class Label(model.Label, model.CitationStylesElement):  # type: ignore[misc]
    """'p.' or 'vol.' before a number."""

    def process(
        self,
        item: CitationItem,
        variable: object = None,
        plural: object = None,
        context: object = None,
        **kwargs: object,
    ) -> object:
        """Return the word; VariableError when the number is not there."""
        wanted = str(variable or self.get("variable", "")).replace("-", "_")
        if wanted not in item.reference and wanted != "editortranslator":
            raise VariableError
        return super().process(item, variable, plural, context, **kwargs)
