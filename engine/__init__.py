"""The engine: reads, indexes and searches documents; knows nothing of windows."""
