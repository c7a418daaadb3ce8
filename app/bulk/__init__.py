"""Publishing of a folder or an object store by many workers (the extra `bulk`: Dask, fsspec)."""
