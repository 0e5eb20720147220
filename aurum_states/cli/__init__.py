"""The command line: ``main`` is the entry point, one module a command, each imported when it is called."""
