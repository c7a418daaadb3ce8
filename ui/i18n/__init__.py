"""Texts in the language of the person: numbers, counts, names, messages of the engine."""
