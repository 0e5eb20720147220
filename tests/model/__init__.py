"""A second, plain reading of Aurum's rules: it shares no code with the game and is compared with it."""
