"""The program: composes engine and window, starts and stops them; the command line."""
