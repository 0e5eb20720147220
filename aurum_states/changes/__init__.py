"""Two versions of a state graph: what is different, and what follows. The way in is ``compare``."""
