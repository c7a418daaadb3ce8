"""Texts to vectors: GGUF embedding models run by llama.cpp."""
