"""Checks of game files beyond what loading needs: each rule is a function from a subject to problems."""
