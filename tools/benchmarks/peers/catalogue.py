"""Who is measured against what: the peers, the programs that play them, and the goals."""

from dataclasses import dataclass

from tools.benchmarks.figures import Goal
from tools.benchmarks.peers.environments import Environment


@dataclass(frozen=True, slots=True)
class Candidate:
    """One process of a round: a program of this package with its arguments, in an environment."""

    environment: Environment
    program: str
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join([self.environment.name, *self.arguments])


@dataclass(frozen=True, slots=True)
class Comparison:
    """How many times as long as ``ours`` a peer takes for one unit; without a goal it is shown for itself."""

    peer: str
    """The name that ``--only`` takes."""
    name: str
    ours: Candidate
    theirs: Candidate
    goal: float | None = None
    stretch: float | None = None
    unit: str = "a move"

    @property
    def aim(self) -> Goal:
        """The goal as the benchmark's reports show it."""
        return Goal(self.name, ">=", self.goal or 0, self.stretch)


OWN = Environment("own", "own")
NODE_ALONE = Environment("node", "node")
STATEMACHINE = Environment("python-statemachine", "python", ("python-statemachine",))
SISMIC = Environment("sismic", "python", ("sismic",))
XSTATE = Environment("xstate", "node", ("xstate",))
BOARDGAME_IO = Environment("boardgame.io", "node", ("boardgame.io",))
OPEN_SPIEL = Environment("open_spiel", "python", ("open_spiel",))
RLCARD = Environment("rlcard", "python", ("rlcard",))
PETTINGZOO = Environment("pettingzoo", "python", ("pettingzoo", "pygame-ce"))


Goals = dict[str, tuple[float, float | None]]
"""The goal and the stretch goal against each peer."""


def _ring(kind: str) -> Candidate:
    return Candidate(OWN, "play_ours", ("ring", kind))


def _aurum(kind: str, players: int = 3) -> Candidate:
    return Candidate(OWN, "play_ours", ("aurum", f"{kind} {players}"))


def _events() -> list[Comparison]:
    """Compare one event, without and with an entry action that does nothing."""
    found = []
    others: Goals = {"python-statemachine": (300, None), "sismic": (200, None), "xstate": (15, None)}
    of_kind: tuple[tuple[str, str, Goals], ...] = (
        ("none", "no callback", {"transitions": (60, 100)} | others),
        ("callback", "one callback", {"transitions": (50, 70)} | others),
    )
    for kind, said, goals in of_kind:
        machines = {
            "transitions": _ring(f"stock {kind}"),
            "python-statemachine": Candidate(STATEMACHINE, "play_statecharts", ("python-statemachine", kind)),
            "sismic": Candidate(SISMIC, "play_statecharts", ("sismic", kind)),
            "xstate": Candidate(XSTATE, "play_xstate", (kind,)),
        }
        for peer, theirs in machines.items():
            goal, stretch = goals[peer]
            name = f"an event, {said}, against {peer}"
            found.append(Comparison(peer, name, _ring(kind), theirs, goal, stretch, "an event"))
    return found


def _boardgame_io() -> list[Comparison]:
    """Compare whole games, the same on both sides."""
    found = []
    for players in (3, 4):
        theirs = Candidate(BOARDGAME_IO, "play_aurum", ("boardgame.io", str(players)))
        for kind, said, goal, stretch in (
            ("all", "all services", 10, 13),
            ("bgio", "boardgame.io's services", 13, 16),
            ("plain bgio", "plain lists, boardgame.io's services", None, None),
        ):
            name = f"{said}, against boardgame.io with the same game, {players} players"
            found.append(Comparison("boardgame.io", name, _aurum(kind, players), theirs, goal, stretch))
    return found


def _open_spiel() -> list[Comparison]:
    found = []
    for game in ("hearts", "spades", "euchre", "oh_hell", "skat"):
        theirs = Candidate(OPEN_SPIEL, "play_games", ("open_spiel", game))
        against = f"against OpenSpiel's {game} (C++)"
        found += [
            Comparison("open_spiel", f"simulation mode {against}", _aurum("simulation"), theirs, 0.35),
            Comparison(
                "open_spiel",
                f"plain lists, simulation mode {against}",
                _aurum("plain simulation"),
                theirs,
                0.35,
                0.6,
            ),
        ]
    written = Candidate(OPEN_SPIEL, "play_games", ("open_spiel", "python_liars_poker"))
    name = "simulation mode against OpenSpiel's python_liars_poker"
    return [*found, Comparison("open_spiel", name, _aurum("simulation"), written)]


def _learning() -> list[Comparison]:
    found = []
    for game, goal, stretch in (("bridge", 4, 6), ("uno", None, None), ("gin-rummy", None, None)):
        theirs = Candidate(RLCARD, "play_games", ("rlcard", game))
        found.append(
            Comparison(
                "rlcard", f"all services against RLCard's {game}", _aurum("all"), theirs, goal, stretch
            )
        )
    for kind, goal, stretch in (("raw", 3, 4), ("wrapped", None, None)):
        theirs = Candidate(PETTINGZOO, "play_games", ("pettingzoo", kind))
        name = f"all services against PettingZoo's connect_four, {kind}"
        found.append(Comparison("pettingzoo", name, _aurum("all"), theirs, goal, stretch))
    return found


def _floors() -> list[Comparison]:
    """Compare what the languages themselves allow: the rules alone."""
    plain = Candidate(NODE_ALONE, "play_aurum", ("plain", "3"))
    return [Comparison("node", "bare rules against the same in JavaScript", _aurum("bare"), plain)]


COMPARISONS = (*_events(), *_boardgame_io(), *_open_spiel(), *_learning(), *_floors())

PEERS = tuple(dict.fromkeys(comparison.peer for comparison in COMPARISONS))
