"""Texts in the user's language: numbers, counts, names and messages of the engine."""
