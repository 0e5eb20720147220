"""Near misses: which known key an unknown one is a slip of."""

from collections.abc import Iterable


def near_miss(key: str, known: Iterable[str]) -> str | None:
    """Return the known key that ``key`` is a slip of, or None.

    Capitals, blanks, ``_`` and ``-`` do not count; beyond that two slips are one too many for a short
    word: one slip for up to five letters, else two. A slip is a letter too much, missing, wrong, or two
    letters swapped.
    """
    folded = _fold(key)
    best: tuple[int, str] | None = None
    for candidate in known:
        goal = _fold(candidate)
        allowed = 1 if len(goal) <= 5 else 2
        if abs(len(goal) - len(folded)) > allowed:
            continue
        slips = _slips(folded, goal)
        if slips <= allowed and (best is None or slips < best[0]):
            best = slips, candidate
    return best[1] if best else None


def _fold(key: str) -> str:
    return key.casefold().replace("_", "").replace("-", "").replace(" ", "")


def _slips(left: str, right: str) -> int:
    """Return the optimal string alignment distance of two short words."""
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        before, above, row = row, before, [i]
        for j, b in enumerate(right, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, above[j - 2] + 1)
            row.append(cost)
    return row[-1]
