"""The extraction worker: its client, the data exchanged over its pipes, and the code it runs."""
