"""Running GGUF models with llama.cpp."""
