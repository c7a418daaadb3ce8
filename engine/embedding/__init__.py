"""Embedding of texts: GGUF models run by llama.cpp."""
