"""Checking citations against the files as they are now, and the collection of saved passages."""
