"""The proof that the JavaScript game is ours: it plays games of our tables again and must agree.

Compared at every decision: whose turn it is and all legal moves; after each round: the points of every side
and who gets a nugget; at the end: that it is one, and the nuggets. No seed is shared: a recorded game holds
its deals.
"""

import json
import random
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from aurum_states import Notification, Player, Table, load_game
from tools.benchmarks.peers.environments import Environment

KINDS = tuple(
    (players, skip, expert) for players in (3, 4) for skip in (False, True) for expert in (False, True)
)
"""Players, auto-skip, expert variant."""
CANCELS = 0.2
"""How often a bid that can be taken back is."""


def recorded_game(players: int, auto_skip: bool, expert: bool, seed: str) -> dict[str, Any]:
    """Play a game at random and return all that happened, seats for players, cards and moves in notation."""
    seats = {2300001 + seat: seat for seat in range(players)}
    table = Table.create(
        load_game("aurum"),
        [Player(player, str(seat), "ff0000") for player, seat in seats.items()],
        options={100: 2 if expert else 1},
        preferences={player: {100: 2 if auto_skip else 1} for player in seats},
        seed=seed,
    )
    told: list[Notification] = [*table.opening.notifications]
    moves = []
    rng = random.Random(seed)  # noqa: S311 - the same choices each time
    while not table.is_over:
        player = _mover(table, rng)
        options = {table.label_move(player, move): move for move in table.possible_moves(player)}
        chosen = rng.choice([*options])
        moves.append({"seat": seats[player], "legal": sorted(options), "move": chosen})
        move = options[chosen]
        told += table.act(player, move.action, move.args).notifications
    scores = {one.id: one.score for one in table.ranking()}
    return {
        "players": players,
        "autoSkip": auto_skip,
        "expert": expert,
        "marker": seats[next(one.args["player_id"] for one in told if one.type == "newRound")],
        "decks": [*_decks(told, seats)],
        "moves": moves,
        "rounds": [_round(one.args["sides"]) for one in told if one.type == "roundScored"],
        "nuggets": [scores[player] for player in seats],
    }


def _mover(table: Table, rng: random.Random) -> int:
    """Return who decides now, now and then one who takes a bid back."""
    if table.state == "bidding" and rng.random() < CANCELS:
        for player in table.players:
            if "actCancelBid" in table.legal_moves(player.id):
                return player.id
    return table.active_players[0]


def _decks(told: Iterable[Notification], seats: Mapping[int, int]) -> Iterator[list[str]]:
    """Yield the base metal cards of each round as they were dealt: hand after hand, then what was left."""
    extra: list[str] = []
    hands: dict[int, list[str]] = {}
    for one in told:
        if one.type == "newRound":
            extra, hands = one.args["extra"], {}
        elif one.type == "newHand" and one.audience is not None:
            hands[seats[one.audience]] = [*one.args["cards"].values()]
            if len(hands) == len(seats):
                yield [card for seat in sorted(hands) for card in hands[seat]] + [*extra]


def _round(sides: Iterable[Mapping[str, Any]]) -> dict[str, list[int]]:
    listed = [*sides]
    return {
        "points": [side["points"] for side in listed],
        "nuggets": [place for place, side in enumerate(listed) if side["nugget"]],
    }


def recorded_games(games: int) -> list[dict[str, Any]]:
    """Return so many games of each kind."""
    return [recorded_game(*rules, f"peers/{number}") for rules in KINDS for number in range(games)]


def check_same(
    environment: Environment, kind: str, cache: Path, recorded: Iterable[Mapping[str, Any]]
) -> tuple[int, int]:
    """Let the JavaScript game play recorded games again; return the games and the moves compared.

    ``kind`` is ``boardgame.io``, for which the environment must be prepared, or ``plain``.

    Raises:
        AssertionError: they differ; the message says where.
    """
    done = subprocess.run(
        environment.command(cache, "same_games", [kind]),
        input="\n".join(map(json.dumps, recorded)),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if "Error: " in line]
        raise AssertionError(said[0].removeprefix("Error: ") if said else done.stderr.strip())
    compared = json.loads(done.stdout.splitlines()[-1])
    return compared["games"], compared["moves"]
