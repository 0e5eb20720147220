"""The engine: games, tables, the state machine, notifications, records."""
