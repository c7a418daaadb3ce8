"""Scanning folders, splitting files into passages and keeping the indexes up to date."""
