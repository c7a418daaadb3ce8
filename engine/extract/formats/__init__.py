"""The formats that can be read, a module each; docs/formats.md tells how to add one."""
