"""Exporting hits and collected passages, with citations, to files of other programs."""
