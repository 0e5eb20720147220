"""Explanations of the problems, as tables: ``catalogue`` reads them."""
