"""The export formats: for each `ExportFormat`, a module of the same name with `render`.

The first line of each module's docstring describes the format in docs/exports.md.
"""
