"""Publishing a folder or an object store with many workers (the extra `bulk`: Dask, fsspec)."""
