"""Finding files, cutting them into passages, keeping the indexes up to date."""
