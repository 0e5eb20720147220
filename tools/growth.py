"""Whether anything is left over from games: what a process holds after ever more of them."""

import time

from tests.engine import growing

PARTS = 10
TRACED = 300
"""Games that are played under tracemalloc where something grew, to say where."""


def growth(games: int, jobs: int) -> int:  # noqa: ARG001 - one process is what is looked at
    """Play games of every kind, all else asked of their tables; return 1 where their leavings add up."""
    began = time.monotonic()

    def say(played: int, now: growing.Held) -> None:
        print(
            f"{played:,} games: {now.objects:,} objects, {now.blocks:,} blocks of memory, "
            f"{now.resident / 2**20:.1f} MiB resident; {time.monotonic() - began:.0f} s",
            flush=True,
        )

    seen = growing.play_many(games, PARTS, say)
    problem = growing.too_much(seen, games)
    again = min(TRACED, games)
    traced = growing.traced_growth(games, again)
    print(f"tracemalloc: {traced:,} bytes more after {again} games, {traced / again:.0f} a game")
    if problem:
        print(f"GROWS: {problem}", *growing.grown_lines(games + again, again), sep="\n")
    return int(bool(problem))
