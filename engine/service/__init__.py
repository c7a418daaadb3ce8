"""Processes and threads: the searching side, the indexing side and their protocol."""
