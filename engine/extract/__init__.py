"""Extracting text from files: one package per group of formats, run in a worker process."""
