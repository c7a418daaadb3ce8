"""The supported formats, a module or package per family (docs/formats.md, Adding a format)."""
