"""The export formats: each module has `render`, and is called like its `ExportFormat`."""
