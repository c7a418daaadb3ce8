"""The program: the command line, and the start and end of the engine and the window."""
