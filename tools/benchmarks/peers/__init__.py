"""The engine against its peers: environments, programs that play them, ratios, the page."""
