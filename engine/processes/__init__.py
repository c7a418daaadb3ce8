"""Child processes: how they are started, and restrictions of those that handle hostile input."""
