"""Child processes: how each is started, and what one that handles hostile input may do."""
