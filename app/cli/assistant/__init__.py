"""The library as tools of an assistant: what they accept, do and return."""
