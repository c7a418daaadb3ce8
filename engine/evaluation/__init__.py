"""Measuring search quality with judged queries."""
