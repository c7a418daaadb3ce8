"""The welcome page and the pages about folders and files that could not be indexed."""
