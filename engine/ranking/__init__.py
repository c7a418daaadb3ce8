"""Pure functions over rankings."""
