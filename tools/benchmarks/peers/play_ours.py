"""What the peers are measured against: this engine's dispatch and its tables, and stock ``transitions``.

Run in the environment of the project: ``python -m tools.benchmarks.peers.play_ours NAME ARGUMENT SECONDS``.
"""

from aurum_states import load_game
from tools.benchmarks import dispatch
from tools.benchmarks.games import SIMULATION, Kind, played, played_bare, seats
from tools.benchmarks.peers.clock import report, start
from tools.benchmarks.plain import plain_game
from tools.benchmarks.services import BoardgameIoTable

GAMES = 12
"""Games of Aurum between two looks at the clock."""


def on_ring(name: str, seconds: float) -> None:
    """Walk round a ring of states: ``none``, ``callback``, or over stock transitions ``stock none``, ..."""
    made, _ = dispatch.works()
    report(made[name], seconds, "transitions", "msgspec")


def at_tables(name: str, seconds: float) -> None:
    """Play Aurum: ``KIND PLAYERS``; a kind that begins with ``plain`` has no Deck, ``bare`` no engine."""
    kind, players = name.rsplit(" ", 1)
    seated = seats(int(players))
    if kind == "bare":
        work = played_bare(seated, GAMES)
    else:
        definition = plain_game() if kind.startswith("plain ") else load_game("aurum")
        kinds = {
            "all": Kind(definition),
            "bgio": Kind(definition, BoardgameIoTable),
            "simulation": Kind(definition, SIMULATION, acts=False, records=False),
        }
        work = played(kinds[kind.removeprefix("plain ")], seated, GAMES)
    report(work, seconds, "msgspec")


if __name__ == "__main__":
    start({"ring": on_ring, "aurum": at_tables})
