"""The left column: values a person can narrow a search by, with their counts."""
