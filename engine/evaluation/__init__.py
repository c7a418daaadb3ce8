"""Measuring the search on judged queries."""
