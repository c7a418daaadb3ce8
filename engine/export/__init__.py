"""Exporting hits and collected passages, each with its citation, to files of other programs."""
