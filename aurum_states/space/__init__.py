"""The space of a game's options: every combination that a table's page can show, asked of a SAT solver.

Nothing here is sampled, and nothing listed one by one: files of 30 options have more combinations than could
be. Needs the extra ``space``.
"""
