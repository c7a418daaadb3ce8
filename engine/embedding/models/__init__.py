"""The available models: download, conversion and verification of their files."""
