"""What the project's benchmark measures; ``tools/bench.py`` runs it."""
