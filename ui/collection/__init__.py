"""Passages a person puts aside, with notes and in an order of their own."""
