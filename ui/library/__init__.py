"""The first page and the pages about folders and files that are not indexed."""
