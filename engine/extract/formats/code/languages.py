"""The patterns of definitions, strings and comments of each programming language.

A language without an entry is read as code without definitions: its passages have no headings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from twofold.engine.extract.formats.code.definitions import BraceGrammar, IndentGrammar


@dataclass(frozen=True, slots=True)
class CodeGrammar:
    """The literals and comments of a language (see `masked`) and its definitions."""

    literals: tuple[str, ...]
    definitions: BraceGrammar | IndentGrammar


# -- languages with braces -----------------------------------------------------------------------

# Before the keyword of a definition: attributes, then modifiers.
_ATTRIBUTES = r"(?:(?:@[\w.:]+(?:\([^()]*\))?|#!?\[[^\]]*\])\s*){0,8}"
_MODIFIERS = r"(?:[a-z]+(?:\([^()]*\))?[ \t]+){0,6}?"
_ANGLES = r"(?:<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>)?"


def _starts(alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"^[ \t]*{_ATTRIBUTES}{_MODIFIERS}(?:{alternatives})", re.MULTILINE)


_C = BraceGrammar(
    re.compile(
        r"\b(?:class|struct|union|enum(?:\s+(?:class|struct))?|namespace)\s+"
        r"(?:\w+\s+|\[\[[^\]]*\]\]\s*){0,4}?"
        r"(?P<name>[\w:]+)\s*(?:final\s*)?(?::(?!:)[^={]*)?\Z"
    ),
    calls=True,
    resynchronises=True,
)
_OBJECTS = BraceGrammar(
    re.compile(
        r"\b(?:class|interface|enum|record(?:\s+(?:class|struct))?|struct|namespace|extension"
        r"|mixin|trait|union)\s+(?P<name>[\w.]+)[^;={]*\Z"
    ),
    calls=True,
)
_RUST = BraceGrammar(
    _starts(
        r"(?:(?:struct|enum|union|trait|mod|type|macro_rules!)\s+"
        rf"|impl\b\s*{_ANGLES}\s*(?:!?[\w:]+{_ANGLES}\s+for\s+)?"
        r"&?(?:mut\s+)?(?:dyn\s+)?(?:\w+::)*)(?P<name>\w+)"
    ),
    _starts(r"fn\s+(?P<name>\w+)"),
)
_SCRIPT = BraceGrammar(
    _starts(r"(?:class|interface|enum|namespace|module|type)\s+(?P<name>[\w$.]+)"),
    _starts(r"(?:\(\s*)?function\s*\*?\s*(?P<name>[\w$]+)"),
    re.compile(
        r"(?:(?P<assigned>[\w$.]+)[ \t]*(?::[^=\n]*)?[=:]\s*(?:async\s+)?"
        r"(?:function\b\s*\*?\s*[\w$]*\s*\(\s*\)[^=;\n]*|(?:\(\s*\)[^=;\n]*|[\w$]+\s*)=>)"
        r"|(?:^|[\s,;*])(?P<member>[#\w$]+)\s*\(\s*\)\s*(?::[^=;{]*)?)\s*\Z"
    ),
)
_GO = BraceGrammar(
    _starts(r"type\s+(?P<name>\w+)"),
    _starts(
        r"func\s*(?:\(\s*(?:\w+\s+)?\*?\s*(?P<owner>\w+)[^)]*\)\s*)?(?P<name>\w+)",
    ),
)
_KOTLIN = BraceGrammar(
    _starts(r"(?:class|interface|object)\s+(?P<name>\w+)"),
    _starts(rf"fun\s+{_ANGLES}\s*(?:(?P<owner>\w+){_ANGLES}\.)?(?P<name>\w+)"),
)
_SWIFT = BraceGrammar(
    _starts(r"(?:class|struct|enum|protocol|extension|actor)\s+(?P<name>[\w.]+)"),
    _starts(r"(?:func\s+)?(?P<name>(?<=func )\w+|init\b|deinit\b)"),
)
_SCALA = BraceGrammar(
    _starts(r"(?:class|trait|object|enum)\s+(?P<name>\w+)"),
    _starts(r"def\s+(?P<name>[^\s(\[:=]+)"),
)
_PHP = BraceGrammar(
    _starts(r"(?:class|interface|trait|enum|namespace)\s+(?P<name>\w+)"),
    _starts(r"function\s+&?\s*(?P<name>\w+)"),
)
_ZIG = BraceGrammar(
    _starts(r"const\s+(?P<name>\w+)\s*=\s*(?:extern\s+|packed\s+)?(?:struct|enum|union)"),
    _starts(r"fn\s+(?P<name>\w+)"),
)
_INTERFACES = BraceGrammar(
    _starts(
        r"(?:message|enum|service|rpc|type|input|interface|union|extend|struct|exception)\s+"
        r"(?P<name>\w+)"
    )
)

# -- languages in which the layout shows the end of a body ----------------------------------------


def _lines(alternatives: str, closing: str = "", *, flags: int = 0) -> IndentGrammar:
    return IndentGrammar(
        re.compile(rf"[ \t]*(?:{alternatives})", flags),
        re.compile(rf"[ \t]*(?:{closing})", flags) if closing else None,
    )


_PYTHON = _lines(r"(?:async[ \t]+)?(?:def|class)[ \t]+(?P<name>\w+)")
_RUBY = _lines(r"(?:def|class|module)[ \t]+(?:self\.)?(?P<name>[A-Za-z_][\w:.]*[?!=]?)", r"end\b")
_LUA = _lines(r"(?:local[ \t]+)?function[ \t]+(?P<name>[\w.:]+)", r"end\b")
_SHELL = _lines(r"(?:function[ \t]+)?(?P<name>[\w:.-]+)[ \t]*\([ \t]*\)", r"\}")
_FISH = _lines(r"function[ \t]+(?P<name>[\w:.-]+)", r"end\b")
_PERL = _lines(r"sub[ \t]+(?P<name>[\w:]+)(?![\w:]*[ \t]*;)", r"\}")
_R = _lines(r"(?P<name>[\w.]+)[ \t]*(?:<-|=)[ \t]*function\b", r"\}")
_JULIA = _lines(
    r"(?:mutable[ \t]+)?(?:function|struct|macro|module|abstract[ \t]+type)[ \t]+(?P<name>[\w.!]+)",
    r"end\b",
)
_ELIXIR = _lines(
    r"(?:defmodule|defprotocol|defimpl|defp?|defmacrop?)[ \t]+(?P<name>[A-Za-z_][\w.]*[?!]?)",
    r"end\b",
)
_POWERSHELL = _lines(
    r"(?:function|filter|class|enum)[ \t]+(?P<name>[\w:-]+)", r"\}", flags=re.IGNORECASE
)
_HASKELL = _lines(
    r"(?:(?:data|newtype|type|class|instance)[ \t]+(?:[^=\n]*=>[ \t]*)?"
    r"|(?<![ \t])(?!(?:import|module|where|let|in|infix\w*)\b))"
    r"(?P<name>[A-Za-z_][\w']*)(?=[^=\n]*(?:::|=|\||\bwhere\b))"
)
_ML = _lines(
    r"(?:let(?:[ \t]+(?:rec|inline|mutable))?|and|module(?:[ \t]+type)?|type(?:[ \t]+nonrec)?"
    r"|val|external)[ \t]+(?P<name>[A-Za-z_][\w']*)"
)
_LISP = _lines(r"\((?:cl-)?def[\w*-]*[ \t]+\(?(?:\^\S+[ \t]+)?(?P<name>[^\s()\[\]]+)")
_ERLANG = _lines(r"(?<![ \t])(?P<name>[a-z]\w*)(?=\([^\n]*(?:->|,[ \t]*\Z|\bwhen\b))")
_NIM = _lines(r"(?:proc|func|method|iterator|template|macro|converter)[ \t]+(?P<name>\w+)")
_SQL = _lines(
    r"create[ \t]+(?:or[ \t]+replace[ \t]+)?(?:[a-z]+[ \t]+){0,2}?"
    r"(?:table|view|function|procedure|trigger|index|type|schema|sequence)[ \t]+"
    r"(?:if[ \t]+not[ \t]+exists[ \t]+)?[\"`\[]?(?P<name>[\w.]+)",
    r"\)|end\b|go\b",
    flags=re.IGNORECASE,
)

_SLASHES = ("//", "/*")
_C_LITERALS = ("#if", *_SLASHES, 'R"(', '"', "'c'")
_SCRIPT_LITERALS = (*_SLASHES, "`", '"', "'")
_BY_EXTENSIONS = (
    ("py pyi", CodeGrammar(('"""', "'''", "#", '"', "'"), _PYTHON)),
    ("rs", CodeGrammar((*_SLASHES, 'r#"', '"+', "'c'"), _RUST)),
    ("go", CodeGrammar((*_SLASHES, "`raw`", '"', "'c'"), _GO)),
    ("c h cc cpp cxx hpp hh m mm", CodeGrammar(_C_LITERALS, _C)),
    ("java", CodeGrammar((*_SLASHES, '"""', '"', "'c'"), _OBJECTS)),
    ("cs", CodeGrammar(("#if", *_SLASHES, '"""', '@"', '"', "'c'"), _OBJECTS)),
    ("dart groovy gradle", CodeGrammar((*_SLASHES, '"""', "'''", '"', "'"), _OBJECTS)),
    ("d", CodeGrammar((*_SLASHES, "`raw`", '"', "'c'"), _OBJECTS)),
    ("js mjs cjs jsx ts tsx", CodeGrammar(_SCRIPT_LITERALS, _SCRIPT)),
    ("kt kts", CodeGrammar((*_SLASHES, '"""', '"', "'c'"), _KOTLIN)),
    ("swift", CodeGrammar((*_SLASHES, '"""', '"'), _SWIFT)),
    ("scala", CodeGrammar((*_SLASHES, '"""', '"', "'c'"), _SCALA)),
    ("php", CodeGrammar((*_SLASHES, "#", '"', "'"), _PHP)),
    ("zig", CodeGrammar(("//", '"', "'c'"), _ZIG)),
    ("proto", CodeGrammar((*_SLASHES, '"'), _INTERFACES)),
    ("graphql", CodeGrammar(('"""', "#", '"'), _INTERFACES)),
    ("rb", CodeGrammar(("=begin", "#", '"', "'"), _RUBY)),
    ("lua", CodeGrammar(("--[[", "--", '"', "'"), _LUA)),
    ("sh bash zsh", CodeGrammar(("#",), _SHELL)),
    ("fish", CodeGrammar(("#",), _FISH)),
    ("pl pm", CodeGrammar(("=pod", "#"), _PERL)),
    ("r", CodeGrammar(("#", '"', "'"), _R)),
    ("jl", CodeGrammar(('"""', "#", '"'), _JULIA)),
    ("ex exs", CodeGrammar(('"""', "#", '"'), _ELIXIR)),
    ("ps1", CodeGrammar(("#",), _POWERSHELL)),
    ("hs", CodeGrammar(("{-", "--", '"'), _HASKELL)),
    ("ml mli", CodeGrammar(("(*", '"+'), _ML)),
    ("fs fsx", CodeGrammar(("(*", "//", '"""', '"'), _ML)),
    ("clj cljs lisp el scm", CodeGrammar((";", '"+'), _LISP)),
    ("erl", CodeGrammar(("%", '"'), _ERLANG)),
    ("nim", CodeGrammar(('"""', "#", '"'), _NIM)),
    ("sql", CodeGrammar(("--", "/*", "$$", "''"), _SQL)),
)
_GRAMMARS = {name: grammar for names, grammar in _BY_EXTENSIONS for name in names.split()}


def grammar_of(file_type: str) -> CodeGrammar | None:
    """Return the grammar of files of this type (an extension in lower case), or None."""
    return _GRAMMARS.get(file_type)
