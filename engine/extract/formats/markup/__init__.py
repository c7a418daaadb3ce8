"""Marked-up text whose structure stands in its lines."""
