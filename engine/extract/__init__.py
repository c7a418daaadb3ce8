"""Files to text: one file a format, parsed in a worker process."""
