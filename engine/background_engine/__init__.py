"""The engine's threads and processes: what runs where, and how requests become events.

The window imports the modules one by one: its own side of the indexer's pipe is needed at once, all
that searches a moment later.
"""
