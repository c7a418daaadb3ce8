"""Opening files in other programs: whether, how, and at which location."""
