"""The lexical index (Tantivy): analysis, schema, queries, ranking and highlighting."""
