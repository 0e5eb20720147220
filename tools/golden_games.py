"""The golden games: what ``record_goldens`` records of each game, and where that lies."""

import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from aurum_states import GameDefinition, Table, load_game
from aurum_states.definitions.registry import registered_names
from aurum_states.space.pairs import covering

ROOT = Path(__file__).resolve().parent.parent
FIRST = 2300001
AUTO_SKIP = {100: 2}

Pick = Callable[[], float]
Request = tuple[int, str, dict[str, Any]]


class Golden(NamedTuple):
    """How one golden game is set up.

    ``leaver`` is played for by the game from the first trick on. The last player is away during the moves of
    ``away``. With ``switching`` players turn auto-skip on and off, in their options and in their score panel.
    """

    players: int
    seed: str
    options: Mapping[int, int] = {}
    preferences: Mapping[int, Mapping[int, int]] = {}
    settings: Mapping[str, Any] = {}
    position: Mapping[str, Any] | None = None
    leaver: int = 0
    away: range = range(0)
    switching: bool = False


def any_move(table: Table, player: int, pick: Pick) -> Request:
    """Choose an action first, so that one with few options comes as often as one with many."""
    moves = table.possible_moves(player)
    actions = list(dict.fromkeys(move.action for move in moves))
    action = actions[int(pick() * len(actions))]
    moves = [move for move in moves if move.action == action]
    return player, action, moves[int(pick() * len(moves))].args


def short_and_varied(table: Table, player: int, pick: Pick) -> Request:
    """Choose a move that makes a short game of Aurum: pass where allowed, keep mostly, take bids back."""
    legal = table.legal_moves(player)
    if table.state == "bidding" and pick() < 0.3:
        for bidder in (one.id for one in table.players if one.id not in table.zombies):
            if "actCancelBid" in table.legal_moves(bidder):
                return bidder, "actCancelBid", {}
    if "actPass" in legal:
        return player, "actPass", {}
    if "actKeepBid" in legal and pick() < 0.8:
        return player, "actKeepBid", {}
    moves = [move for move in table.possible_moves(player) if move.action != "actKeepBid"]
    move = moves[int(pick() * len(moves))]
    return player, move.action, move.args


class GoldenGame(NamedTuple):
    """A game, its golden games by name, and the folder in which their recordings lie."""

    source: str
    replays: Path
    goldens: Mapping[str, Golden]
    choose: Callable[[Table, int, Pick], Request]

    @property
    def name(self) -> str:
        """The name of the game's folder, which is part of the names of its snapshots."""
        return Path(self.source).name

    def load(self) -> GameDefinition:
        """Return the game."""
        return load_game(self.source)

    def file(self, golden: str) -> Path:
        """Return where a recording lies."""
        return self.replays / f"{golden}.replay.jsonl"

    def snapshot(self, golden: str) -> Path:
        """Return where the snapshot from the middle of a recording lies."""
        return ROOT / "tests" / "data" / "snapshots" / f"{self.name}-{golden}.json"


AURUM = {
    "3-base": Golden(3, "golden 222"),
    "3-expert-bid-only": Golden(3, "golden 51", {100: 2, 101: 2}),
    "4-base-bid-only": Golden(4, "golden 220", {101: 2}),
    "4-expert": Golden(4, "golden 144", {100: 2}),
    "3-house-rules": Golden(
        3,
        "golden 168",
        preferences={FIRST: AUTO_SKIP},
        settings={
            "swaps_per_trick": None,
            "tiebreak": "strict",
            "gold_tie": "collected",
            "zero_beats_none": False,
            "drop_suit_3p": "C",
            "no_change_if_starter_empty": True,
        },
        leaver=FIRST + 1,
    ),
    "4-position": Golden(
        4,
        "golden 47",
        settings={"bid4": "simultaneous"},
        position={
            "hands": [["S1", "P6"], ["B9", "Z1"], ["C7", "C8"], ["Z4", "S6"]],
            "bids": ["S2", "B3", "C4", "P5"],
            "gold": [["G0"], ["G2"], [], []],
            "tricks": [1, 0, 2, 1],
            "nuggets": [1, 1],
            "marker": 3,
            "leader": 2,
        },
    ),
    "3-auto-skip": Golden(3, "golden 7", preferences={FIRST + 2: AUTO_SKIP}, switching=True),
    "4-auto-skip": Golden(4, "golden 12", switching=True),
    "3-without-b": Golden(
        3, "golden 1", {100: 2}, preferences={FIRST: {101: 1}}, settings={"drop_suit_3p": "B"}
    ),
    "3-without-p": Golden(3, "golden 2", {100: 2}, settings={"drop_suit_3p": "P"}),
    "3-without-s": Golden(3, "golden 3", {101: 2}, settings={"drop_suit_3p": "S"}, away=range(3, 70)),
    "4-away": Golden(4, "golden 4", preferences={FIRST: {101: 1}, FIRST + 1: AUTO_SKIP}, away=range(2, 60)),
}


def _example(folder: Path) -> GoldenGame:
    """Return the golden games of an example.

    One for each number of players, as many more as it takes for every value of every option, and one that
    somebody leaves: with three players where three can play.
    """
    definition = load_game(folder)
    players = definition.infos.players
    goldens = {f"{count}-players": Golden(count, f"golden {count}") for count in players}
    for count in players:
        for nth, options in enumerate(_other_options(definition, count), 1):
            goldens[f"{count}-options-{nth}"] = Golden(count, f"golden {count}, options {nth}", options)
    away = 3 if 3 in players else players[0]
    goldens[f"{away}-away"] = Golden(away, "golden away", away=range(2, 14))
    return GoldenGame(str(folder), folder / "tests", goldens, any_move)


def _other_options(definition: GameDefinition, players: int) -> Iterator[Mapping[int, int]]:
    """Yield options that can start and together have every value that is no default, if any table has it."""
    declared = definition.options
    left = {
        (number, value) for number, one in declared.items() for value in one.values if value != one.default
    }
    for table in covering(declared, [players]).tables if left else ():
        if left & set(table.options.items()):
            left -= set(table.options.items())
            yield table.options


def golden_games() -> Iterator[GoldenGame]:
    """Yield every game that is registered here and every example."""
    own = {"aurum": (AURUM, short_and_varied)}
    for name in registered_names():
        goldens, choose = own[name]
        yield GoldenGame(name, ROOT / "tests" / "data" / "replays", goldens, choose)
    for file in sorted((ROOT / "examples").glob("*/config/states.yaml")):
        yield _example(file.parent.parent)


def picks(golden: Golden) -> Pick:
    """Return the chance by which the moves of a golden game are chosen."""
    return random.Random(f"moves of {golden.seed}").random  # noqa: S311 - moves, no secrets
