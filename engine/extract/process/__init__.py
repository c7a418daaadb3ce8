"""The reader process: the client that starts it, what goes over the pipe, and what runs in it."""
