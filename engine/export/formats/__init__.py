"""The export formats: a module for each `ExportFormat`, called like it, with `render`.

The first line of its docstring says in docs/exports.md what the format holds.
"""
