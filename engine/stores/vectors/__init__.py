"""The vector index: a matrix of half-precision vectors, an HNSW graph over it, and their files."""
