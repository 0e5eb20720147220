"""Recorded games: the file format, recording, running again."""
