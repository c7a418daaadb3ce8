"""The programming languages of file types."""

_LANGUAGES = {
    "asm": "assembly", "bash": "shell", "bat": "batch", "c": "c", "cc": "c++", "clj": "clojure",
    "cljs": "clojure", "cmd": "batch", "cpp": "c++", "cs": "c#", "css": "css", "cxx": "c++",
    "d": "d", "dart": "dart", "el": "emacs lisp", "erl": "erlang", "ex": "elixir",
    "exs": "elixir", "fish": "shell", "fs": "f#", "fsx": "f#", "go": "go", "groovy": "groovy",
    "h": "c", "hh": "c++", "hpp": "c++", "hs": "haskell", "java": "java", "cjs": "javascript",
    "jl": "julia", "js": "javascript", "jsx": "javascript", "kt": "kotlin", "kts": "kotlin",
    "less": "less", "lisp": "lisp", "lua": "lua", "m": "objective-c", "mjs": "javascript",
    "ml": "ocaml", "mli": "ocaml", "mm": "objective-c++", "nim": "nim", "php": "php",
    "pl": "perl", "pm": "perl", "proto": "protocol buffers", "ps1": "powershell",
    "py": "python", "pyi": "python", "r": "r", "rb": "ruby", "rs": "rust", "s": "assembly",
    "sass": "sass", "scala": "scala", "scm": "scheme", "scss": "scss", "sh": "shell",
    "sql": "sql", "svelte": "svelte", "swift": "swift", "ts": "typescript",
    "tsx": "typescript", "v": "verilog", "vhd": "vhdl", "vue": "vue", "zig": "zig",
    "zsh": "shell",
}  # fmt: skip


def source_language(file_type: str) -> str:
    """Return the programming language of a file type ('py' is 'python'), or '' for documents."""
    return _LANGUAGES.get(file_type, "")
