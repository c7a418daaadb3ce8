"""Hits written for other programs, each with its citation."""
