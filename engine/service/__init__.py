"""Processes and threads: searching, indexing, and their protocol."""
