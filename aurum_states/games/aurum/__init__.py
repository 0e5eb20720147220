"""Aurum, a must-not-follow trick-taking game for three or four players."""
