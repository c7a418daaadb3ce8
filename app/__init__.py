"""The program: puts engine and window together, starts and stops them, and is the command line."""
