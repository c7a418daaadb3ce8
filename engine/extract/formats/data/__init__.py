"""Data files: key paths, rows, cues and cells as passages."""
