"""A state graph as a picture or a table, and a game's names in one list. The way in is ``chart_of``."""
