"""The window. It uses the engine only through engine.api."""
