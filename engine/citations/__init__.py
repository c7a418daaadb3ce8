"""Checking citations against the current files, and the collection of saved passages."""
