"""Run GGUF models with llama.cpp."""
