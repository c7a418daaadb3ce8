"""The formats that can be read, a module or package a family (docs/formats.md, Adding a format)."""
