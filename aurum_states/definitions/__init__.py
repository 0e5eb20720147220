"""What a game declares: its state graph, options, preferences, statistics, facts and settings."""
