"""The quick search: a small window raised from anywhere."""
