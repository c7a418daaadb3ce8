"""Opening files in their own programs: which may be opened, how, and at which place."""
